"""In Front of the Elevators: the rulebook. FE- numbers are rules.

A person is one of 35 cards: 8 * colour + type. Colours 0-4 are blue, red, green, yellow, brown; types 0-6 girl, boy,
mother, father, grandma, grandpa, lost child. Hands and undealt cards are sets of persons. A line is two queues, one of
types and one of colours (each plus 1), front first; at most two persons of a type can stand in it when nobody moves,
and one more arrives, so fifteen places are enough.
"""

from collections.abc import MutableSequence

from liftlobby.core.fields import CHANCE, TERMINAL, declare, private, public, public_seat, secret
from liftlobby.core.packed import add, full, has, insert, leave_all, lowest, nth, place, remove, size, standing

# Option `first`: 0 is random, then the seats
RANDOM_FIRST = 0

# Phases in which chance is to move, then those of a seat, then the end
CHOOSE_FIRST, REMOVE, DEAL, SWAP_DEAL, OPEN_LINES, OPEN_DECKS, TURN_UP, SWAP, PLAY, SEND, DRAW, OVER = range(12)
# ... and five that lead on at once, within the same move
CAFE, END_PLAY, NEXT_TURN, END_ROUND, BEGIN_ROUND = range(12, 17)

COLOURS = 5
TYPES = 7
LOST = 6
YELLOW, BROWN = 3, 4
LINES = 3
CUTS_BEFORE = 0x0_1_6_5_4_3_2
"""For each type, from the right, the type before which it cuts in, plus 1; 0 for a lost child."""
SIDE = 3
"""The side pile's number among the decks (FE-31)."""
ROUNDS = 3
BOXES = 8
"""The most boxes an elevator card of one's own may have (FE-5)."""
OF_COLOUR = 0b1111111
"""The seven persons of colour 0; shift by 8 for the next."""
OF_TYPE = 0b00000001_00000001_00000001_00000001_00000001
"""The five persons of type 0; shift by 1 for the next."""
FOUR_COLOURS = 0b01111111_01111111_01111111_01111111
FIVE_COLOURS = 0b01111111_01111111_01111111_01111111_01111111

# Actions: person p into line l is 4p + l; then sending a person, drawing from deck 0-3, swapping a colour
SEND_0 = 160
DRAW_0 = 200
SWAP_0 = 204
NUM_ACTIONS = 209
# Chance outcomes: 64 times what happens to a person, plus the person; or, for FIRST, the seat
DEALT, TOP_0, REMOVED, FIRST = 0, 1, 5, 6
NUM_OUTCOMES = 7 * 64


@declare(seats=4)
class State:
    """Elevators, lines, decks, hands and scores."""

    players: int = public(4, "players at the table")
    first: int = public(4, "option first: 0 random, then 1 for A, 2 for B, ...")
    elevators: int = public(1, "option elevators: 0 default, 1 custom")
    side_pile: int = public(1, "option side_pile")
    boxes: list[list[list[int]]] = public(99, "points by level, line and box, front first", shape=(3, 3, 8), fixed=True)
    capacities: list[list[int]] = public(8, "boxes by level and line", shape=(3, 3), fixed=True)
    doubled: list[int] = public(1, "the types each line doubles", shape=(3,), digits=7, width=1, fixed=True)
    phase: int = public(
        11,
        "0 choose first, 1 remove, 2 deal, 3 deal the swapped, 4 open the lines, 5 open the decks, 6 turn up, 7 swap, "
        "8 play, 9 send, 10 draw, 11 over",
    )
    turns: int = public(90, "cards played so far")
    round: int = public(2, "0 to 2")
    starter: int = public_seat("the round's start player")
    turn: int = public_seat("whose turn it is")
    dealt: int = public(8, "cards dealt to hands this round")
    opened: int = public(4, "lines or decks opened at the start of the round")
    plays_left: int = public(4, "plays to come once the three decks are out; 0 before")
    deck: int = public(3, "the deck whose top is being turned up")
    line: int = public(2, "the line of the card just played")
    kind: int = public(6, "the type of the card just played")
    line_types: list[int] = public(7, "types in each line, plus 1, front first", shape=(3,), digits=15, width=4)
    line_colours: list[int] = public(5, "colours in each line, plus 1, front first", shape=(3,), digits=15, width=4)
    line_sizes: list[int] = public(15, "persons in each line", shape=(3,))
    deck_sizes: list[int] = public(12, "cards in decks 1 to 3 and in the side pile, with their tops", shape=(4,))
    open_decks: int = public(1, "the decks that can be drawn from", digits=4, width=1)
    top_colours: list[int] = public(5, "colours of the decks' tops, plus 1; 0 is none", shape=(4,))
    top_types: list[int] = secret(7, "types of the decks' tops, plus 1; 0 is none", shape=(4,))
    undealt: int = secret(1, "persons in the three decks below their tops", digits=40, width=1)
    side_undealt: int = secret(1, "persons in the side pile below its top", digits=40, width=1)
    removed: int = secret(39, "with 3 players the person that stays out, plus 1; 0 is none")
    hands: list[int] = private(1, "persons in hand", digits=40, width=1)
    hand_colours: list[int] = public(3, "how many of each colour in hand", per_seat=True, digits=5, width=2)
    cafes: list[int] = public(1, "types of the sets taken to the cafe this round", per_seat=True, digits=7, width=1)
    guests: int = public(1, "persons in the cafes, who lie face up", digits=40, width=1)
    round_scores: list[list[int]] = public(999, "points by round", per_seat=True, shape=(3,))


def setup(state: State) -> None:
    """FE-1: who begins, then FE-4."""
    state.turn = -1
    state.starter = -1
    state.phase = CHOOSE_FIRST
    if state.first != RANDOM_FIRST:
        choose_first(state, state.first - 1)
        if state.phase == BEGIN_ROUND:
            begin_round(state)


def choose_first(state: State, seat: int) -> None:
    """FE-1, FE-4: with 3 players a card is then removed."""
    state.starter = seat
    if state.players == 3:
        state.phase = REMOVE
    else:
        state.phase = BEGIN_ROUND


def begin_round(state: State) -> None:
    """FE-4, FE-24: all cards in play are shuffled; the removed card stays out."""
    state.undealt = FIVE_COLOURS
    if state.players == 3:
        state.undealt = remove(FOUR_COLOURS, state.removed - 1)
    state.turn = -1
    state.dealt = 0
    state.opened = 0
    state.plays_left = 0
    state.deck_sizes[SIDE] = 0
    state.top_colours[SIDE] = 0
    state.top_types[SIDE] = 0
    state.side_undealt = 0
    state.open_decks = 0
    for seat in range(state.players):
        state.hands[seat] = 0
        state.hand_colours[seat] = 0
    state.phase = DEAL


def clear_table(state: State) -> None:
    """FE-24: the lines and cafes of the round before, left in sight until the first card is dealt."""
    for line in range(LINES):
        state.line_types[line] = 0
        state.line_colours[line] = 0
        state.line_sizes[line] = 0
    for seat in range(state.players):
        state.cafes[seat] = 0
    state.guests = 0


def owner(state: State, colour: int) -> int:
    """FE-3: the seat that owns a colour, or one that is not at the table."""
    if state.players == 2:
        return colour // 2
    return colour


def dealt_seat(state: State) -> int:
    """FE-7: two cards for A, two for B, ..."""
    return state.dealt // 2


def dealt_colour(state: State) -> int:
    """FE-7: the own colour; with 2 players one of each, in the order of FE-3."""
    if state.players == 2:
        return state.dealt
    return state.dealt // 2


def current_player(state: State) -> int:
    """FE-11, FE-14: the player whose turn it is plays, sends and draws; FE-8: who was dealt two lost children swaps."""
    if state.phase <= TURN_UP:
        return CHANCE
    if state.phase == OVER:
        return TERMINAL
    return state.turn


# --- what may be done -------------------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int, actions: MutableSequence[int]) -> int:
    """FE-11: any card into any line, then any deck; FE-14, FE-8: whom to send, what to swap."""
    number = num_legal_actions(state, seat)
    for n in range(number):
        actions[n] = nth_legal_action(state, seat, n)
    return number


def num_legal_actions(state: State, seat: int) -> int:
    """FE-11: three lines a card; FE-17, FE-31: the decks with cards; FE-14: persons of the colour; FE-8: two."""
    if state.phase == PLAY:
        return 2 * LINES
    if state.phase == DRAW:
        return size(state.open_decks)
    if state.phase == SEND:
        return size(relatives(state))
    return 2


def nth_legal_action(state: State, seat: int, n: int) -> int:
    """FE-8, FE-11, FE-14, FE-17: the n-th of them."""
    if state.phase == PLAY:
        hand = state.hands[seat]  # always two cards
        if n >= LINES:
            hand &= hand - 1
            n -= LINES
        return 4 * lowest(hand) + n
    if state.phase == DRAW:
        return DRAW_0 + nth(state.open_decks, n)
    if state.phase == SEND:
        return SEND_0 + nth(candidates(state), n)
    return SWAP_0 + nth(state.hands[seat], n) // 8


def candidates(state: State) -> int:
    """FE-14: the persons that share the colour of the lost child at the line's rear, itself apart."""
    colours = state.line_colours[state.line]
    colour = place(colours, state.line_sizes[state.line] - 1) - 1
    same = relatives(state)
    found = 0
    while same:
        kind = place(state.line_types[state.line], lowest(same) // 4) - 1
        found = add(found, 8 * colour + kind)
        same &= same - 1
    return found


def relatives(state: State) -> int:
    """FE-14: where they stand, as `standing` gives it."""
    rear = state.line_sizes[state.line] - 1
    colours = state.line_colours[state.line]
    return standing(colours, place(colours, rear)) & full(4 * rear)


# --- chance -----------------------------------------------------------------------------------------------------------


def chance_outcomes(state: State, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    """FE-1: any seat may begin. FE-4, FE-7 to FE-10, FE-31: any card that can come, each as likely."""
    number = chance_weight(state)
    for n in range(number):
        outcomes[n] = nth_chance_outcome(state, n)
        weights[n] = 1
    return number


def chance_weight(state: State) -> int:
    """FE-1: seats; else the cards that can come."""
    return size(can_come(state))


def nth_chance_outcome(state: State, n: int) -> int:
    """FE-1: seat n; else the n-th card that can come, with what happens to it."""
    return 64 * use(state) + nth(can_come(state), n)


def use(state: State) -> int:
    """What happens to what chance brings: a person is dealt or removed, is a deck's new top, or a seat is first."""
    if state.phase >= OPEN_DECKS:
        return TOP_0 + state.deck
    if state.phase == REMOVE:
        return REMOVED
    if state.phase == CHOOSE_FIRST:
        return FIRST
    return DEALT


def can_come(state: State) -> int:
    """The set of persons (or seats) that chance may bring now, each as likely."""
    if state.phase >= OPEN_DECKS:
        if state.deck == SIDE:
            return state.side_undealt
        return state.undealt
    if state.phase == DEAL:  # FE-7
        return state.undealt & (OF_COLOUR << (8 * dealt_colour(state)))
    if state.phase == SWAP_DEAL:  # FE-8: `deck` is the colour
        return state.undealt & (OF_COLOUR << (8 * state.deck))
    if state.phase == OPEN_LINES:  # FE-9
        persons = state.undealt & ~(OF_TYPE << LOST)
        if state.opened == 2 and state.line_types[0] == state.line_types[1]:
            persons &= ~(OF_TYPE << (state.line_types[0] - 1))
        return persons
    if state.phase == REMOVE:  # FE-4
        return OF_COLOUR << (8 * YELLOW)
    return full(state.players)  # FE-1


# --- what happens -----------------------------------------------------------------------------------------------------


def apply_action(state: State, player: int, action: int) -> None:
    """Carry out a play, send, draw or swap, or what chance brings, and what follows without a decision."""
    if player == CHANCE:
        bring(state, action % 64)
    elif state.phase == DRAW:
        draw(state, player, action - DRAW_0)
    elif state.phase == SWAP:
        state.deck = action - SWAP_0
        state.phase = SWAP_DEAL
    else:
        sent = action - SEND_0
        if state.phase == PLAY:
            sent = play(state, player, action // 4, action % 4)
        if sent >= 0:
            send(state, sent)
        if state.phase == CAFE:
            cafe(state, player)
        if state.phase == END_PLAY:
            end_play(state)
        if state.phase == END_ROUND:
            end_round(state)
    if state.phase == NEXT_TURN:
        next_turn(state)
    elif state.phase == BEGIN_ROUND:
        begin_round(state)


def bring(state: State, person: int) -> None:
    """FE-1, FE-4, FE-7 to FE-10: what chance brings: a person, or the seat that begins."""
    if state.phase >= OPEN_DECKS:
        turn_up(state, person)
    elif state.phase == DEAL:
        deal(state, person)
    elif state.phase == OPEN_LINES:
        open_line(state, person)
    elif state.phase == SWAP_DEAL:
        swap(state, person)
    elif state.phase == REMOVE:
        state.removed = person + 1
        state.phase = BEGIN_ROUND
    else:
        choose_first(state, person)


def take_up(state: State, seat: int, person: int) -> None:
    """A card goes to a hand; everybody sees its colour."""
    state.hands[seat] = add(state.hands[seat], person)
    state.hand_colours[seat] += 1 << (2 * (person // 8))


def put_down(state: State, seat: int, person: int) -> None:
    """A card leaves a hand."""
    state.hands[seat] = remove(state.hands[seat], person)
    state.hand_colours[seat] -= 1 << (2 * (person // 8))


def deal(state: State, person: int) -> None:
    """FE-7: two cards each; FE-8: with 2 players, two lost children are swapped before the next seat is dealt to."""
    if state.dealt == 0:
        clear_table(state)
    seat = dealt_seat(state)
    state.undealt = remove(state.undealt, person)
    take_up(state, seat, person)
    state.dealt += 1
    both_lost = state.dealt % 2 == 0 and state.hands[seat] & ~(OF_TYPE << LOST) == 0
    if state.players == 2 and both_lost:
        state.turn = seat
        state.phase = SWAP
    else:
        deal_on(state)


def deal_on(state: State) -> None:
    """FE-7, FE-9: the next card, or the lines once every hand has two."""
    state.phase = DEAL
    if state.dealt == 2 * state.players:
        state.phase = OPEN_LINES


def swap(state: State, person: int) -> None:
    """FE-8: another card of the colour comes to the hand, then the lost child goes back into the stack."""
    seat = state.turn
    lost = 8 * state.deck + LOST
    put_down(state, seat, lost)
    take_up(state, seat, person)
    state.undealt = add(remove(state.undealt, person), lost)
    state.turn = -1
    state.deck = 0
    deal_on(state)


def open_line(state: State, person: int) -> None:
    """FE-9: one person for each line; FE-10: the rest is split into three decks, the first ones larger."""
    state.undealt = remove(state.undealt, person)
    line = state.opened
    stand(state, line, 0, person)
    state.opened += 1
    if state.opened == LINES:
        rest = size(state.undealt)
        for deck in range(LINES):
            state.deck_sizes[deck] = (rest + LINES - 1 - deck) // LINES
        state.open_decks = full(LINES)
        if state.side_pile:  # FE-31: the removed yellow card and the seven brown cards are a fourth deck
            state.side_undealt = add(OF_COLOUR << (8 * BROWN), state.removed - 1)
            state.deck_sizes[SIDE] = TYPES + 1
            state.open_decks = full(LINES + 1)
        state.deck = 0
        state.phase = OPEN_DECKS


def turn_up(state: State, person: int) -> None:
    """FE-10: a deck's new top shows its colour to all and its type to nobody; FE-31: the side pile's too."""
    if state.deck == SIDE:
        state.side_undealt = remove(state.side_undealt, person)
    else:
        state.undealt = remove(state.undealt, person)
    state.top_colours[state.deck] = person // 8 + 1
    state.top_types[state.deck] = person % 8 + 1
    if state.phase == TURN_UP:
        state.phase = NEXT_TURN
    elif state.deck < LINES - 1 + state.side_pile:
        state.deck += 1
    else:
        state.turn = state.starter
        state.deck = 0
        state.phase = PLAY


def play(state: State, seat: int, person: int, line: int) -> int:
    """FE-11: a card into a line; FE-12, FE-13: it cuts in before the frontmost it may, or goes to the rear.

    Returns the person who must move behind a lost child, or -1 (FE-14: nobody, or the player chooses).
    """
    kind = person % 8
    rear = state.line_sizes[line]
    types = state.line_types[line]
    at = lowest(standing(types, cuts_before(kind)) | 1 << (4 * rear)) // 4
    types = insert(types, at, kind + 1)
    state.line_types[line] = types
    state.line_colours[line] = insert(state.line_colours[line], at, person // 8 + 1)
    state.line_sizes[line] = rear + 1
    put_down(state, seat, person)
    state.turns += 1
    state.line = line
    state.kind = kind
    if size(standing(types, kind + 1)) == 3:
        state.phase = CAFE
    else:
        state.phase = END_PLAY
    if kind == LOST:
        others = relatives(state)
        if others & (others - 1):
            state.phase = SEND
        elif others:
            return 8 * (person // 8) + place(types, lowest(others) // 4) - 1
    return -1


def cuts_before(kind: int) -> int:
    """FE-12: the type, plus 1, before which a type cuts in; FE-14: for a lost child 0, an empty place."""
    return place(CUTS_BEFORE, kind)


def stand(state: State, line: int, at: int, person: int) -> None:
    """A person takes a place in a line; those behind move back."""
    state.line_types[line] = insert(state.line_types[line], at, person % 8 + 1)
    state.line_colours[line] = insert(state.line_colours[line], at, person // 8 + 1)
    state.line_sizes[line] += 1


def step_out(state: State, line: int, places: int) -> None:
    """Persons leave a line, given as `standing` does; the gaps close."""
    state.line_types[line] = leave_all(state.line_types[line], places)
    state.line_colours[line] = leave_all(state.line_colours[line], places)
    state.line_sizes[line] -= size(places)


def send(state: State, person: int) -> None:
    """FE-14: a person of its colour moves behind the lost child."""
    line = state.line
    kinds = standing(state.line_types[line], person % 8 + 1)
    step_out(state, line, kinds & standing(state.line_colours[line], person // 8 + 1))
    stand(state, line, state.line_sizes[line], person)
    if size(standing(state.line_types[line], LOST + 1)) == 3:
        state.phase = CAFE
    else:
        state.phase = END_PLAY


def cafe(state: State, seat: int) -> None:
    """FE-15, FE-16: three of the type just placed leave the line and are a set of the player who placed the third."""
    line = state.line
    places = standing(state.line_types[line], state.kind + 1)
    for n in range(size(places)):
        colour = place(state.line_colours[line], nth(places, n) // 4) - 1
        state.guests = add(state.guests, 8 * colour + state.kind)
    step_out(state, line, places)
    state.cafes[seat] = add(state.cafes[seat], state.kind)
    state.phase = END_PLAY


def end_play(state: State) -> None:
    """FE-11: then a card is drawn; FE-18: when all three decks are out, each plays once more without drawing."""
    if state.plays_left == 0:
        state.phase = DRAW
    elif state.plays_left == 1:
        state.phase = END_ROUND
    else:
        state.plays_left -= 1
        state.phase = NEXT_TURN


def draw(state: State, seat: int, deck: int) -> None:
    """FE-11: the top of a deck goes to the hand; FE-10: and the next one shows its colour."""
    person = 8 * (state.top_colours[deck] - 1) + state.top_types[deck] - 1
    take_up(state, seat, person)
    state.top_colours[deck] = 0
    state.top_types[deck] = 0
    state.deck_sizes[deck] -= 1
    if state.deck_sizes[deck]:
        state.deck = deck
        state.phase = TURN_UP
    else:
        state.open_decks = remove(state.open_decks, deck)
        if state.open_decks & full(LINES) == 0:
            state.plays_left = state.players
        state.phase = NEXT_TURN


def next_turn(state: State) -> None:
    """FE-11: clockwise."""
    state.deck = 0
    state.turn = left_neighbour(state, state.turn)
    state.phase = PLAY


def left_neighbour(state: State, seat: int) -> int:
    """FE-11: the next seat clockwise."""
    if seat + 1 == state.players:
        return 0
    return seat + 1


# --- scoring ----------------------------------------------------------------------------------------------------------


def end_round(state: State) -> None:
    """FE-19 to FE-24: the lines ride, the cafes pay, and the next round is dealt; FE-26: after the third it is over."""
    for seat in range(state.players):
        state.round_scores[seat][state.round] = cafe_points(state, seat)
    for line in range(LINES):
        colours = state.line_colours[line]
        for at in range(num_riders(state, line)):
            seat = owner(state, place(colours, at) - 1)
            if seat < state.players:
                state.round_scores[seat][state.round] += rider_points(state, line, at)
    if state.round == ROUNDS - 1:
        state.phase = OVER
    else:
        state.starter = next_starter(state)
        state.round += 1
        state.phase = BEGIN_ROUND


def num_riders(state: State, line: int) -> int:
    """FE-19: as many as there are boxes."""
    return min(state.line_sizes[line], state.capacities[state.round][line])


def rider_points(state: State, line: int, at: int) -> int:
    """FE-19: the rearmost rider gets the rightmost box; FE-20: pictured types double; FE-21: a lost child gets 0."""
    kind = place(state.line_types[line], at) - 1
    if kind == LOST:
        return 0
    box = state.capacities[state.round][line] - num_riders(state, line) + at
    points = state.boxes[state.round][line][box]
    return points << int(has(state.doubled[line], kind))


def cafe_points(state: State, seat: int) -> int:
    """FE-23: 1 for each set, 2 for lost children."""
    return size(state.cafes[seat]) + (state.cafes[seat] >> LOST)


def next_starter(state: State) -> int:
    """FE-25: who scored most in the round; of equals the first clockwise from the last start player, who is first."""
    best = state.starter
    seat = state.starter
    for _ in range(state.players - 1):
        seat = left_neighbour(state, seat)
        if state.round_scores[seat][state.round] > state.round_scores[best][state.round]:
            best = seat
    return best


def score(state: State, seat: int) -> int:
    """FE-26: the sum of the rounds."""
    scores = state.round_scores[seat]
    return scores[0] + scores[1] + scores[2]


def returns(state: State, seat: int) -> float:
    """FE-26: the highest sum wins; all tied players do."""
    best = 0
    for other in range(state.players):
        best = max(best, score(state, other))
    winners = 0
    for other in range(state.players):
        winners += int(score(state, other) == best)
    if score(state, seat) == best:
        return state.players / winners - 1.0
    return -1.0
