"""Some recorded cases of SafeLife in a directory of their own, to be changed and compared."""

import json
from copy import deepcopy

import numpy
import pytest

from formal_rl.errors import UnusableVectors
from formal_rl.recordings import shipped_vectors
from formal_rl.recordings.safelife import boards, deviations, episodes, side_effects, stochastic
from formal_rl.recordings.safelife.vectors import compare_safelife
from formal_rl.strict_json import Field, read_json

FILES = {name: f"{name}.npz" for name in ("advance", "episodes", "side_effects", "stochastic")} | {
    "actions": "action_unit.npz",
    "emd": "emd_cases.npz",
    "levels": "levels_v1_0.npz",
}
KEYS = {
    "advance": ["a000", "a071"],
    "episodes": ["e000", "e023"],
    "emd": ["m005", "m014"],
    "side_effects": ["s000", "s003", "s006", "s018"],
    "stochastic": ["t002"],
}


INDEX = json.loads((shipped_vectors("safelife") / "index.json").read_text("utf-8"))
ARRAYS = {}
"""The shipped arrays, by section and name."""
for section, name in FILES.items():
    with numpy.load(shipped_vectors("safelife") / name, allow_pickle=False) as file:
        ARRAYS[section] = dict(file)


def compared(folder, file, **wrong):
    """What differs in a file beside an index, also with wrong functions in the place of ours."""
    index = Field("index.json", "", read_json(folder / "index.json"))
    with pytest.MonkeyPatch.context() as patch:
        for module in (boards, deviations, episodes, side_effects, stochastic):
            for name in vars(module).keys() & wrong:
                patch.setattr(module, name, wrong[name])
        return compare_safelife(index, folder, file).mismatches


class Some:
    """An index of some shipped cases, and their arrays by section, in a directory."""

    def __init__(self, folder):
        self.folder = folder
        self.index = deepcopy(INDEX) | {"stochastic_side_effects": []}
        few = {name: array[:2] for name, array in ARRAYS["actions"].items() if "counts" in name or "3x3" in name}
        level = {name: array[:1] for name, array in ARRAYS["levels"].items() if name.startswith("navigation")}
        self.arrays = deepcopy({"actions": few, "levels": level})
        for section, keys in KEYS.items():
            self.keep(section, keys)

    def keep(self, section, keys):
        """Keep the cases of these keys in a section."""
        self.index[section] = [deepcopy(case) for case in INDEX[section] if case["key"] in keys]
        kept = {name: each for name, each in ARRAYS[section].items() if name.split("_")[0] in keys}
        self.arrays[section] = deepcopy(kept)

    def case(self, section, key):
        """The entry of a key, and its place."""
        ((number, case),) = [each for each in enumerate(self.index[section]) if each[1]["key"] == key]
        return case, f"{section}[{number}]"

    def nothing(self):
        """The first case of doing nothing on a level, put into the index; of the boards, only the first moment."""
        self.index["stochastic_side_effects"] = deepcopy(INDEX["stochastic_side_effects"][:1])
        case, _ = self.case("stochastic", "t002")
        case.update(times=[1], **{name: {"1": case[name]["1"]} for name in ("alive_mean", "alive_std")})
        del self.arrays["stochastic"]["t002_alive_count_t5"], self.arrays["stochastic"]["t002_alive_count_t50"]
        return self.index["stochastic_side_effects"][0]

    def write(self, *sections):
        """Write the index and the files of some sections, or of all, and return their directory."""
        (self.folder / "index.json").write_text(json.dumps(self.index), "utf-8")
        for section in sections or FILES:
            numpy.savez_compressed(self.folder / FILES[section], **self.arrays[section])
        return self.folder

    def compared(self, section, **wrong):
        """What differs in the file of a section, also with wrong functions in the place of ours."""
        return compared(self.write(section), FILES[section], **wrong)

    def fault(self, section):
        """Why the file of a section is refused: file, field and reason."""
        with pytest.raises(UnusableVectors) as raised:
            self.compared(section)
        return raised.value.file, raised.value.field, raised.value.reason


@pytest.fixture
def some(tmp_path):
    """Some shipped cases, fresh."""
    return Some(tmp_path)
