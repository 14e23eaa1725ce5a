"""Sentences that can be said in any language there is a catalogue for.

A `Text` is an English sentence with {places} and what goes into them. The English sentence is also the key under
which a translation stands in `locales/<language>.po`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Text:
    """A sentence: `str()` gives it in English, `render` in another language. Values may be texts themselves."""

    message: str
    values: dict[str, Any] = field(default_factory=dict)

    def render(self, language: str = "en") -> str:
        """The sentence in a language; in English where the catalogue has no entry."""
        message = translate(self.message, language)
        if not self.values:
            return message
        values = {
            name: value.render(language) if isinstance(value, Text) else value for name, value in self.values.items()
        }
        return message.format(**values)

    def __str__(self) -> str:
        return self.render()


def text(message: str, **values: Any) -> Text:
    """A sentence with the values for its {places}; the catalogues are made from the calls of this function."""
    return Text(message, values)


def plain_text(sentence: object) -> Text:
    """A sentence that exists in one language only, as it is."""
    return Text("{sentence}", {"sentence": str(sentence)})


def listing(items: list[Text], joint: Text) -> Text:
    """Several texts in a row, with `joint` between each two: a text with the places {before} and {after}."""
    row = items[0]
    for item in items[1:]:
        row = Text(joint.message, {"before": row, "after": item})
    return row


def decimal(number: float, places: int, language: str) -> str:
    """A number with so many decimal places, as the language writes it: 12.50 in English, 12,50 in Vietnamese."""
    from babel.numbers import format_decimal

    return str(format_decimal(number, "0." + "0" * places, locale=language))


@lru_cache
def languages() -> tuple[str, ...]:
    """The languages there are: English, then each that has a catalogue."""
    folder = resources.files("liftlobby") / "locales"
    return ("en", *sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".po")))


@lru_cache
def _catalogue(language: str) -> dict[str, str]:
    from babel.messages.pofile import read_po

    with (resources.files("liftlobby") / "locales" / f"{language}.po").open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file, locale=language) if entry.id}


def translate(message: str, language: str) -> str:
    """The message as the language's catalogue has it, or unchanged."""
    if language == "en":
        return message
    return _catalogue(language).get(message) or message
