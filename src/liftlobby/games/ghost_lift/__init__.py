"""Ghost Lift: shed your hand up or down past the needle, or be haunted by what is left."""

from collections.abc import Mapping

from liftlobby.core.game import GameType, Option, Value, first_option, players_option
from liftlobby.core.text import Text, text
from liftlobby.games.ghost_lift import heuristic, notation, reasons, rules, story, worlds
from liftlobby.games.ghost_lift.cards import ICONS


def conflict(options: Mapping[str, Value]) -> Text | None:
    """GL-1, GL-25: the simplified rules are for 3 to 6 players."""
    if options["rules"] == "simplified" and options["players"] == 2:
        return text("the simplified rules are for 3 to 6 players (GL-1).")
    return None


GAME = GameType(
    slug="ghost-lift",
    title="Ghost Lift",
    summary=text("Play higher, play lower, as the needle says, and empty your hand before the ghosts count it."),
    facts=text("2-6 players, 15-30 minutes"),
    best_with=4,
    rules=rules,
    notation=notation,
    heuristic=heuristic,
    worlds=worlds,
    reasons=reasons,
    story=story,
    options=(
        players_option(2, 6),
        Option(
            "rules",
            text("standard, or simplified: eight cards, no Revealed row, any number of equal cards"),
            ("standard", "simplified"),
            "standard",
        ),
        first_option(text("who begins (whoever had a scare most recently)")),
    ),
    cards=ICONS,
    conflict=conflict,
)
