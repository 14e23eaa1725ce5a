"""I'm Stuck in the Lift: everybody writes floors in secret and pushes the lift towards them."""

from liftlobby.core.game import GameType, players_option
from liftlobby.core.text import text
from liftlobby.games.stuck_in_the_lift import heuristic, notation, reasons, rules, story, worlds

GAME = GameType(
    slug="stuck-in-the-lift",
    title="I'm Stuck in the Lift",
    summary=text("Write floors in secret, commit 0, 5 or 10 together, and hope that the lift stops where you want it."),
    facts=text("3-8 players (2 are allowed, unofficially), 10-15 minutes"),
    best_with=4,
    rules=rules,
    notation=notation,
    reasons=reasons,
    story=story,
    heuristic=heuristic,
    worlds=worlds,
    options=(players_option(2, 8),),
)
