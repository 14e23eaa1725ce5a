"""Ghost Lift: the rulebook. GL- numbers are rules.

Cards are of 20 kinds: number n without icon is kind 2(n - 1), with its icon the kind after it. Hands, deck, row,
Center and piles are bags of kinds (`core.packed`), in which a number's two kinds are one pair of counts.
"""

from collections.abc import MutableSequence

from liftlobby.core.fields import CHANCE, TERMINAL, declare, private, public, public_seat, public_seats, secret
from liftlobby.core.packed import add, copies, count, full, has, lowest, nth, nth_kind, pairs_with, remove, size, total

# Option `rules`, option `first` (0 is random, then the seats)
STANDARD, SIMPLIFIED = 0, 1
RANDOM_FIRST = 0

# Phases in which chance is to move, then those of a seat, then the end
CHOOSE_FIRST, DEAL, OPEN, FILL_ROW, PASS_DRAW, PLAY, TAKE, OVER = range(8)
# ... and two that lead on at once, within the same move
END_ROUND, END_TURN = 8, 9

NUMBERS = 10
KINDS = 20
UP, DOWN = 1, 2
PAIR = 0o77
"""The two counts of one number in a bag."""

# Actions: a play of p plain cards and q with icon of number n is 64(n - 1) + 8p + q; take the stack of n is TAKE_0 + n
PASS = 640
LEAVE = 641
TAKE_0 = 641
NUM_ACTIONS = TAKE_0 + NUMBERS + 1
# Chance outcomes: a kind is drawn, or seat s is first
FIRST_SEAT = KINDS
NUM_OUTCOMES = FIRST_SEAT + 6


@declare(seats=6)
class State:
    """Hands, piles, needle and tokens."""

    players: int = public(6, "players at the table")
    rules: int = public(1, "option rules: 0 standard, 1 simplified")
    first: int = public(6, "option first: 0 random, then 1 for A, 2 for B, ...")
    cards: int = public(6, "all the cards of the game, by kind", digits=20, width=3)
    icon_up: int = public(1, "numbers whose icon is Up: 1 to 10", digits=10, width=1)
    phase: int = public(
        7, "0 choose first, 1 deal, 2 open, 3 fill the row, 4 draw after a pass, 5 play, 6 take, 7 over"
    )
    turns: int = public(1_000_000_000, "plays and passes so far")
    dealing: int = public_seat("whose hand is being dealt")
    starter: int = public_seat("the round's first player")
    turn: int = public_seat("whose turn it is")
    last_player: int = public_seat("who played the Center")
    passes: int = public(6, "passes since the last play")
    needle: int = public(2, "1 Up, 2 Down; 0 before the first card")
    center: int = public(6, "the Center, by kind", digits=20, width=3)
    center_number: int = public(10, "the number of the Center; 0 when there is none")
    center_size: int = public(6, "how many cards the Center has")
    beneath: int = public(6, "the cards beneath the Center, by kind", digits=20, width=3)
    side: int = public(6, "the cards at the side, by kind", digits=20, width=3)
    row: int = public(6, "the Revealed row, by kind", digits=20, width=3)
    row_numbers: int = public(1, "the numbers in the row: 1 to 10", digits=10, width=1)
    deck: int = secret(6, "the deck, by kind", digits=20, width=3)
    deck_size: int = public(60, "cards in the deck")
    hands: list[int] = private(6, "the hand, by kind", digits=20, width=3)
    hand_sizes: list[int] = public(60, "cards in hand", per_seat=True)
    known: list[int] = public(
        6, "cards in hand that all have seen go there, by kind", per_seat=True, digits=20, width=3
    )
    white: list[int] = public(1, "white tokens: 1 to 10", per_seat=True, digits=10, width=1)
    green: list[int] = public(1, "green tokens: 1 to 10", per_seat=True, digits=10, width=1)
    thrice: list[int] = public(
        1, "numbers whose ghost came a third time, which ends the game: 1 to 10", per_seat=True, digits=10, width=1
    )
    losers: int = public_seats("who lost")


def setup(state: State) -> None:
    """GL-1: who begins, then GL-3."""
    state.turn = -1
    state.last_player = -1
    state.starter = -1
    state.dealing = -1
    state.phase = CHOOSE_FIRST
    if state.first != RANDOM_FIRST:
        begin_round(state, state.first - 1)


def begin_round(state: State, starter: int) -> None:
    """GL-3, GL-21: all cards are shuffled and dealt; tokens stay."""
    for seat in range(state.players):
        state.hands[seat] = 0
        state.hand_sizes[seat] = 0
        state.known[seat] = 0
    state.deck = state.cards
    state.deck_size = total(state.cards)
    state.beneath = 0
    state.side = 0
    state.row = 0
    state.row_numbers = 0
    state.dealing = 0
    clear_center(state)
    state.starter = starter
    state.turn = starter
    state.phase = DEAL


def hand_size_at_start(state: State) -> int:
    """GL-3: six cards; GL-22: ten with 2 players; GL-25: eight in the simplified game."""
    if state.rules == SIMPLIFIED:
        return 8
    if state.players == 2:
        return 10
    return 6


def row_length(state: State) -> int:
    """GL-4: three different numbers; GL-22: four with 2 players; GL-25: no row in the simplified game."""
    if state.rules == SIMPLIFIED:
        return 0
    if state.players == 2:
        return 4
    return 3


def current_player(state: State) -> int:
    """GL-5, GL-14: the seat whose turn it is plays, then takes; cards come from chance."""
    if state.phase <= PASS_DRAW:
        return CHANCE
    if state.phase == OVER:
        return TERMINAL
    return state.turn


# --- what may be done -------------------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int, actions: MutableSequence[int]) -> int:
    """GL-6 to GL-8, GL-26: the plays and the pass; GL-14: the stacks and leaving them."""
    number = num_legal_actions(state, seat)
    for n in range(number):
        actions[n] = nth_legal_action(state, seat, n)
    return number


def num_legal_actions(state: State, seat: int) -> int:
    """GL-6 to GL-8, GL-14, GL-24: how many plays, stacks, and whether one may pass or leave."""
    if state.phase == TAKE:
        return size(state.row_numbers) + may_leave(state)
    hand = state.hands[seat]
    number = may_pass(state)
    fewest = fewest_cards(state)
    playable = playable_pairs(state, hand, fewest)
    while playable:
        number += num_plays(state, seat, (hand >> lowest(playable)) & PAIR, fewest)
        playable &= playable - 1
    return number


def nth_legal_action(state: State, seat: int, n: int) -> int:
    """GL-6 to GL-8, GL-14: plays by number and number of plain cards, then pass; leave, then the stacks."""
    if state.phase == TAKE:
        n -= may_leave(state)
        if n < 0:
            return LEAVE
        return TAKE_0 + 1 + nth(state.row_numbers, n)
    hand = state.hands[seat]
    fewest = fewest_cards(state)
    playable = playable_pairs(state, hand, fewest)
    while playable:
        shift = lowest(playable)
        pair = (hand >> shift) & PAIR
        plays = num_plays(state, seat, pair, fewest)
        if n < plays:
            return 64 * (shift // 6) + nth_play(state, pair, fewest, n)
        n -= plays
        playable &= playable - 1
    return PASS


def may_pass(state: State) -> int:
    """GL-8: 1 if passing is allowed: only with a Center."""
    if state.center_number:
        return 1
    return 0


def may_leave(state: State) -> int:
    """GL-14: 1 if the row may be left alone; GL-24: with 2 players not after a pass."""
    if state.players == 2 and state.passes:
        return 0
    return 1


def playable_pairs(state: State, hand: int, fewest: int) -> int:
    """GL-6, GL-7, GL-26: the numbers of which enough is in hand, as `pairs_with` gives them, on the needle's side."""
    enough = pairs_with(hand, fewest)
    if state.center_number == 0:
        return enough
    if state.needle == UP:
        return enough >> (6 * state.center_number) << (6 * state.center_number)
    return enough & full(6 * (state.center_number - 1))


def fewest_cards(state: State) -> int:
    """GL-6: as many as the Center; GL-7: one without a Center; GL-26: one in the simplified game."""
    if state.rules == SIMPLIFIED or state.center_number == 0:
        return 1
    return state.center_size


def most_cards(state: State) -> int:
    """GL-6: one more than the Center; GL-7: one; GL-26: any number."""
    if state.rules == SIMPLIFIED:
        return 7
    if state.center_number == 0:
        return 1
    return state.center_size + 1


def num_plays(state: State, seat: int, pair: int, fewest: int) -> int:
    """GL-6, GL-7, GL-26: the ways to play a number of which `pair` (plain, with icon) is held."""
    plain = pair & 7
    icon = pair >> 3
    if state.rules == SIMPLIFIED:
        return (plain + 1) * (icon + 1) - 1
    ways = num_choices(plain, icon, fewest)
    if state.center_number:
        ways += num_choices(plain, icon, fewest + 1)
    elif 1 < plain + icon == state.hand_sizes[seat]:
        ways += 1
    return ways


def num_choices(plain: int, icon: int, cards: int) -> int:
    """GL-9: the ways to choose so many cards, at most one more than there are, from plain ones and ones with icon."""
    ways = cards + 1
    if cards > plain:
        ways -= cards - plain
    if cards > icon:
        ways -= cards - icon
    return ways


def nth_play(state: State, pair: int, fewest: int, n: int) -> int:
    """GL-9: the n-th choice of copies, as 8 * plain + with icon, rising; GL-7: the whole hand comes last."""
    plain = pair & 7
    icon = pair >> 3
    most = most_cards(state)
    for p in range(plain + 1):
        low = max(0, fewest - p)
        ways = min(icon, most - p) - low + 1
        if ways > 0:
            if n < ways:
                return 8 * p + low + n
            n -= ways
    return 8 * plain + icon


# --- chance -----------------------------------------------------------------------------------------------------------


def chance_outcomes(state: State, outcomes: MutableSequence[int], weights: MutableSequence[int]) -> int:
    """GL-1: any seat may begin. GL-3, GL-4, GL-15, GL-27: any card of the deck may come next."""
    number = 0
    if state.phase == CHOOSE_FIRST:
        for seat in range(state.players):
            outcomes[number] = FIRST_SEAT + seat
            weights[number] = 1
            number += 1
        return number
    for kind in range(KINDS):
        left = count(state.deck, kind)
        if left:
            outcomes[number] = kind
            weights[number] = left
            number += 1
    return number


def chance_weight(state: State) -> int:
    """GL-1, GL-3: seats, or cards in the deck."""
    if state.phase == CHOOSE_FIRST:
        return state.players
    return state.deck_size


def nth_chance_outcome(state: State, n: int) -> int:
    """GL-1, GL-3: seat n, or the n-th card of the deck, sorted by kind."""
    if state.phase == CHOOSE_FIRST:
        return FIRST_SEAT + n
    return nth_kind(state.deck, n)


# --- what happens -----------------------------------------------------------------------------------------------------


def apply_action(state: State, player: int, action: int) -> None:
    """Carry out a play, a pass, a take or the card that chance turns up, and what follows without a decision."""
    if state.phase == PLAY:
        if action == PASS:
            pass_turn(state)
        else:
            play(state, action)
    elif state.phase == TAKE:
        if action != LEAVE:
            take(state, action - TAKE_0)
        state.phase = END_TURN
    elif state.phase == CHOOSE_FIRST:
        begin_round(state, action - FIRST_SEAT)
    else:
        draw(state, action)
    if state.phase == END_ROUND:
        end_round(state)
    if state.phase == END_TURN:
        end_turn(state)
    if state.phase == FILL_ROW:
        fill_row(state)


def draw(state: State, kind: int) -> None:
    """A card leaves the deck; where it goes follows from the phase (GL-3, GL-4, GL-15, GL-27)."""
    card = copies(kind, 1)
    state.deck -= card
    state.deck_size -= 1
    number = kind // 2 + 1
    if state.phase == FILL_ROW:
        state.row += card
        state.row_numbers |= 1 << (number - 1)
    elif state.phase == OPEN:
        open_center(state, card, number)
    elif state.phase == DEAL:
        deal(state, state.dealing, card)
        if state.hand_sizes[state.dealing] == hand_size_at_start(state):
            state.dealing += 1
            if state.dealing == state.players:
                state.dealing = -1
                state.phase = OPEN
    else:
        deal(state, state.turn, card)
        state.phase = END_TURN


def deal(state: State, seat: int, card: int) -> None:
    """GL-3, GL-27: a card goes to a hand, seen by its owner alone."""
    state.hands[seat] += card
    state.hand_sizes[seat] += 1


def open_center(state: State, card: int, number: int) -> None:
    """GL-3: the opening card; the needle is Up for 1-5, Down for 6-10, whatever icon it carries."""
    state.center = card
    state.center_number = number
    state.center_size = 1
    if number <= 5:
        state.needle = UP
    else:
        state.needle = DOWN
    state.phase = FILL_ROW


def fill_row(state: State) -> None:
    """GL-4, GL-15: cards are turned up until the row is long enough; GL-16: or there are none to draw."""
    if size(state.row_numbers) == row_length(state) or not can_draw(state):
        state.phase = PLAY


def can_draw(state: State) -> bool:
    """GL-16: an empty deck is made anew of the side and the cards beneath the Center, if there are any."""
    if state.deck_size == 0:
        state.deck = state.side + state.beneath
        state.deck_size = total(state.deck)
        state.side = 0
        state.beneath = 0
    return state.deck_size > 0


def play(state: State, action: int) -> None:
    """GL-9, GL-10: the cards become the Center and may move the needle; GL-17: an empty hand ends the round."""
    seat = state.turn
    number = action // 64 + 1
    plain = action // 8 % 8
    icon = action % 8
    cards = (plain + 8 * icon) << (6 * (number - 1))
    state.hands[seat] -= cards
    state.hand_sizes[seat] -= plain + icon
    if state.known[seat]:
        forget(state, seat, 2 * number - 2, plain)
        forget(state, seat, 2 * number - 1, icon)
    state.beneath += state.center
    state.center = cards
    state.center_number = number
    state.center_size = plain + icon
    if icon:
        if has(state.icon_up, number - 1):
            state.needle = UP
        else:
            state.needle = DOWN
    state.last_player = seat
    state.passes = 0
    state.turns += 1
    if state.hand_sizes[seat] == 0:
        state.phase = END_ROUND
    else:
        offer_row(state)


def forget(state: State, seat: int, kind: int, played: int) -> None:
    """Of k known copies max(0, k - played) stay known."""
    state.known[seat] -= copies(kind, min(played, count(state.known[seat], kind)))


def pass_turn(state: State) -> None:
    """GL-11: passing is for this turn only; GL-27: in the simplified game it costs a card from the deck, if any."""
    state.passes += 1
    state.turns += 1
    if state.rules == STANDARD:
        offer_row(state)
    elif can_draw(state):
        state.phase = PASS_DRAW
    else:
        state.phase = END_TURN


def offer_row(state: State) -> None:
    """GL-14 (1), GL-24: a stack may be taken; not asked when there is none, nor in the simplified game (GL-25)."""
    if state.row_numbers:
        state.phase = TAKE
    else:
        state.phase = END_TURN


def take(state: State, number: int) -> None:
    """GL-14 (1): the whole stack, which everybody has seen, goes to the hand."""
    stack = state.row & (PAIR << (6 * (number - 1)))
    seat = state.turn
    state.row -= stack
    state.row_numbers = remove(state.row_numbers, number - 1)
    state.hands[seat] += stack
    state.hand_sizes[seat] += total(stack)
    state.known[seat] += stack


def end_turn(state: State) -> None:
    """GL-14 (2) to (4): a Center all others passed on goes to the side; the row is filled; the next player."""
    if state.center_number and state.passes == passes_to_clear(state):
        state.side += state.center + state.beneath
        state.beneath = 0
        clear_center(state)
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
    state.phase = FILL_ROW


def clear_center(state: State) -> None:
    """GL-12: no Center, nobody's play to pass on; the needle stays."""
    state.center = 0
    state.center_number = 0
    state.center_size = 0
    state.last_player = -1
    state.passes = 0


def passes_to_clear(state: State) -> int:
    """GL-12: all others; GL-13: on the opening card all players, but with 2 players one (GL-24)."""
    if state.last_player == -1 and state.players > 2:
        return state.players
    return state.players - 1


# --- the end ----------------------------------------------------------------------------------------------------------


def end_round(state: State) -> None:
    """GL-18 to GL-21: tokens are placed; the game ends if somebody is haunted too often, else a new round begins."""
    haunted = 0
    for seat in range(state.players):
        if haunt(state, seat):
            haunted = add(haunted, seat)
    if haunted:
        state.losers = most_haunted(state, haunted)
        state.phase = OVER
    else:
        starter = state.last_player + 1
        if starter == state.players:
            starter = 0
        begin_round(state, starter)


def haunt(state: State, seat: int) -> bool:
    """GL-18: each number in hand turns none to white, white to green. GL-19: is that one time too many?"""
    numbers = 0
    for n in range(NUMBERS):
        if (state.hands[seat] >> (6 * n)) & PAIR:
            numbers = add(numbers, n)
    state.thrice[seat] = numbers & state.green[seat]
    turned = numbers & state.white[seat]
    state.green[seat] |= turned
    state.white[seat] = (state.white[seat] ^ turned) | (numbers & ~state.green[seat])
    return state.thrice[seat] != 0 or size(state.green[seat]) >= 3


def most_haunted(state: State, haunted: int) -> int:
    """GL-20: most green tokens, then the highest number on a green one, then most white; equal ones lose together."""
    losers = 0
    worst = -1
    for seat in range(state.players):
        if has(haunted, seat):
            # Three comparisons in one: at most 10 tokens of a colour, numbers of 10 bits rise with their highest.
            highest = state.green[seat]
            while highest & (highest - 1):
                highest &= highest - 1
            fright = (size(state.green[seat]) << 14) + (highest << 4) + size(state.white[seat])
            if fright > worst:
                worst = fright
                losers = 0
            if fright == worst:
                losers = add(losers, seat)
    return losers


def score(state: State, seat: int) -> int:
    """GL-19: the green tokens."""
    return size(state.green[seat])


def returns(state: State, seat: int) -> float:
    """GL-19: the losers pay the others, who have all won."""
    if has(state.losers, seat):
        return -1.0
    return state.players / (state.players - size(state.losers)) - 1.0
