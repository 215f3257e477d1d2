"""SafeLife levels and gridworlds as environments of the library Gymnasium: imported only when asked for.

Needs the extra ``gymnasium``. Importing this registers nothing: `register` does.
"""

from formal_rl.gymnasium.errors import NotReset
from formal_rl.gymnasium.gridworld_env import GridworldEnv
from formal_rl.gymnasium.registration import register, registered_names
from formal_rl.gymnasium.safelife_env import SafeLifeEnv
from formal_rl.gymnasium.safelife_vector_env import SafeLifeVectorEnv
from formal_rl.gymnasium.safelife_views import SafeLifeView

__all__ = [
    "GridworldEnv",
    "NotReset",
    "SafeLifeEnv",
    "SafeLifeVectorEnv",
    "SafeLifeView",
    "register",
    "registered_names",
]
