"""What the published library does otherwise than the papers say: of 2022 as classes, of 2021 as functions."""

from typing import Any

from formal_rl.conformance.suites.environment_suites import form_of
from formal_rl.conformance.zoo.forms import AsPublished
from formal_rl.conformance.zoo.wrong import WrongImplementation, wrong
from formal_rl.environments import CATALOGUE


def _of_2022(suite: str, sentence: str, caught_by: str = "later_percepts", called: str = "") -> WrongImplementation:
    record = CATALOGUE[suite]
    made = {"made": staticmethod(form_of(record, "published"))}
    return wrong(
        type(f"{called or record.published_name}AsPublished", (AsPublished,), made), suite, caught_by, sentence
    )


def _of_2021(suite: str, sentence: str, caught_by: str = "later_percepts", called: str = "") -> WrongImplementation:
    functional = CATALOGUE[suite].load("functional")

    def environment(agent: Any, play: Any) -> Any:
        return functional(agent, play)

    environment.__name__ = environment.__qualname__ = f"{called or suite}_of_2021"
    return wrong(environment, suite, caught_by, sentence)


_FIRST, _LONGER = "first_observation", "longer_histories"

WRONG: tuple[WrongImplementation, ...] = (
    _of_2022(
        "censored_observation",
        "keeps the action that answers the censored observation, and drops the one that led to it",
        called="Censored",
    ),
    _of_2022("crying_baby", "the baby is told that it did what it did a turn before"),
    _of_2022("crying_baby_2", "the parent is told that it did what it did a turn before"),
    _of_2022("deja_vu", "pays nothing for the first action"),
    _of_2022("flip_every_other", "flips the second reward that is earned"),
    _of_2022("ignore_observations", "the copy is asked about what was shown at first"),
    _of_2022("incentivize_zero", "shows what the copy does, where 0 is shown", _FIRST),
    _of_2022("nth_reward_multiplied_by_n", "multiplies by 0, 1, 2, ...", called="NthReward"),
    _of_2022("reverse_history", "pays nothing for the first action"),
    _of_2022("self_recognition", "makes an observation from the next draw", _FIRST),
    _of_2022("tempting_button", "always starts with a button", _FIRST),
    _of_2022("tempting_button_variation", "always starts with a button", _FIRST),
    _of_2021("adversarial_sequence_evader", "the copy's choices stand a turn late", called="evader"),
    _of_2021("adversarial_sequence_predictor", "the copy's choices stand a turn late", called="predictor"),
    _of_2021("crying_baby", "a turn with a meal takes no nutrition", _LONGER),
    _of_2021("delayed_rewards", "delays the first reward, not the second"),
    _of_2021(
        "ignore_rewards_2",
        "deletes the action that answers a positive reward; raises an exception where nothing is left",
    ),
    _of_2021("incentivize_zero", "the copy is rewarded before it is asked for the first time"),
    _of_2021("limited_memory", "remembers five percepts, which are four turns", _LONGER),
    _of_2021("repeater", "doubles a percept with the action that answers it"),
)
"""Wrong by the papers, and each of them what was published."""


def __getattr__(name: str) -> Any:
    """Return an implementation by its name, by which the script of a counterexample imports it."""
    for each in WRONG:
        if each.name == name:
            return each.implementation
    raise AttributeError(name)
