"""Tabular REINFORCE in gridworlds: its settings, its definition, its optimised form and its curves."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .checkpoints import Checkpoint as Checkpoint
    from .curves import CurvePoint as CurvePoint, TrainedRun as TrainedRun, measured_after as measured_after
    from .curves import trained_through as trained_through
    from .fixed_point import fixed_point_shares as fixed_point_shares
    from .reinforce import Logits as Logits, train as train
    from .settings import AgentKind as AgentKind, Credit as Credit, ExponentialDecay as ExponentialDecay
    from .settings import Training as Training, appendix_training as appendix_training
    from .settings import lopsided_training as lopsided_training, main_training as main_training
    from .softmax_policies import softmax_policy as softmax_policy
    from .two_choices import train_two_choices as train_two_choices

on_demand(__name__)
