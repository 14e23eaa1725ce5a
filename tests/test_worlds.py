"""Possible worlds: as likely as counting says. `check_game` tests that they look as the seat sees it and go on."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import kuhn
import pytest
from chances import check_worlds_are_as_likely, worlds
from laid import bag, ghost_lift

import liftlobby as ll
from liftlobby.core.fields import View, copy_state
from liftlobby.core.masks import masks
from liftlobby.core.match import Match
from liftlobby.core.packed import copies, total
from liftlobby.games.ghost_lift import rules as ghost_lift_rules
from liftlobby.games.stuck_in_the_lift import rules as lift_rules

# --- the public function ----------------------------------------------------------------------------------------------


def test_a_seed_or_a_stream_decides_and_a_stream_moves_on() -> None:
    match = ll.game("ghost-lift", players=4).match(seed=3)
    game, view = match.game, match.view("A")
    assert ll.sample_world(game, view, 8) == ll.sample_world(game, view, 8)
    stream = [8]
    first, second = (ll.sample_world(game, view, stream) for _ in range(2))
    assert first != second
    assert first == ll.sample_world(game, view, [8])
    assert ll.sample_world(game, view, -1) == ll.sample_world(game, view, -1)


def test_what_worlds_cannot_be_made_from_is_a_sentence() -> None:
    match = ll.game("kuhn-poker").match(seed=3)
    with pytest.raises(ll.LiftError, match="A spectator sits nowhere: give the view of a seat"):
        ll.sample_world(match.game, match.view(), 1)
    with pytest.raises(ll.LiftError, match="That is not a view of ghost-lift"):
        ll.sample_world(ll.game("ghost-lift"), match.view("A"), 1)
    for seat in match.game.seats:
        match.play(seat, "pass")
    with pytest.raises(ll.LiftError, match="The match is over"):
        ll.sample_world(match.game, match.view("A"), 1)


def test_a_game_that_hides_nothing_needs_no_worlds_and_another_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ll.game("elevator-dice").match(seed=3)
    assert ll.sample_world(match.game, match.view("A"), 1) == match._state
    monkeypatch.delattr(kuhn, "sample_world")
    match = ll.game("kuhn-poker").match(seed=3)
    with pytest.raises(ll.LiftError, match="kuhn-poker has no `sample_world`"):
        ll.sample_world(match.game, match.view("A"), 1)


# --- Kuhn poker -------------------------------------------------------------------------------------------------------


def test_kuhn_the_other_card_is_one_of_those_not_seen() -> None:
    match = ll.game("kuhn-poker").match(chance="given")
    match.play("*", "Q")
    check_worlds_are_as_likely(match.game, match.view("B"), lambda w: tuple(w.cards), {(c, 0): 1 for c in (1, 2, 3)})
    assert worlds(match.game, match.view("A"), 1)[0].cards == [2, 0]
    match.play("*", "K")
    check_worlds_are_as_likely(match.game, match.view("A"), lambda w: tuple(w.cards), {(2, c): 1 for c in (1, 3)})
    check_worlds_are_as_likely(match.game, match.view("B"), lambda w: tuple(w.cards), {(c, 3): 1 for c in (1, 2)})


# --- I'm Stuck in the Lift --------------------------------------------------------------------------------------------


def floors_of_b(world: Any) -> tuple[int, int]:
    """What B has written on its cards; -1 is blank."""
    return world.targets[1] % 16 - 1, world.targets[1] // 16 - 1


def lift_histories(rounds: list[tuple[int, int]]) -> Iterator[Any]:
    """Every match of two so far in which A always writes 40 and 35, B whatever it may, and both drive as given."""
    rules = lift_rules
    states = [ll.game("stuck-in-the-lift", players=2).new_state()]
    for drives in [*rounds, None]:
        while any(state.phase == rules.WRITING for state in states):
            states = [after for state in states for after in written(state)]
        if drives:
            for state in states:
                for seat, drive in enumerate(drives):
                    rules.apply_action(state, seat, rules.DRIVE + drive)
    yield from states


def written(state: Any) -> Iterator[Any]:
    """The states after the next floor is written; one that drives already stays."""
    if state.phase != lift_rules.WRITING:
        yield state
        return
    seat = 0 if state.waiting & 1 else 1
    card = 0 if state.blank[seat] & 1 else 1
    for floor in [8 - card] if seat == 0 else range(9):
        after = copy_state(state)
        lift_rules.apply_action(after, seat, lift_rules.WRITE_2 * card + floor)
        yield after


@pytest.mark.parametrize(
    "rounds",
    [
        [(0, 1), (2, 2)],  # stops on 5 and 25
        [(0, 1), (0, 0)],  # stops on 5 twice
        [(1, 1), (2, 2), (0, 1)],  # stops on 10, 30 and 35
        [(2, 2), (2, 1), (0, 0)],  # stops on 20, then on 35 with the cone: both cards are written anew
    ],
)
def test_sl_09_floors_where_the_lift_stopped_are_ruled_out_until_the_card_is_rewritten(
    rounds: list[tuple[int, int]],
) -> None:
    """All that B can have written, by the rulebook itself; what looks the same to A is counted."""
    game = ll.game("stuck-in-the-lift", players=2)
    view_key = masks(lift_rules.State)["view_key"]
    told_apart: dict[int, tuple[View, Counter[Any]]] = {}
    for state in lift_histories(rounds):
        key = view_key(state, 0)
        if key not in told_apart:
            told_apart[key] = View(state, 0), Counter()
        told_apart[key][1][floors_of_b(state)] += 1
    assert len(told_apart) >= 9
    for view, weights in [*told_apart.values()][:: max(1, len(told_apart) // 6)]:
        check_worlds_are_as_likely(game, view, floors_of_b, weights, 2000)


def lift_match(*moves: str) -> Match:
    players = len({line[0] for line in moves})
    match = ll.game("stuck-in-the-lift", players=players).match()
    for line in moves:
        who, _, move = line.partition(" ")
        match.play(who, move)
    return match


ALL_WRITE = ["A write1 5", "A write2 E", "B write1 10", "B write2 15", "C write1 10", "C write2 10"]


def test_sl_05_committed_drive_cards_are_taken_back_but_ones_own() -> None:
    match = lift_match(*ALL_WRITE, "A drive 10", "B drive 5")
    for world in worlds(match.game, match.view("A"), 20):
        assert world.waiting == 0b110
        assert world.drives[:3] == [3, 0, 0]
    for world in worlds(match.game, match.view("C"), 20):
        assert world.waiting == 0b111
        assert world.drives[:3] == [0, 0, 0]


def test_sl_04_floors_written_at_the_same_time_are_taken_back_but_ones_own() -> None:
    match = lift_match("A write1 5", "B write1 10", "B write2 15", "C write1 5")
    for world in worlds(match.game, match.view("A"), 20):
        assert world.waiting == 0b111
        assert world.blank[:3] == [0b10, 0b11, 0b11]
        assert world.targets[:3] == [2, 0, 0]


def test_sl_10_11_only_what_is_written_anew_is_taken_back() -> None:
    """The lift stops on 10: B rewrites one card, C both of its own; A, who matches nothing, rewrites none."""
    match = lift_match(*ALL_WRITE, "A drive 0", "B drive 5", "C drive 5", "B write1 40", "C write1 20")
    for world in worlds(match.game, match.view("A"), 20):
        assert world.waiting == 0b110
        assert world.blank[:3] == [0, 0b01, 0b11]
        assert world.targets[0] == 0x12
        assert world.targets[1] & 15 == 0
        assert world.targets[1] >> 4 not in (0, 3), "the lift has stopped on 10"
        assert world.targets[2] == 0


def test_sl_11_on_the_floor_with_the_cone_both_cards_are_taken_back() -> None:
    moves = [f"{who} {move}" for who in "ABC" for move in ("write1 5", "write2 E")]
    match = lift_match(*moves, "D write1 40", "D write2 5", *(f"{who} drive 10" for who in "ABCD"), "D write1 20")
    assert match.view().cone == 8
    for world in worlds(match.game, match.view("A"), 20):
        assert world.waiting == 0b1000
        assert world.blank[3] == 0b11
        assert world.targets[3] == 0


# --- Ghost Lift -------------------------------------------------------------------------------------------------------


def hidden_cards(world: Any) -> tuple[int, int, int]:
    """B's and C's hands and the deck."""
    return world.hands[1], world.hands[2], world.deck


def test_gl_unseen_cards_are_laid_on_hands_and_deck_each_way_as_likely() -> None:
    """B is known to hold 4v and has two cards more, C has one, three are in the deck; laid out card by card."""
    game, state = ghost_lift("5 6", "3", row="9 9")
    unseen = ["1^", "4v", "4v", "7", "7", "7^"]
    state.beneath, state.side = bag(state, "2"), bag(state, "8 8v")
    state.known[1] = bag(state, "4v")
    state.hand_sizes[:3] = [2, 3, 1]
    state.deck_size = 3
    state.cards = bag(state, "5 6 3 9 9 2 8 8v 4v " + " ".join(unseen))
    weights: Counter[Any] = Counter()
    for cards in itertools.permutations(unseen):
        hands = [" ".join(["4v", *cards[:2]]), cards[2], " ".join(cards[3:])]
        weights[tuple(bag(state, hand) for hand in hands)] += 1
    assert len(weights) == 24
    check_worlds_are_as_likely(game, View(state, 0), hidden_cards, weights)


def test_gl_14_cards_seen_going_to_a_hand_are_there_and_no_longer_once_played() -> None:
    """B takes two 9s, plays one of them, and is then known to hold one."""
    game, state = ghost_lift("5 6", "3", row="9 9", turn=1, last_player=0)
    rules = ghost_lift_rules
    state.hands[1], state.hands[2] = bag(state, "1^ 2"), bag(state, "4 4")
    state.hand_sizes[:3] = [2, 2, 2]
    state.deck = state.cards - bag(state, "5 6 3 9 9 1^ 2 4 4")
    state.deck_size = total(state.deck)
    rules.apply_action(state, 1, rules.TAKE_0 + 9)
    assert all(world.hands[1] >> 48 & 7 >= 2 for world in worlds(game, View(state, 0), 50))
    state.turn, state.phase = 1, rules.PLAY
    rules.apply_action(state, 1, 64 * 8 + 8)
    nines = Counter((world.hands[1] >> 48) & 7 for world in worlds(game, View(state, 0), 300))
    assert min(nines) == 1, "one 9 is known to be left"
    assert len(nines) > 1, "there may be others among the cards that nobody has seen"
    # To B itself its own hand is no riddle.
    assert {world.hands[1] for world in worlds(game, View(state, 1), 20)} == {state.hands[1]}


def test_gl_01_before_the_deal_there_are_no_cards() -> None:
    match = ll.game("ghost-lift", players=3).match(chance="given")
    world = ll.sample_world(match.game, match.view("A"), 1)
    assert (world.deck, world.hands) == (0, [0] * 6)


def test_gl_03_while_cards_are_dealt_hands_have_as_many_as_were_dealt() -> None:
    match = ll.game("ghost-lift", players=3, first="A").match(chance="given")
    for card in ["1^", "2", "2", "3", "3", "3", "9"]:
        match.play("*", card)
    for world in worlds(match.game, match.view("C"), 20):
        assert [total(hand) for hand in world.hands[:3]] == [6, 1, 0]
        assert world.deck + sum(world.hands) == world.cards
    (world,) = worlds(match.game, match.view("A"), 1)
    assert world.hands[0] == bag(world, "1^ 2 2 3 3 3")
    assert world.deck >= copies(0, 3)
