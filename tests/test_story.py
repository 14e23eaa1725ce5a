"""Log lines at every move of random matches: told from views, to everybody, in both languages."""

from itertools import islice
from typing import Any

import pytest
from conftest import OPTION_SETS
from walks import walks

import liftlobby as ll
from liftlobby.core.fields import CHANCE, TERMINAL, View
from liftlobby.core.match import Known, Room
from liftlobby.core.text import Text

MATCHES = 4
MOVES = 1500


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_every_move_is_told_to_everybody(slug: str, options: dict[str, Any]) -> None:
    """No view lacks anything a line needs; no line is left open or shouts; a seat is told of what it does itself."""
    game = ll.game(slug, **options)
    notation, story = Room(game.type.notation), game.type.story
    seen: set[str] = set()
    for steps in islice(walks(game, seed=5), MATCHES):
        known = {viewer: Known(viewer) for viewer in (None, *range(game.players))}
        for step in islice(steps, MOVES):
            for viewer, moves in known.items():
                notation.witness(moves, step)
                move = moves.texts[-1].split(" ", 1)[1]
                lines = story.tell(View(step.before, viewer), View(step.after, viewer), step.player, move)
                assert lines or viewer != step.player or step.player == CHANCE or move == "roll"
                for line in lines:
                    check(line, seen)
                if game.rules.current_player(step.after) == TERMINAL:
                    assert lines[-1] == story.ending(View(step.after, viewer)) or slug == "elevator-dice"


def check(line: Text, seen: set[str]) -> None:
    """A plain sentence in English and in Vietnamese; looked at once for each message."""
    if line.message not in seen:
        seen.add(line.message)
        for language in ("en", "vi"):
            sentence = line.render(language)
            assert sentence.endswith("."), sentence
            assert not set("{}!?") & set(sentence), sentence


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_others_are_not_told_what_is_hidden(slug: str, options: dict[str, Any]) -> None:
    """A spectator's lines are the same as every seat's, but for what seats see of their own hands."""
    game = ll.game(slug, **options)
    match = game.match(seed=9)
    for _ in range(300):
        if match.is_over:
            break
        seat = match.to_act[0]
        match.play(seat, match.legal_moves(seat)[-1])
    public = match.log()
    for seat in game.seats:
        own = match.log(seat)
        assert [line for line in own if not line.startswith(f"{seat} ")] == [
            line for line in public if not line.startswith(f"{seat} ")
        ]
