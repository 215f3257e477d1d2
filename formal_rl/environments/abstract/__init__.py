"""The thought experiments of Alexander et al. 2021, made concrete: mirrors, pictures, societies, recognition."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .binocular import seeing_blocks as seeing_blocks
    from .conversations import ENGLISH as ENGLISH, game as game, recognising_conversations as recognising_conversations
    from .conversations import recognising_conversations_incremental as recognising_conversations_incremental
    from .conversations import recognising_predictions as recognising_predictions
    from .conversations import recognising_predictions_incremental as recognising_predictions_incremental
    from .conversations import replying as replying
    from .incentivize_self_recognition import (
        incentivize_self_recognition_incremental as incentivize_self_recognition_incremental,
        incentivize_self_recognition_by_index as incentivize_self_recognition_by_index,
        incentivize_self_recognition_letter as incentivize_self_recognition_letter,
        looks_like as looks_like,
    )
    from .introduction import clever_employer as clever_employer
    from .introduction import clever_employer_incremental as clever_employer_incremental
    from .introduction import every_fourth_unguarded as every_fourth_unguarded, obstacle_course as obstacle_course
    from .introduction import oracular_obstacle_course as oracular_obstacle_course
    from .introduction import oracular_obstacle_course_incremental as oracular_obstacle_course_incremental
    from .introduction import treasures_for_the_worthy_incremental as treasures_for_the_worthy_incremental
    from .knower_recognition import format_sentence as format_sentence, knowing as knowing
    from .knower_recognition import knowing_incremental as knowing_incremental, knowing_letter as knowing_letter
    from .knower_recognition import sentence as sentence, showing as showing
    from .learning_trials import Clustering as Clustering, SupervisedTrial as SupervisedTrial
    from .learning_trials import UnsupervisedTrial as UnsupervisedTrial, asked_at_once as asked_at_once
    from .learning_trials import asked_for_a_label as asked_for_a_label, asked_for_weights as asked_for_weights
    from .learning_trials import asked_in_turn as asked_in_turn, learning_likeness as learning_likeness
    from .learning_trials import learning_recognition as learning_recognition
    from .learning_trials import number_of_supervised_trial as number_of_supervised_trial
    from .learning_trials import number_of_unsupervised_trial as number_of_unsupervised_trial
    from .learning_trials import supervised_trial_at as supervised_trial_at
    from .learning_trials import unsupervised_trial_at as unsupervised_trial_at
    from .mirrors import figure as figure, mirror_with_body as mirror_with_body
    from .mirrors import playing_in_the_mirror as playing_in_the_mirror, playing_with_a_body as playing_with_a_body
    from .mirrors import showing_the_body as showing_the_body
    from .newcomb import NewcombsProblemIncremental as NewcombsProblemIncremental, two_boxes as two_boxes

on_demand(__name__)
