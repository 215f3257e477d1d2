"""The thought experiments of Alexander et al. 2021, made concrete: mirrors, pictures, societies, recognition."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .binocular import (
        binocular as binocular,
        merge_pictures as merge_pictures,
        seeing_blocks as seeing_blocks,
        with_models as with_models,
    )
    from .conversations import (
        ENGLISH as ENGLISH,
        game as game,
        has_had as has_had,
        has_played as has_played,
        recognising_conversations as recognising_conversations,
        recognising_conversations_incremental as recognising_conversations_incremental,
        recognising_predictions as recognising_predictions,
        recognising_predictions_incremental as recognising_predictions_incremental,
        replying as replying,
    )
    from .incentivize_self_recognition import (
        SelfRecognizer as SelfRecognizer,
        Showing as Showing,
        as_it_is as as_it_is,
        incentivize_self_recognition as incentivize_self_recognition,
        incentivize_self_recognition_incremental as incentivize_self_recognition_incremental,
        incentivize_self_recognition_by_index as incentivize_self_recognition_by_index,
        incentivize_self_recognition_letter as incentivize_self_recognition_letter,
        incentivize_self_recognition_showing as incentivize_self_recognition_showing,
        looks_like as looks_like,
    )
    from .introduction import (
        A_BUTTON as A_BUTTON,
        PRETENDED as PRETENDED,
        Rooms as Rooms,
        SPIKES as SPIKES,
        STEP as STEP,
        TAKE as TAKE,
        UNGUARDED as UNGUARDED,
        WALK as WALK,
        as_if_paid as as_if_paid,
        clever_employer as clever_employer,
        clever_employer_incremental as clever_employer_incremental,
        every_fourth_unguarded as every_fourth_unguarded,
        moved as moved,
        obstacle_course as obstacle_course,
        oracular_obstacle_course as oracular_obstacle_course,
        oracular_obstacle_course_incremental as oracular_obstacle_course_incremental,
        treasures_for_the_worthy as treasures_for_the_worthy,
        treasures_for_the_worthy_in as treasures_for_the_worthy_in,
        treasures_for_the_worthy_incremental as treasures_for_the_worthy_incremental,
        with_a_button as with_a_button,
    )
    from .knower_recognition import (
        format_sentence as format_sentence,
        has_come_to_know as has_come_to_know,
        knowing as knowing,
        knowing_incremental as knowing_incremental,
        knowing_letter as knowing_letter,
        sentence as sentence,
        showing as showing,
    )
    from .learning_trials import (
        Clustering as Clustering,
        Image as Image,
        Lesson as Lesson,
        Probabilities as Probabilities,
        SUPERVISED_SHOWN as SUPERVISED_SHOWN,
        SupervisedConversion as SupervisedConversion,
        SupervisedTrial as SupervisedTrial,
        UNSUPERVISED_SHOWN as UNSUPERVISED_SHOWN,
        UnsupervisedConversion as UnsupervisedConversion,
        UnsupervisedTrial as UnsupervisedTrial,
        asked_at_once as asked_at_once,
        asked_for_a_label as asked_for_a_label,
        asked_for_weights as asked_for_weights,
        asked_in_turn as asked_in_turn,
        learning_likeness as learning_likeness,
        learning_recognition as learning_recognition,
        number_of_supervised_trial as number_of_supervised_trial,
        number_of_unsupervised_trial as number_of_unsupervised_trial,
        supervised_trial_at as supervised_trial_at,
        unsupervised_trial_at as unsupervised_trial_at,
    )
    from .mirrors import (
        MirrorIncremental as MirrorIncremental,
        crop_to_mirror as crop_to_mirror,
        figure as figure,
        mirror as mirror,
        mirror_room as mirror_room,
        mirror_with_body as mirror_with_body,
        playing_in_the_mirror as playing_in_the_mirror,
        playing_with_a_body as playing_with_a_body,
        seen_in_the_mirror as seen_in_the_mirror,
        seen_with_a_body as seen_with_a_body,
        showing_the_body as showing_the_body,
        with_figure as with_figure,
    )
    from .multi_role import (
        CRADLE as CRADLE,
        Move as Move,
        Society as Society,
        SocietyIncremental as SocietyIncremental,
        VILLAGE as VILLAGE,
        in_society as in_society,
        moves_of as moves_of,
    )
    from .newcomb import (
        NewcombsProblemIncremental as NewcombsProblemIncremental,
        ONE_BOX as ONE_BOX,
        contents_taken as contents_taken,
        embed_newcomb_like as embed_newcomb_like,
        newcombs_problem as newcombs_problem,
        predict as predict,
        restrict_to_predictions as restrict_to_predictions,
        two_boxes as two_boxes,
    )
    from .trial_recognition import (
        Likeness as Likeness,
        Trials as Trials,
        repeated_trials as repeated_trials,
        trial_recognition as trial_recognition,
    )

on_demand(__name__)
