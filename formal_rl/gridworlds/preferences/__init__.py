"""Preferences of Thornley et al. 2024: stochastic choice, POST, weak preference, and revealed preferences."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .choice import Menu as Menu, Option as Option, lacks_preference as lacks_preference
    from .post import PostVerdict as PostVerdict, judged as judged, post_verdict as post_verdict
    from .revealed_preference import Outcome as Outcome, outcome_probabilities as outcome_probabilities
    from .revealed_preference import revealed_by_length as revealed_by_length, revealed_by_menu as revealed_by_menu
    from .weak_preference import gap_is_insensitive as gap_is_insensitive, incomplete as incomplete
    from .weak_preference import indifference_is_sensitive as indifference_is_sensitive, indifferent as indifferent
    from .weak_preference import preferential_gap as preferential_gap
    from .weak_preference import sourings as sourings
    from .weak_preference import strictly_prefers as strictly_prefers, sweetenings as sweetenings
    from .weak_preference import transitive as transitive
    from .weak_preference import weak_preferences_behind as weak_preferences_behind

on_demand(__name__)
