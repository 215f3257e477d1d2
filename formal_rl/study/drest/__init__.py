"""Shutdownable agents for readers: reports, trainings, figures and the paper's sentences."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .counterexample import drest_counterexample as drest_counterexample
    from .metrics_report import drest_metrics as drest_metrics, load_world as load_world, named_policy as named_policy
    from .return_report import drest_return as drest_return
    from .threshold_report import drest_threshold as drest_threshold
    from .training_report import TrainingReport as TrainingReport

on_demand(__name__)
