"""The elevator dice race: two counters, one die, no decision; the null control of every statistic."""

from liftlobby.core.game import GameType, Option, first_option, players_option
from liftlobby.core.text import text
from liftlobby.games.elevator_dice import notation, reasons, rules, story

GAME = GameType(
    slug="elevator-dice",
    title="The elevator dice race",
    summary=text("Two counters race through a shaft of thrown numbers. Nothing is decided, everything is luck."),
    facts=text("2 players, 5 minutes"),
    rules=rules,
    notation=notation,
    reasons=reasons,
    story=story,
    options=(
        players_option(2, 2),
        Option(
            "ends",
            text("where penthouse and basement are: beyond the ten squares, or inside as the first and the last"),
            ("beyond", "inside"),
            "beyond",
        ),
        first_option(text("who begins the race (the youngest)")),
    ),
)
