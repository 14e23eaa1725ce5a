"""Tables laid by hand, for the tests: a game and a state that stands where a test wants it."""

from typing import Any

import liftlobby as ll
from liftlobby.core.fields import CHANCE
from liftlobby.core.packed import add, copies, insert, total
from liftlobby.games.ghost_lift import notation as ghost_lift_notation
from liftlobby.games.ghost_lift import rules as ghost_lift_rules
from liftlobby.games.in_front_of_the_elevators import notation as elevators_notation
from liftlobby.games.in_front_of_the_elevators import rules as elevators_rules

Table = tuple[ll.Game, Any]


def _game(slug: str, more: dict[str, Any], option: str) -> ll.Game:
    """The game with the options that are in `more`, taken out of it; 3 players and A first if not given."""
    options: dict[str, Any] = {"players": 3, "first": "A"}
    options |= {name: more.pop(name) for name in ("players", "first", option) if name in more}
    return ll.game(slug, **options)


def bag(state: Any, cards: str) -> int:
    """The bag of these cards."""
    return sum(copies(ghost_lift_notation.action_of(state, CHANCE, card), 1) for card in cards.split())


def ghost_lift(
    hand: str = "5 6",
    center: str = "",
    *,
    row: str = "",
    needle: int = ghost_lift_rules.UP,
    passes: int = 0,
    **more: Any,
) -> Table:
    """A's turn with this hand: to play, or, where there is a `row`, to take from it."""
    game = _game("ghost-lift", more, "rules")
    state = game.new_state()
    state.phase = ghost_lift_rules.TAKE if row else ghost_lift_rules.PLAY
    state.turn, state.passes, state.needle = 0, passes, needle
    state.hands[0] = bag(state, hand)
    state.hand_sizes = [total(state.hands[0]), 3, 3, 3, 3, 3]
    state.center = bag(state, center)
    state.center_size = total(state.center)
    state.center_number = int(center.split()[0].rstrip("^v")) if center else 0
    state.row = bag(state, row)
    for card in row.split():
        state.row_numbers |= add(0, int(card.rstrip("^v")) - 1)
    for name, value in more.items():
        setattr(state, name, value)
    return game, state


def cards_to_come(phase: int, **more: Any) -> Table:
    """A chance node, with no 7 left in the deck."""
    game, state = ghost_lift(phase=phase, turn=-1, **more)
    state.deck = state.cards - bag(state, "7 7 7 7^ 7^ 7^")
    return game, state


def person(state: Any, card: str) -> int:
    """The number of a person."""
    return elevators_notation.action_of(state, CHANCE, card)


def stack(state: Any, cards: str) -> int:
    """The set of these persons."""
    members = 0
    for card in cards.split():
        members = add(members, person(state, card))
    return members


def elevators(
    hand: str = "blue-girl red-boy",
    line: str = "",
    *,
    phase: int = elevators_rules.PLAY,
    decks: str = "5 5 5 0",
    **more: Any,
) -> Table:
    """A's turn with this hand, this line 2 and these deck sizes."""
    game = _game("in-front-of-the-elevators", more, "side_pile")
    state = game.new_state()
    state.phase, state.turn, state.line = phase, 0, 1
    state.hands[0] = stack(state, hand)
    for place, card in enumerate(line.split()):
        colour, kind = divmod(person(state, card), 8)
        state.line_types[1] = insert(state.line_types[1], place, kind + 1)
        state.line_colours[1] = insert(state.line_colours[1], place, colour + 1)
        state.line_sizes[1] += 1
    state.deck_sizes = [int(number) for number in decks.split()]
    state.undealt = stack(state, more.pop("undealt", ""))
    for name, value in more.items():
        setattr(state, name, value)
    return game, state


def lost_child() -> Table:
    """A has placed the red lost child: red boy and red girl stand before it."""
    return elevators("blue-girl", "red-boy blue-father red-girl red-lost", phase=elevators_rules.SEND)


def two_lost(phase: int = elevators_rules.SWAP, **more: Any) -> Table:
    """2 players; A was dealt two lost children."""
    return elevators("blue-lost red-lost", phase=phase, players=2, **more)


def lines_of_boys() -> Table:
    """Lines 1 and 2 begin with boys; a third boy is in the stack."""
    game, state = elevators(phase=elevators_rules.OPEN_LINES, undealt="green-boy green-girl", opened=2)
    state.line_types[0] = state.line_types[1] = 2
    state.line_colours[0], state.line_colours[1] = 1, 2
    state.line_sizes[0] = state.line_sizes[1] = 1
    return game, state
