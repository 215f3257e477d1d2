"""The engines of proof: every agent to a horizon, merged states, worked examples, equality of forms."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .departures import (
        PAID as PAID,
        PUNISHED as PUNISHED,
        every_sequence as every_sequence,
        first_difference as first_difference,
        first_published_difference as first_published_difference,
        functional_departure as functional_departure,
        one_sequence as one_sequence,
        published_departure as published_departure,
    )
    from .equality import (
        AgentTransformPair as AgentTransformPair,
        EnvironmentPair as EnvironmentPair,
        FunctionPair as FunctionPair,
        LearnerTransformPair as LearnerTransformPair,
        Pair as Pair,
    )
    from .every_horizon import close_steps as close_steps
    from .gains import (
        BothRuns as BothRuns,
        CountingByPeriod as CountingByPeriod,
        FAIR as FAIR,
        GainSteps as GainSteps,
        OWN as OWN,
        OwnPasts as OwnPasts,
        gain_law as gain_law,
        is_symmetric as is_symmetric,
        mean_of as mean_of,
        parts_fairly as parts_fairly,
    )
    from .claims import (
        ByHand as ByHand,
        Decidable as Decidable,
        Every as Every,
        GENUINE as GENUINE,
        Kinds as Kinds,
        Rows as Rows,
        along as along,
        answers as answers,
        by_hand as by_hand,
        closed as closed,
        equal as equal,
        every as every,
        in_full as in_full,
        kinds as kinds,
        meets as meets,
        merged as merged,
        outcomes as outcomes,
        raised as raised,
        stepping as stepping,
    )
    from .domains import (
        Domain as Domain,
        agents as agents,
        among as among,
        at as at,
        both as both,
        drawn as drawn,
        environments as environments,
        histories as histories,
        learners as learners,
        pairs as pairs,
        plays as plays,
        sequences_of_actions as sequences_of_actions,
        up_to as up_to,
        with_actions as with_actions,
    )
    from .outcome import (
        Case as Case,
        Closure as Closure,
        Cover as Cover,
        Disagreement as Disagreement,
        Outcome as Outcome,
        Part as Part,
        Refutation as Refutation,
        decide_cases as decide_cases,
        unless as unless,
    )
    from .path_exploration import (
        Claim as Claim,
        Exploration as Exploration,
        Unknown as Unknown,
        decide as decide,
        decide_alike as decide_alike,
        decide_each as decide_each,
        decide_plays as decide_plays,
        decide_prompts as decide_prompts,
        refute as refute,
    )
    from .properties import never_negative as never_negative, pays_one_and_shows_zero as pays_one_and_shows_zero
    from .sampling import (
        HashedAgent as HashedAgent,
        hashed_learner as hashed_learner,
        sampled_prompts as sampled_prompts,
    )
    from .scope import Profile as Profile, Scope as Scope
    from .semideterminism import (
        ProgramStep as ProgramStep,
        SCHEDULES as SCHEDULES,
        Schedule as Schedule,
        Script as Script,
        Search as Search,
        Trial as Trial,
        difference as difference,
        search as search,
        trials as trials,
    )
    from .state_merging import merge_steps as merge_steps
    from .stepping import (
        Claimed as Claimed,
        PathAnswers as PathAnswers,
        StepClaim as StepClaim,
        fork_steps as fork_steps,
    )
    from .symbolic_learner import FreeLearner as FreeLearner
    from .uniform_learners import Chain as Chain, Law as Law, chain as chain
    from .unknown_values import (
        Choose as Choose,
        SomeDraws as SomeDraws,
        SomeEnvironment as SomeEnvironment,
        SomeNumber as SomeNumber,
        Uncounted as Uncounted,
    )

on_demand(__name__)
