"""Agents from agents: the reality check in its forms and what it gains, the inference of actions, backtracking."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .action_inference import infer_actions as infer_actions
    from .backtracking import backtracked_action as backtracked_action, simulated_action as simulated_action
    from .gain import gain as gain, others_pasts as others_pasts, rewards as rewards
    from .handicap import (
        BatteryTable as BatteryTable,
        battery_table as battery_table,
        handicapped_battery as handicapped_battery,
        with_handicap as with_handicap,
        with_handicap_repaired as with_handicap_repaired,
    )
    from .joysticks import TwoJoysticksIncremental as TwoJoysticksIncremental, two_joysticks as two_joysticks
    from .opposite import (
        OppositePublished as OppositePublished,
        opposite as opposite,
        opposite_outside as opposite_outside,
    )
    from .reality_check import (
        PublishedRealityCheck as PublishedRealityCheck,
        RealityCheckFold as RealityCheckFold,
        reality_check as reality_check,
        reality_check_alternate as reality_check_alternate,
        reality_check_class as reality_check_class,
        reality_check_fold as reality_check_fold,
        reality_check_memoised as reality_check_memoised,
    )
    from .reality_check_of_chance import (
        reality_check_anew as reality_check_anew,
        reality_check_anew_fold as reality_check_anew_fold,
        reality_check_drawn as reality_check_drawn,
        reality_check_possible as reality_check_possible,
    )
    from .self_insert import (
        SelfInsertIncremental as SelfInsertIncremental,
        read_from_the_screen as read_from_the_screen,
        self_insert as self_insert,
        self_insert_letter as self_insert_letter,
    )

on_demand(__name__)
