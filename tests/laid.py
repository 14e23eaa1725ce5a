"""Tables laid by hand, for the tests: a game and a state that stands where a test wants it."""

from typing import Any

import liftlobby as ll
from liftlobby.core.fields import CHANCE
from liftlobby.core.packed import add, copies, insert, total
from liftlobby.games.elevator_dice import rules as dice_rules
from liftlobby.games.ghost_lift import notation as ghost_lift_notation
from liftlobby.games.ghost_lift import rules as ghost_lift_rules
from liftlobby.games.in_front_of_the_elevators import notation as elevators_notation
from liftlobby.games.in_front_of_the_elevators import rules as elevators_rules
from liftlobby.games.stuck_in_the_lift import rules as lift_rules

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


def cards_to_come(phase: int, turn: int = -1, **more: Any) -> Table:
    """A chance node, with no 7 left in the deck."""
    game, state = ghost_lift(phase=phase, turn=turn, **more)
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


def fill_line(state: Any, line: int, cards: str) -> None:
    """Let these persons stand in a line, front first."""
    for place, card in enumerate(cards.split()):
        colour, kind = divmod(person(state, card), 8)
        state.line_types[line] = insert(state.line_types[line], place, kind + 1)
        state.line_colours[line] = insert(state.line_colours[line], place, colour + 1)
        state.line_sizes[line] += 1


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
    fill_line(state, 1, line)
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


def full_hands() -> Table:
    """Ghost Lift: the last card is dealt now."""
    game, state = cards_to_come(ghost_lift_rules.DEAL, starter=1, dealing=2)
    state.hands[0] = bag(state, "5 6 7^")
    state.hand_sizes = [6, 6, 5, 0, 0, 0]
    return game, state


def last_round(**tokens: Any) -> Table:
    """Ghost Lift: A holds one card; B has 3 3 9, C has 4."""
    game, state = ghost_lift("8", "7", last_player=2, **tokens)
    state.hands[1], state.hands[2] = bag(state, "3 3 9"), bag(state, "4")
    return game, state


def printed_round(**more: Any) -> Table:
    """The worked case of FE-19 to FE-23; B plays the last card of the round, which stays behind."""
    game, state = elevators(
        "", "yellow-girl green-grandpa red-mother", turn=1, starter=0, plays_left=1, removed=32, **more
    )
    fill_line(state, 0, "red-grandma yellow-father green-lost green-girl")
    fill_line(state, 2, "red-boy blue-father blue-mother")
    state.hands[1] = stack(state, "red-grandpa")
    state.hand_colours = [0, 4, 0, 0]
    state.cafes = [64, 3, 0, 0]
    return game, state


def decks(deck: str, sizes: str, **more: Any) -> Table:
    """In Front of the Elevators: A draws the red boy from this deck."""
    game, state = elevators("blue-girl", phase=elevators_rules.DRAW, decks=sizes, **more)
    number = "123s".index(deck)
    state.open_decks = sum(1 << place for place, size in enumerate(sizes.split()) if size != "0")
    state.top_colours[number], state.top_types[number] = 2, 2
    return game, state


def lift(position: int, drives: list[int], targets: list[int], **more: Any) -> Table:
    """I'm Stuck in the Lift: three players, A has still to commit; floors are written as numbers, plus 1."""
    game = ll.game("stuck-in-the-lift", players=3)
    state = game.new_state()
    state.phase, state.position, state.waiting, state.cone = lift_rules.DRIVING, position, 1, 8
    state.drives[1], state.drives[2] = drives
    state.targets[:3] = targets
    state.blank[:3] = [0, 0, 0]
    for name, value in more.items():
        setattr(state, name, value)
    return game, state


def writing(**more: Any) -> Table:
    """I'm Stuck in the Lift: A has still to write on the 2-star card."""
    return lift(3, [0, 0], [0x01, 0x11, 0x11], phase=lift_rules.WRITING, **{"blank": [2] + [0] * 7} | more)


def dice(row: int, seat: int = 0) -> Table:
    """The dice race: this seat throws beside this row of a shaft 1 2 3 4 5 6 1 2 3 4."""
    game = ll.game("elevator-dice", first="A")
    state = game.new_state()
    state.shaft = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]
    state.phase, state.turn, state.filled, state.rows[seat] = dice_rules.THROW, seat, 10, row
    return game, state


def last_square() -> Table:
    """The dice race: the last square of the shaft is thrown."""
    game, state = dice(4)
    state.phase, state.filled, state.shaft[9] = dice_rules.FILL, 9, 0
    return game, state


def no_first() -> Table:
    """The dice race: nobody is first yet."""
    game = ll.game("elevator-dice")
    return game, game.new_state()


def no_deck(beneath: str = "", **more: Any) -> Table:
    """Ghost Lift: the deck is empty; these cards lie beneath the Center."""
    game, state = ghost_lift("8 2", "7", last_player=0, deck=0, deck_size=0, **more)
    state.beneath = bag(state, beneath)
    return game, state


def last_deal() -> Table:
    """In Front of the Elevators: the last card of the hands is dealt."""
    return elevators("blue-boy blue-girl", phase=elevators_rules.DEAL, dealt=5, undealt="green-girl")


def tops() -> Table:
    """In Front of the Elevators: the third deck is opened."""
    return elevators(phase=elevators_rules.OPEN_DECKS, deck=2, starter=1, undealt="red-boy", top_colours=[1, 3, 0, 0])


def tied_round() -> Table:
    """In Front of the Elevators: nobody scores but from a cafe, A and C the same."""
    game, state = printed_round()
    state.line_types, state.line_colours, state.line_sizes = [0] * 3, [0] * 3, [0] * 3
    state.cafes = [1, 0, 1, 0]
    state.hands[1] = stack(state, "red-lost")
    fill_line(state, 0, "yellow-boy")
    return game, state


def one_card() -> Table:
    """Ghost Lift: the last card of the deck comes to a row of one stack."""
    game, state = cards_to_come(ghost_lift_rules.FILL_ROW, row="9")
    state.deck, state.deck_size = bag(state, "8"), 1
    return game, state
