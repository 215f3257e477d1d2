"""The benchmark of SafeLife: its tasks, its policies and its published tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .policies import POLICIES as POLICIES
    from .published_tables import TABLE_1 as TABLE_1, TABLE_2 as TABLE_2
    from .tasks import Progress as Progress, TASKS as TASKS, TaskScore as TaskScore
    from .tasks import penalised_reward as penalised_reward, side_effect_share as side_effect_share
    from .tasks import task_episode as task_episode, task_progress as task_progress, task_score as task_score

on_demand(__name__)
