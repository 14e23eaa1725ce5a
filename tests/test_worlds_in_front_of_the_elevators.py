"""In Front of the Elevators: possible worlds are as likely as the chance moves of the rulebook make them."""

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import pytest
from chances import check_worlds_are_as_likely, worlds
from positions import play_all
from walks import walk

import liftlobby as ll
from liftlobby.core.fields import CHANCE, View, copy_state
from liftlobby.core.match import Match, Step, chance_outcomes, legal_actions
from liftlobby.core.packed import size
from liftlobby.games.in_front_of_the_elevators import rules
from liftlobby.games.in_front_of_the_elevators import worlds as elevators_worlds
from liftlobby.games.in_front_of_the_elevators.notation import OUTCOME_OF

SLUG = "in-front-of-the-elevators"
A = 0
GREEN = 2
LOST_CHILDREN = rules.OF_TYPE << rules.LOST
YELLOW_PERSONS = rules.OF_COLOUR << (8 * rules.YELLOW)
BROWN_PERSONS = rules.OF_COLOUR << (8 * rules.BROWN)


def members(persons: int) -> list[int]:
    """The persons of a set."""
    return [person for person in range(40) if persons >> person & 1]


# --- while hands are as they were dealt: they come by the rulebook's own chance ---------------------------------------


def deals(state: Any, steps: list[Step], chance: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every state with all hands dealt in which A has the same cards as in a match, and how likely it is.

    Which of two lost children is swapped is even: a view tells neither that nor whether one was.
    """
    if state.phase == rules.OPEN_LINES:
        yield state, chance
        return
    player = rules.current_player(state)
    options = [(action, 1) for action in legal_actions(rules, state, player)] if player != CHANCE else []
    if player == CHANCE:
        options = chance_outcomes(rules, state)
        if state.phase == rules.DEAL and rules.dealt_seat(state) == A:
            seen = next(s.action for s in steps if s.before.phase == rules.DEAL and s.before.dealt == state.dealt)
            options = [(seen, 1)]
    for action, weight in options:
        after = copy_state(state)
        rules.apply_action(after, player, action)
        yield from deals(after, steps, chance * weight / sum(w for _, w in options))


def with_lines_opened(state: Any, steps: list[Step], chance: float) -> float:
    """How likely the deal is and then these lines. (The decks' tops are as likely after any of them.)"""
    for step in steps:
        if step.before.phase == rules.OPEN_LINES and chance:
            outcomes = dict(chance_outcomes(rules, state))
            chance *= outcomes.get(step.action, 0) / sum(outcomes.values())
            if chance:
                rules.apply_action(state, CHANCE, step.action)
    return chance


def opened(players: int, equal: bool = False, **options: Any) -> Match:
    """A match in which A is to play the first card; with `equal` lines 1 and 2 were opened by persons of one type."""
    for seed in itertools.count():
        match = ll.game(SLUG, players=players, first="A", **options).match(seed=seed)
        types = match.view().line_types
        if match._state.phase == rules.PLAY and (types[0] == types[1]) == equal and types[2] != types[0]:
            return match
    raise AssertionError


@pytest.mark.parametrize(("equal", "side_pile"), [(False, False), (True, False), (False, True)])
def test_fe_09_fewer_lost_children_in_the_stack_make_the_lines_less_likely(equal: bool, side_pile: bool) -> None:
    """With 3 players, of whom two hands and the removed card are hidden."""
    match = opened(3, equal, side_pile=side_pile)
    line_type = match.view().line_types[0] - 1

    def told(state: Any) -> Hashable:
        hidden = state.hands[1] | state.hands[2] | 1 << (state.removed - 1)
        removed_type = (state.removed - 1) % 8
        same = size(hidden & (rules.OF_TYPE << line_type))
        return size(hidden & LOST_CHILDREN), removed_type == rules.LOST, removed_type == line_type, same

    weights: dict[Hashable, float] = defaultdict(float)
    steps = list(match.steps())
    for state, chance in deals(match.game.new_state(), steps):
        weights[told(state)] += with_lines_opened(state, steps, chance)
    check_worlds_are_as_likely(match.game, match.view("A"), told, weights, 8000)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fe_09_the_persons_that_could_have_opened_a_line_are_the_rulebooks(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal is refused by drawing lots among them, of which never more than all keep it."""
    equal = 0
    for seed in range(300):
        match = ll.game(SLUG, players=players, first="A").match(seed=seed)
        if match._state.phase == rules.SWAP:
            continue
        could = [rules.chance_weight(s.before) for s in match.steps() if s.before.phase == rules.OPEN_LINES]
        equal += match.view().line_types[0] == match.view().line_types[1]
        drawn: list[int] = []
        monkeypatch.setattr(elevators_worlds, "below", lambda stream, n, drawn=drawn: drawn.append(n) or 0)
        assert elevators_worlds.is_opening_kept(match._state, [])
        assert drawn == could
        for unlucky in range(3):
            lots = iter([0] * unlucky + [could[unlucky]])
            monkeypatch.setattr(elevators_worlds, "below", lambda stream, n, lots=lots: next(lots))
            assert not elevators_worlds.is_opening_kept(match._state, [])
    assert equal > 10


def test_fe_09_once_a_card_has_been_played_the_opening_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opened(3)
    monkeypatch.setattr(elevators_worlds, "is_opening_kept", lambda state, stream: pytest.fail("not forgotten"))
    match.play("A", match.legal_moves("A")[0])
    assert len(worlds(match.game, match.view("A"), 20)) == 20


def hand_of_b(state: Any) -> int:
    return int(state.hands[1])


@pytest.mark.parametrize("equal", [False, True])
def test_fe_08_09_with_two_players_the_other_hand_is_as_likely_as_swaps_and_lines_make_it(equal: bool) -> None:
    match = opened(2, equal)
    steps = list(match.steps())
    weights: dict[Hashable, float] = defaultdict(float)
    for state, chance in deals(match.game.new_state(), steps):
        weights[hand_of_b(state)] += with_lines_opened(state, steps, chance)
    check_worlds_are_as_likely(match.game, match.view("A"), hand_of_b, weights, 8000)


def test_fe_08_who_has_not_played_does_not_hold_two_lost_children() -> None:
    """A has played; how the lines were opened is then forgotten, but B's hand is still as it was dealt.

    Swaps make a hand with one lost child a little likelier (13 to 12) than one without.
    """
    match = opened(2)
    match.play("A", match.legal_moves("A")[0])
    on_the_table = [step.action for step in match.steps() if step.before.phase == rules.OPEN_LINES]
    on_the_table += [step.action // 4 for step in match.steps() if step.before.phase == rules.PLAY]
    weights: dict[Hashable, float] = defaultdict(float)
    for state, chance in deals(match.game.new_state(), list(match.steps())):
        if not any(state.hands[1] >> person & 1 for person in on_the_table):
            weights[lost_of_b(state)] += chance
    check_worlds_are_as_likely(match.game, match.view("A"), lost_of_b, weights, 20_000)


def lost_of_b(state: Any) -> int:
    return size(state.hands[1] & LOST_CHILDREN)


def test_fe_08_who_has_played_may_hold_two_lost_children() -> None:
    """B begins, plays a card and draws one of the other's colour."""
    for seed in itertools.count():
        match = ll.game(SLUG, players=2, first="B").match(seed=seed)
        if match.to_act == ("B",) and match._state.phase == rules.PLAY:
            match.play("B", next(move for move in match.legal_moves("B") if move.startswith("green")))
            if match._state.phase == rules.DRAW and GREEN + 1 in match.view().top_colours:
                break
    match.play("B", f"draw {match.view().top_colours.index(GREEN + 1) + 1}")
    assert match.view("A").hand_colours[1] == 0b01_01_00_00
    found = {lost_of_b(world) for world in worlds(match.game, match.view("A"), 1000)}
    assert found == {0, 1, 2}


def test_fe_08_who_swaps_holds_two_lost_children_and_then_no_longer() -> None:
    match = ll.game(SLUG, players=2, first="A").match(chance="given")
    play_all(match, ["* blue-boy", "* red-girl", "* green-lost"])
    # With one card dealt nothing is known but its colour.
    check_worlds_are_as_likely(match.game, match.view("A"), hand_of_b, {1 << 16 + kind: 1 for kind in range(7)})
    check_worlds_are_as_likely(match.game, match.view("A"), lost_of_b, {0: 6, 1: 1}, 20_000)
    match.play("*", "yellow-lost")
    both = 1 << OUTCOME_OF["green-lost"] | 1 << OUTCOME_OF["yellow-lost"]
    assert {hand_of_b(world) for world in worlds(match.game, match.view("A"), 20)} == {both}
    match.play("B", "swap green")
    assert {hand_of_b(world) for world in worlds(match.game, match.view("A"), 20)} == {both}
    match.play("*", "green-girl")
    assert both not in {hand_of_b(world) for world in worlds(match.game, match.view("A"), 2000)}


# --- later: every person that is not seen, in every place of its colour -----------------------------------------------


def hidden(state: Any) -> Hashable:
    """All that A does not see."""
    return (*state.hands[1:], *state.top_types, state.removed, state.undealt, state.side_undealt)


def places_and_persons(state: Any, removed_is_drawn: bool) -> tuple[list[list[int]], list[list[int]]]:
    """By colour: the places A sees only the colour of (a seat, 10 + a deck, 20 the removed card) and who can be there.

    Whether the removed card was drawn from a side pile is told, not found out.
    """
    places = [(seat, person // 8) for seat in range(1, state.players) for person in members(state.hands[seat])]
    places += [(10 + deck, state.top_colours[deck] - 1) for deck in range(4) if state.top_types[deck]]
    unseen = state.undealt | state.side_undealt | sum(state.hands[1:])
    unseen |= sum(1 << (8 * (c - 1) + t - 1) for c, t in zip(state.top_colours, state.top_types, strict=True) if c)
    if state.removed and not removed_is_drawn:
        unseen |= 1 << (state.removed - 1)
        if not is_on_top(state, removed_is_drawn):
            places.append((20, rules.YELLOW))
    persons = [members(unseen & (rules.OF_COLOUR << (8 * colour))) for colour in range(5)]
    return [[place for place, colour in places if colour == c] for c in range(5)], persons


def ways(state: Any, removed_is_drawn: bool) -> Counter[Hashable]:
    """How often each hidden whole comes when all hidden persons change places with others of their colour."""
    places, persons = places_and_persons(state, removed_is_drawn)
    found: Counter[Hashable] = Counter()
    for laid in itertools.product(*(itertools.permutations(persons[c], len(places[c])) for c in range(5))):
        world = copy_state(state)
        world.hands[1:] = [0, 0, 0]
        rest = sum(1 << person for person in itertools.chain(*persons))
        for place, person in zip(itertools.chain(*places), itertools.chain(*laid), strict=True):
            rest ^= 1 << person
            if place < 10:
                world.hands[place] |= 1 << person
            elif place < 20:
                world.top_types[place - 10] = person % 8 + 1
            if place == 20 or (place == 10 + rules.SIDE and person // 8 == rules.YELLOW):
                world.removed = person + 1
        world.undealt, world.side_undealt = rest, 0
        if state.players == 3:
            world.undealt, world.side_undealt = rest & ~BROWN_PERSONS, rest & BROWN_PERSONS
            if is_below(state, removed_is_drawn):
                world.side_undealt |= 1 << (world.removed - 1)
        seen = YELLOW_PERSONS & ~sum(1 << person for person in persons[rules.YELLOW])
        for removed in members((seen | sum(world.hands)) & YELLOW_PERSONS) if removed_is_drawn else [world.removed - 1]:
            world.removed = removed + 1
            found[hidden(world)] += 1
    return found


def late_positions(players: int, side_pile: bool, wanted: Callable[[Any, bool], bool]) -> Iterator[tuple[Any, bool]]:
    """Positions of random matches with few ways, one a match, and whether the removed card has been drawn there."""
    game = ll.game(SLUG, players=players, side_pile=side_pile)
    dice = random.Random(3)
    while True:
        removed_is_drawn = False
        for step in walk(game, dice, False):
            state = step.after
            if state.phase == rules.DEAL:
                removed_is_drawn = False
            if step.before.phase == rules.DRAW and step.action == rules.DRAW_0 + rules.SIDE:
                removed_is_drawn |= is_on_top(step.before, False)
            is_late = state.phase >= rules.TURN_UP and size(state.undealt) <= 2
            if is_late and wanted(state, removed_is_drawn):
                places, persons = places_and_persons(state, removed_is_drawn)
                number = math.prod(math.perm(len(persons[c]), len(places[c])) for c in range(5))
                if 4 <= number <= 60:
                    yield state, removed_is_drawn
                    break


def anything(state: Any, removed_is_drawn: bool) -> bool:
    return True


def is_drawn(state: Any, removed_is_drawn: bool) -> bool:
    return removed_is_drawn


def is_on_top(state: Any, removed_is_drawn: bool) -> bool:
    return bool(state.top_colours[rules.SIDE] == rules.YELLOW + 1)


def is_below(state: Any, removed_is_drawn: bool) -> bool:
    return bool(state.side_undealt & YELLOW_PERSONS)


@pytest.mark.parametrize(
    ("players", "side_pile", "wanted"),
    [
        (2, False, anything),
        (3, False, anything),
        (4, False, anything),
        (3, True, is_drawn),
        (3, True, is_on_top),
        (3, True, is_below),
    ],
)
def test_fe_02_unseen_persons_of_a_colour_are_all_as_likely(
    players: int, side_pile: bool, wanted: Callable[[Any, bool], bool]
) -> None:
    game = ll.game(SLUG, players=players, side_pile=side_pile)
    for state, removed_is_drawn in itertools.islice(late_positions(players, side_pile, wanted), 3):
        check_worlds_are_as_likely(game, View(state, A), hidden, ways(state, removed_is_drawn))


def test_fe_24_the_lines_of_the_round_before_are_in_the_new_stack() -> None:
    """When the second round begins all cards but the removed one are in the stack, though the lines are in sight."""
    game = ll.game(SLUG, players=3)
    for step in walk(game, random.Random(1), False):
        if step.after.round == 1:
            break
    view = View(step.after, A)
    assert any(view.line_sizes)
    check_worlds_are_as_likely(game, view, lambda world: world.removed, {25 + kind: 1 for kind in range(7)})
    for world in worlds(game, view, 20):
        assert world.undealt | 1 << (world.removed - 1) == rules.FOUR_COLOURS


@pytest.mark.parametrize(("players", "side_pile"), [(2, False), (3, False), (3, True), (4, False)])
def test_fe_04_31_no_card_is_lost_or_lies_in_two_places(players: int, side_pile: bool) -> None:
    """At every step of a match, from before the first card."""
    game = ll.game(SLUG, players=players, side_pile=side_pile)
    phases = set()
    for step in walk(game, random.Random(1), False):
        state = step.before
        (world,) = worlds(game, View(state, players - 1), 1)
        phases.add(state.phase)
        for hidden_set in ("undealt", "side_undealt"):
            assert size(getattr(world, hidden_set)) == size(getattr(state, hidden_set)), (hidden_set, state)
        assert bool(world.removed) == bool(state.removed)
        hidden_persons = [*members(world.undealt), *members(world.side_undealt & ~YELLOW_PERSONS)]
        hidden_persons += [8 * c + t - 9 for c, t in zip(world.top_colours, world.top_types, strict=True) if t]
        hidden_persons += [person for hand in world.hands for person in members(hand)]
        assert len(hidden_persons) == len(set(hidden_persons)), world
    assert {rules.CHOOSE_FIRST, rules.DEAL, rules.OPEN_LINES, rules.OPEN_DECKS, rules.PLAY, rules.DRAW} <= phases
