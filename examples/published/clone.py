"""Your clone of a repository, named by the environment variable CLONE, and stand-ins for what a check does not need."""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType


def from_clone(name, under=""):
    """Import a module of the clone, from the folder that its authors run it in."""
    if "CLONE" not in os.environ:
        raise LookupError("set the environment variable CLONE to the folder of your clone")
    folder = Path(os.environ["CLONE"]).expanduser() / under
    if not folder.is_dir():
        raise LookupError(f"there is no folder {under!r} in your clone")
    sys.path.insert(0, str(folder))
    return import_module(name)


def stand_in(name, **members):
    """Put a module with these members where there is none of this name; one that is installed is used."""
    try:
        import_module(name)
    except ImportError:
        module = sys.modules[name] = ModuleType(name)
        module.__path__ = []
        vars(module).update(members)
