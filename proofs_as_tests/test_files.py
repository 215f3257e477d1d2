"""Files are written whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from formal_rl.errors import FileInUse
from formal_rl.files import InUse, write_whole


def test_a_file_is_replaced_or_left_as_it_was(tmp_path, monkeypatch):
    """A file is written, then replaced; where the new one cannot take its place, it is as it was."""
    path = tmp_path / "run.json"
    write_whole(path, b"one\n")
    write_whole(path, b"two\n")

    def failing(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"after")

    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("run.json", b"two\n")]


def test_a_link_stays_a_link(tmp_path):
    """What a link leads to is replaced, or made; links in a circle are refused."""
    (tmp_path / "elsewhere").mkdir()
    file, link, loop = tmp_path / "elsewhere" / "run.json", tmp_path / "link.json", tmp_path / "loop.json"
    link.symlink_to(file)
    loop.symlink_to(loop)
    for content in (b"one", b"two"):
        write_whole(link, content)
        assert (link.is_symlink(), file.is_symlink(), file.read_bytes()) == (True, False, content)
    with pytest.raises(OSError, match="loop"):
        write_whole(loop, b"three")

    assert sorted(each.name for each in tmp_path.rglob("*")) == ["elsewhere", "link.json", "loop.json", "run.json"]


def test_files_beside_are_left_alone(tmp_path):
    """A file of another's that has the name of an unfinished one is not touched."""
    others = [tmp_path / f".run.json.{number}.part" for number in range(2)]
    for other in others:
        other.write_text("another's", "utf-8")
    write_whole(tmp_path / "run.json", b"mine")

    assert (tmp_path / "run.json").read_bytes() == b"mine"
    assert [other.read_text("utf-8") for other in others] == ["another's"] * 2
    assert len(list(tmp_path.iterdir())) == 3


def test_pipes_and_directories_are_not_replaced(tmp_path):
    """A pipe is written to, and is a pipe still; a directory is refused."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"text")

    assert os.read(reading, 10) == b"text"
    assert pipe.is_fifo()
    os.close(reading)
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"text")


def limited(path, code):
    """Run code in a process that can write eight bytes to a file, and one more to none."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))"
    words = f"{limit}\nfrom pathlib import Path\nfrom formal_rl.files import *\n{code}"
    return subprocess.run(
        [sys.executable, "-c", words, str(path)], check=False, cwd=path, capture_output=True, text=True
    )


def test_a_line_without_room_is_not_begun(tmp_path):
    """The earlier content stays; once a part of a line was left there silently."""
    file = tmp_path / "rows"
    file.write_bytes(b"row 1\n")
    run = limited(tmp_path, 'append_whole(Path("rows"), b"row 2\\n")')
    assert "No space left" in run.stderr
    assert file.read_bytes() == b"row 1\n"
    assert limited(tmp_path, 'write_whole(Path("rows"), b"much more")').returncode == 1
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("rows", b"row 1\n")]


HOLDING = """from pathlib import Path
from formal_rl.files import InUse
held = InUse(Path("r.csv"))
print("held", flush=True)
"""


def test_a_file_in_use_is_refused_to_another_process(tmp_path):
    """However that process ends, the file is free then; within one process nothing is refused."""
    file = tmp_path / "r.csv"
    words = [sys.executable, "-c", f"{HOLDING}input()"]
    for end in (subprocess.Popen.kill, lambda other: other.communicate("\n")):
        with subprocess.Popen(words, cwd=tmp_path, stdin=-1, stdout=-1, text=True) as other:
            assert other.stdout.readline() == "held\n"
            with pytest.raises(FileInUse, match=r"r\.csv is in use by another process"):
                InUse(file)
            end(other)
        with InUse(file), InUse(file):
            assert (tmp_path / ".r.csv.lock").exists()
        assert list(tmp_path.iterdir()) == []


def test_devices_and_missing_folders_are_not_locked(tmp_path):
    """Devices, and files in folders that there are not."""
    with InUse(Path("/dev/null")), InUse(tmp_path / "nowhere" / "file"):
        assert not Path("/dev/.null.lock").exists()
        assert list(tmp_path.iterdir()) == []
