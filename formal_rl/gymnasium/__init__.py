"""SafeLife levels and gridworlds as environments of the library Gymnasium: imported only on use.

Needs the extra ``gymnasium``. Importing this registers the names, so that
``gymnasium.make("formal_rl.gymnasium:formal_rl/SafeLife-NAME-v0")`` finds them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import formal_rl.gymnasium.errors  # noqa: F401 - first, so that its message names a missing extra
from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .errors import NotReset as NotReset
    from .gridworld_env import GridworldEnv as GridworldEnv
    from .registration import register as register, registered_names as registered_names
    from .safelife_env import SafeLifeEnv as SafeLifeEnv
    from .safelife_policies import gymnasium_policies as gymnasium_policies
    from .safelife_vector_env import SafeLifeVectorEnv as SafeLifeVectorEnv
    from .safelife_views import SafeLifeView as SafeLifeView

on_demand(__name__)

import_module("formal_rl.gymnasium.registration").register()
