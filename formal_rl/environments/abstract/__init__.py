"""The thought experiments of Alexander et al. 2021, made concrete: mirrors, pictures, societies, recognition."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .binocular import seeing_blocks as seeing_blocks
    from .conversations import recognising_conversations as recognising_conversations
    from .conversations import recognising_predictions as recognising_predictions, replying as replying
    from .incentivize_self_recognition import looks_like as looks_like
    from .introduction import clever_employer as clever_employer, obstacle_course as obstacle_course
    from .introduction import oracular_obstacle_course as oracular_obstacle_course
    from .knower_recognition import knowing as knowing, sentence as sentence
    from .learning_trials import Clustering as Clustering, SupervisedTrial as SupervisedTrial
    from .learning_trials import UnsupervisedTrial as UnsupervisedTrial, asked_at_once as asked_at_once
    from .learning_trials import asked_for_a_label as asked_for_a_label, asked_for_weights as asked_for_weights
    from .learning_trials import asked_in_turn as asked_in_turn, learning_likeness as learning_likeness
    from .learning_trials import learning_recognition as learning_recognition
    from .mirrors import figure as figure, mirror_with_body as mirror_with_body
    from .mirrors import playing_in_the_mirror as playing_in_the_mirror, playing_with_a_body as playing_with_a_body
    from .mirrors import showing_the_body as showing_the_body
    from .newcomb import two_boxes as two_boxes

on_demand(__name__)
