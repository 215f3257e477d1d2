"""Tabular REINFORCE in gridworlds: its settings, its definition, its optimised form and its curves."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .checkpoints import Checkpoint as Checkpoint
    from .curves import CurvePoint as CurvePoint, TRAINING_SCHEMA as TRAINING_SCHEMA, TrainedRun as TrainedRun
    from .curves import USEFUL as USEFUL, curve_json as curve_json, measured_after as measured_after
    from .curves import mini_episodes_until as mini_episodes_until, settings_json as settings_json
    from .curves import trained_through as trained_through
    from .fixed_point import LengthShares as LengthShares, even_lengths as even_lengths
    from .fixed_point import fixed_point_shares as fixed_point_shares, most_coins as most_coins, paid as paid
    from .reinforce import Logits as Logits, first_state as first_state, train as train
    from .reinforce_compiled import train_compiled as train_compiled
    from .settings import AgentKind as AgentKind, Credit as Credit, ExponentialDecay as ExponentialDecay
    from .settings import Training as Training, appendix_training as appendix_training
    from .settings import lopsided_training as lopsided_training, main_training as main_training
    from .softmax_policies import measure_compiled as measure_compiled, softmax_policy as softmax_policy
    from .two_choices import EVEN as EVEN, Worth as Worth
    from .two_choices import after_meta_episode as after_meta_episode, only_the_first as only_the_first
    from .two_choices import train_two_choices as train_two_choices

on_demand(__name__)
