"""The record of an environment: its names, source, meaning, and the differences of its forms."""

from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from formal_rl.errors import UnknownName, nearest

Group: TypeAlias = Literal["papers", "library", "altered", "abstract", "ordinary"]
"""The papers' own six; the library's documented ones; those that alter the agent; concrete ones; ordinary ones."""

_FORMS = ("incremental", "published", "functional")


@frozen
class EnvironmentRecord:
    """One environment: its name, its source, its forms, its meaning and its alphabet.

    Its module has the definition as ``NAME`` and other forms as ``NAME_incremental``, ``NAME_published`` (of 2022) and
    ``NAME_functional`` (of 2021). ``named`` has the exceptions, as ``attribute`` or ``module:attribute``. Round
    brackets at the end, as in ``corridor()``, say that the form is made by a call, of the listed arguments where no
    others are given.
    """

    name: str
    group: Group = "library"
    """The catalogue fills it in, as it does the module."""
    module: str = ""
    source: str = "documented in the library"
    asked: str = ""
    """When the agent "would have done the same", in words; empty where it is not ``mimic(φ)``."""
    meaning: str = field()
    """Enough to write it from, in the words of histories; empty where no suite asks for it."""
    shown_as: str = ""
    """Its φ of the history, in words; empty if it is not ``mimic(φ)``."""
    hypothetical: str = field()
    """The name of φ, by default ``NAME.hypothetical``; empty where it is not ``mimic(φ)``."""
    named: Mapping[str, str] = field(factory=dict)
    draws: bool = False
    """Whether its forms are made from draws."""
    listed: tuple[Any, ...] = ()
    """The arguments of the listed example, if a call makes the form."""
    published_differs: tuple[str, ...] = ()
    """The departures of the published form of 2022 from the definition, besides its missing initial percept."""
    published_meaning: str = ""
    """The meaning of the published form, if its differences do not give it."""
    functional_differs: str = ""
    """The departures of the functional form of 2021 from the definition."""
    in_2021: str = "as defined"
    """The form of 2021, if there is no functional form here."""
    actions: int = 2
    observations: int = 1
    own_game: bool = False
    """Whether its copies are paid by their own rules, and not with the rewards of the true agent."""

    @meaning.default
    def _acting_as(self) -> str:
        acting_as = f"pays 1 if the agent would have done the same {self.asked}, else -1; (0, 0) at first, and shows 0"
        return acting_as if self.asked else ""

    @hypothetical.default
    def _its_own(self) -> str:
        return f"{self.name}.hypothetical" if self.shown_as else ""

    @property
    def published_name(self) -> str:
        """Its name in the published library; empty if it has none."""
        return camel_case(self.name) if self.meaning and self.has("published") else ""

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that there are."""
        here = vars(import_module(self.module))
        by_convention = (form for form in _FORMS if f"{self.name}_{form}" in here)
        return (*dict.fromkeys(("definition", *by_convention, *self.named, *["hypothetical"] * bool(self.shown_as))),)

    def has(self, form: str) -> bool:
        """Return whether there is such a form."""
        return form in self.forms

    def load(self, form: str = "definition") -> Any:
        """Return a form as its module has it: the form, or what makes it.

        Raises `UnknownName` where there is no such form.
        """
        module, name, _ = self._place(form)
        return attrgetter(name)(import_module(module))

    def made(self, form: str = "definition", *arguments: Any) -> Any:
        """Return a form that can be run, made of the arguments, or of the listed ones, where it has to be made.

        Raises `UnknownName` where there is no such form.
        """
        found = self.load(form)
        return found(*(arguments or self.listed)) if self._place(form)[2] else found

    def attribute(self, form: str = "definition") -> str:
        """Return the name that a form has in its module."""
        return self._place(form)[1]

    def place(self, form: str = "definition") -> tuple[str, str]:
        """Return the module of a form, and the name there of the definition that has it or makes it.

        Raises `UnknownName` where there is no such form.
        """
        module, name, _ = self._place(form)
        return module, name.partition(".")[0]

    def _place(self, form: str) -> tuple[str, str, bool]:
        """Return the module of a form, its name there, and whether it is made by a call."""
        if not self.has(form):
            raise UnknownName(f"{self.name} has no form {form!r}; {nearest(form, self.forms)}")
        by_convention = {"definition": self.name, "hypothetical": self.hypothetical}.get(form, f"{self.name}_{form}")
        text = self.named.get(form, by_convention + "()" * self.draws)
        module, _, name = text.rpartition(":")
        return module or self.module, name.removesuffix("()"), name.endswith("()")


class NamedByRecord:
    """An environment that is an object, and no function; `recorded` gives it a name and a docstring of its own."""

    def __repr__(self) -> str:
        return f"<environment {vars(self).get('__name__', f'by {type(self).__name__}')}>"


def recorded(module: Mapping[str, Any], *records: EnvironmentRecord) -> tuple[EnvironmentRecord, ...]:
    """Return the records; name and describe by them the definitions of a module that schemes such as `mimic` made.

    A scheme does not know which name its result gets. Where a record has no meaning, the module's first line is taken.
    """
    for record in records:
        name = record.named.get("definition", record.name)
        made = module.get(name)
        if isinstance(made, NamedByRecord) or "<locals>" in getattr(made, "__qualname__", ""):
            described = f"{name}: {record.meaning}." if record.meaning else module["__doc__"].splitlines()[0]
            attributes = {"__name__": name, "__qualname__": name, "__module__": module["__name__"]}
            attributes["__doc__"] = f"{described}\n\nSource: {record.source}."
            for attribute, value in attributes.items():
                object.__setattr__(made, attribute, value)
    return records


def camel_case(name: str) -> str:
    """Return a name as the published library writes it: without underscores, each word with a capital."""
    return "".join(word.capitalize() for word in name.split("_"))
