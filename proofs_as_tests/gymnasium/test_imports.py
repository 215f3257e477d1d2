"""The library Gymnasium is imported only on use, and the error without it says how to install it."""

import subprocess
import sys

import pytest


def said(code):
    """What a Python of its own writes when it runs this code, which must end well."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_imports_it_by_itself():
    """Neither the package nor the command line with all of its commands imports Gymnasium, or what needs it."""
    code = """
import sys
from typer.main import get_command
from formal_rl.cli import app
waiting = [get_command(app)]
for command in waiting:
    waiting += getattr(command, "commands", {}).values()
print(len(waiting) > 30, [name for name in sys.modules if "gymnasium" in name])
"""
    assert said(code) == "True []\n"


def test_where_it_is_too_old_the_message_is_the_same():
    """A version that lacks what is needed is as good as none."""
    code = """
import sys, types
old = types.ModuleType("gymnasium")
old.error, old.vector = types.ModuleType("gymnasium.error"), types.ModuleType("gymnasium.vector")
old.error.ResetNeeded = Exception
sys.modules |= {"gymnasium": old, "gymnasium.error": old.error, "gymnasium.vector": old.vector}
try:
    import formal_rl.gymnasium
except ImportError as error:
    print(error)
"""
    assert said(code) == 'gymnasium >= 1.1 is not installed: pip install "gymnasium>=1.1"\n'


@pytest.mark.parametrize("module", ["formal_rl.gymnasium", "formal_rl.gymnasium.safelife_env"])
def test_the_error_without_gymnasium_says_how_to_install_it(module):
    """The error is ours, is an ImportError, and names the extra."""
    code = f"""
import sys
from formal_rl.errors import FormalRLError
sys.modules["gymnasium"] = None
try:
    import {module}
except ImportError as error:
    print(isinstance(error, FormalRLError), error)
"""
    assert said(code) == 'True gymnasium >= 1.1 is not installed: pip install "gymnasium>=1.1"\n'


def test_importing_it_registers_the_names():
    """So that gymnasium finds them by module:id; importing formal_rl alone does not."""
    pytest.importorskip("gymnasium")
    makes = "import gymnasium; print(gymnasium.make('formal_rl.gymnasium:formal_rl/Gridworld-example-v0').spec.id)"

    assert said(makes) == "formal_rl/Gridworld-example-v0\n"
    assert said("import gymnasium, formal_rl; print('formal_rl' in str(gymnasium.registry))") == "False\n"
