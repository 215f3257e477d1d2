"""Agents from agents: the reality check in its forms and its gain, the inference of actions, backtracking."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .gain import gain as gain, others_pasts as others_pasts
    from .handicap import BatteryTable as BatteryTable, battery_table as battery_table
    from .handicap import handicapped_battery as handicapped_battery, with_handicap as with_handicap
    from .handicap import with_handicap_repaired as with_handicap_repaired
    from .joysticks import two_joysticks as two_joysticks
    from .opposite import opposite as opposite, opposite_outside as opposite_outside
    from .own_past import backtracked_action as backtracked_action, infer_actions as infer_actions
    from .own_past import simulated_action as simulated_action
    from .reality_check import reality_check as reality_check, reality_check_alternate as reality_check_alternate
    from .reality_check import reality_check_class as reality_check_class, reality_check_fold as reality_check_fold
    from .reality_check import reality_check_memoised as reality_check_memoised
    from .reality_check_of_chance import reality_check_anew as reality_check_anew
    from .reality_check_of_chance import reality_check_possible as reality_check_possible
    from .self_insert import self_insert as self_insert

on_demand(__name__)
