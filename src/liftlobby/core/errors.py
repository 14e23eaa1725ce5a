"""Errors that a user may see: each is one sentence that says what was wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from liftlobby.core.text import Text


class LiftError(Exception):
    """Anything a user can mend; `str()` is the sentence."""


class UnknownName(LiftError, ValueError):
    """A name or value that does not exist."""


class BadRecord(LiftError, ValueError):
    """A match record that cannot be read or does not follow the rules."""


class TooLarge(LiftError):
    """What was asked for would take more room or time than there is."""


@dataclass(frozen=True)
class Reason:
    """Why something may not be done: the number of the rule, and a sentence."""

    rule: str
    sentence: Text

    def render(self, language: str = "en") -> str:
        """The sentence with its rule number."""
        return f"{self.rule}: {self.sentence.render(language)}"


class IllegalMove(LiftError, ValueError):
    """A move that may not be played: `rule`, `reason` (a sentence in English), `legal` (the legal moves, sorted)."""

    def __init__(self, why: Reason, legal: list[str]) -> None:
        super().__init__(why.render())
        self.why = why
        self.rule = why.rule
        self.reason = why.sentence.render()
        self.legal = legal

    def in_language(self, language: str) -> str:
        """Rule number and sentence in another language."""
        return self.why.render(language)


def unknown(what: str, given: object, known: Iterable[object]) -> UnknownName:
    """There is no such thing; names the nearest, or all there are."""
    names = [str(name) for name in known]
    shown = shorten(given)
    near = difflib.get_close_matches(shown.lower(), [name.lower() for name in names], n=1, cutoff=0.5)
    guess = next((name for name in names if near and name.lower() == near[0]), "")
    hint = f"did you mean {guess!r}? It is" if guess else "it is"
    return UnknownName(f"There is no {what} {shown!r}: {hint} one of {', '.join(names)}.")


def shorten(given: object, most: int = 60) -> str:
    """What a user gave, on one line and not too long, to be shown back."""
    shown = printable(" ".join(str(given).split()))
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def printable(given: str) -> str:
    """A text without anything that a terminal would obey: what is not printable is shown as Python writes it."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in given)
