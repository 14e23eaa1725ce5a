"""The catalogues: every sentence has a Vietnamese one, with the same places, and none is left over."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast
from test_reasons import RULES

import liftlobby
from liftlobby.core.game import HOME, game_type, slugs
from liftlobby.core.text import languages, text

SOURCE = Path(liftlobby.__file__).parent
CATALOGUE = SOURCE / "locales" / "vi.po"


def messages() -> dict[str, str]:
    """The titles of the games, the messages of all calls of `text` and `say` in the source and `t` in the templates.

    They must be literal.
    """
    found = {kind.title: kind.slug for kind in map(game_type, slugs()) if kind.rules.__name__.startswith(HOME)}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                message = ast.literal_eval(node.args[0])
                if message:
                    found.setdefault(message, f"{path.relative_to(SOURCE)}:{node.lineno}")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                said = node.args[1] if len(node.args) > 1 else None
                message = str(said.value) if isinstance(said, ast.Constant) else ""
                if message:
                    found.setdefault(message, f"{path.relative_to(SOURCE)}:{node.lineno}")
    for path in sorted(SOURCE.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        for line, _, given in extract_from_ast(Environment().parse(source), ("t",)):
            message = given[0] if isinstance(given, tuple) else given
            assert isinstance(message, str), f"{path}:{line} translates something that is not literal"
            found.setdefault(message, f"{path.relative_to(SOURCE)}:{line}")
    return found


def catalogue() -> dict[str, str]:
    """The Vietnamese sentences by message."""
    with CATALOGUE.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file, locale="vi") if entry.id}


def places(message: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_there_are_english_and_vietnamese() -> None:
    assert languages() == ("en", "vi")


def test_every_message_has_a_vietnamese_one() -> None:
    translated = {message for message, sentence in catalogue().items() if sentence}
    missing = {message: place for message, place in messages().items() if message not in translated}
    assert not missing


def test_no_entry_is_left_over() -> None:
    assert not set(catalogue()) - set(messages())


def test_no_message_stands_twice_in_the_catalogue() -> None:
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("msgid ") for line in lines) == len(catalogue()) + 1


@pytest.mark.parametrize(("message", "sentence"), catalogue().items())
def test_the_places_are_the_same(message: str, sentence: str) -> None:
    assert places(sentence) == places(message)
    assert sentence.rstrip()[-1:] in ".?!" or message.rstrip()[-1:] not in ".?!"
    assert "!" not in sentence


def test_texts_within_texts_are_translated_too() -> None:
    row = text("{before} and {after}", before=text("blue"), after=text("red"))
    assert str(row) == "blue and red"
    assert row.render("vi") == "xanh lam và đỏ"


@pytest.mark.parametrize("slug", RULES)
@pytest.mark.parametrize("language", languages())
def test_the_rulebook_tells_every_rule(slug: str, language: str) -> None:
    rulebook = SOURCE / "games" / slug.replace("-", "_") / "rulebook" / f"{language}.md"
    told = rulebook.read_text(encoding="utf-8")
    assert told.startswith("# ")
    rules = set(re.findall(r"[A-Z]{2}-\d+", told))
    for game, first, last in re.findall(r"([A-Z]{2}-)(\d+) (?:to|đến) [A-Z]{2}-(\d+)", told):
        rules |= {f"{game}{number}" for number in range(int(first), int(last) + 1)}
    assert rules == RULES[slug]
