"""In Front of the Elevators: queue, cut in, send, and ride. English and Vietnamese editions."""

from collections.abc import Mapping

from liftlobby.core.game import GameType, Option, Value, first_option, players_option
from liftlobby.core.text import Text, text
from liftlobby.games.in_front_of_the_elevators import heuristic, notation, reasons, rules, story, worlds
from liftlobby.games.in_front_of_the_elevators.cards import ELEVATORS


def conflict(options: Mapping[str, Value]) -> Text | None:
    """FE-1, FE-31: the side pile is for 3 players."""
    if options["side_pile"] and options["players"] != 3:
        return text("the side pile is for 3 players (FE-31).")
    return None


GAME = GameType(
    slug="in-front-of-the-elevators",
    title="In Front of the Elevators",
    summary=text("Bring your family onto three crowded lifts: they cut in, get lost and leave for the cafe."),
    facts=text("2-4 players, 20 minutes"),
    best_with=3,
    rules=rules,
    notation=notation,
    reasons=reasons,
    story=story,
    heuristic=heuristic,
    worlds=worlds,
    options=(
        players_option(2, 4),
        first_option(text("who begins (whoever last got on an elevator without waiting)")),
        Option(
            "elevators", text("the elevator cards: default, or a file of your own"), ("default", "custom"), "default"
        ),
        Option(
            "side_pile",
            text("3 players: the cards put aside are a fourth deck to draw from (Vietnamese edition)"),
            (False, True),
            False,
        ),
    ),
    cards=ELEVATORS,
    conflict=conflict,
)
