"""How a log line is asked for in the tests."""

from laid import Table

from liftlobby.core.fields import CHANCE, LETTERS, View, copy_state


def told(table: Table, who: str, move: str, viewer: str = "", seen: str = "") -> list[str]:
    """What `viewer` (nobody: a spectator), who knows the move as `seen`, is told of a move at this table."""
    game, before = table
    player = CHANCE if who == "*" else LETTERS.index(who)
    after = copy_state(before)
    game.rules.apply_action(after, player, game.type.notation.action_of(before, player, move))
    seat = LETTERS.index(viewer) if viewer else None
    return [str(line) for line in game.type.story.tell(View(before, seat), View(after, seat), player, seen or move)]
