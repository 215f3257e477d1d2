import runpy

import pytest

from proofs_as_tests.conformance.here import check_here


def pytest_make_parametrize_id(val):
    """Call the test of an entry of the zoo by its suite, its name and what it is compared with."""
    of_zoo = hasattr(val, "suite") and hasattr(val, "name")
    return f"{val.suite}-{val.name}-{getattr(val, 'semantics', 'paper')}" if of_zoo else None


@pytest.fixture
def repaired(tmp_path, capsys):
    """Run the script of a wrong implementation, which ends with 1, and with the right one of a name, then with 0."""

    def repaired(wrong, right, suite):
        script, written = tmp_path / "repro.py", check_here(wrong, suite).script
        for name, code in ((wrong.__name__, 1), (right, 0)):
            script.write_text(written.replace(f":{wrong.__name__}", f":{name}"), "utf-8")
            with pytest.raises(SystemExit) as ended:
                runpy.run_path(str(script), run_name="__main__")

            assert ended.value.code == code
        assert "import formal_rl" not in written
        assert "as expected" in capsys.readouterr().out

    return repaired
