"""The engines of proof: every agent to a horizon, merged states, worked examples, equality of forms."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .claims import Decidable as Decidable, Every as Every, GENUINE as GENUINE, Kinds as Kinds, Rows as Rows
    from .claims import along as along, answers as answers, by_hand as by_hand, closed as closed, equal as equal
    from .claims import every as every, kinds as kinds, meets as meets, outcomes as outcomes
    from .claims import raised as raised, stepping as stepping
    from .departures import every_sequence as every_sequence, first_difference as first_difference
    from .departures import first_published_difference as first_published_difference
    from .departures import functional_departure as functional_departure, one_sequence as one_sequence
    from .departures import published_departure as published_departure
    from .domains import Domain as Domain, agents as agents, among as among, at as at, both as both, drawn as drawn
    from .domains import environments as environments, histories as histories, learners as learners, pairs as pairs
    from .domains import plays as plays, sequences_of_actions as sequences_of_actions, up_to as up_to
    from .domains import HashedAgent as HashedAgent, Profile as Profile, Scope as Scope
    from .domains import sampled_prompts as sampled_prompts, with_actions as with_actions
    from .equality import AgentTransformPair as AgentTransformPair, EnvironmentPair as EnvironmentPair
    from .equality import FunctionPair as FunctionPair, LearnerTransformPair as LearnerTransformPair, Pair as Pair
    from .every_horizon import close_steps as close_steps
    from .gains import BothRuns as BothRuns, CountingByPeriod as CountingByPeriod, GainSteps as GainSteps, OWN as OWN
    from .gains import OwnPasts as OwnPasts, gain_law as gain_law, is_symmetric as is_symmetric, mean_of as mean_of
    from .gains import parts_fairly as parts_fairly
    from .outcome import Cover as Cover, Disagreement as Disagreement, Outcome as Outcome, Part as Part
    from .outcome import Refutation as Refutation, decide_cases as decide_cases, unless as unless
    from .path_exploration import Claim as Claim, Exploration as Exploration, Unknown as Unknown, decide as decide
    from .path_exploration import decide_each as decide_each, refute as refute
    from .properties import never_negative as never_negative, pays_one_and_shows_zero as pays_one_and_shows_zero
    from .semideterminism import ProgramStep as ProgramStep, SCHEDULES as SCHEDULES, Schedule as Schedule
    from .semideterminism import difference as difference, search as search, trials as trials
    from .state_merging import merge_steps as merge_steps
    from .stepping import PathAnswers as PathAnswers, fork_steps as fork_steps
    from .uniform_learners import Chain as Chain, Law as Law, chain as chain
    from .unknown_values import (
        Choose as Choose,
        FreeLearner as FreeLearner,
        SomeDraws as SomeDraws,
        SomeEnvironment as SomeEnvironment,
    )
    from .unknown_values import SomeNumber as SomeNumber, Uncounted as Uncounted

on_demand(__name__)
