"""Shutdownable agents for readers: reports, trainings, figures and the paper's sentences."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .counterexample import drest_counterexample as drest_counterexample
    from .figure import Figure as Figure, LETTERS as LETTERS, figure_png as figure_png, figure_svg as figure_svg
    from .figure import figures_page as figures_page
    from .figures import PLANS as PLANS, find_plans as find_plans
    from .metrics_report import NAMED_POLICIES as NAMED_POLICIES, Policy as Policy, drest_metrics as drest_metrics
    from .metrics_report import load_world as load_world, named_policy as named_policy
    from .return_report import drest_return as drest_return
    from .sentences import TrainedPair as TrainedPair, pair_specs as pair_specs, train_pairs as train_pairs
    from .sentences import worlds_of as worlds_of
    from .sentences_report import EXACT as EXACT, summary as summary, world_block as world_block
    from .sentences_report import world_title as world_title
    from .threshold_report import drest_threshold as drest_threshold
    from .training import TrainingSpec as TrainingSpec, FigureRun as FigureRun, POINTS as POINTS
    from .training import figure_runs as figure_runs, first_run as first_run, training_rounds as training_rounds
    from .training_report import TrainingReport as TrainingReport

on_demand(__name__)
