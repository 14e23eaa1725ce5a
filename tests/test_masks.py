"""What a seat sees, as kernels have it: `copy_seen` and `view_key` say neither more nor less than a view."""

import copy
import itertools
import json
from typing import Any

import kuhn
import numpy as np
import pytest
from walks import states

import liftlobby as ll
from liftlobby.core.compiled import bindings, compile_kernel
from liftlobby.core.fields import View, copy_state, fields_of, from_record, leaves, to_record
from liftlobby.core.masks import masks
from liftlobby.core.rulebook import copy_seen, view_key

GAMES = [
    ("kuhn-poker", {}),
    ("elevator-dice", {}),
    ("ghost-lift", {"players": 3}),
    ("in-front-of-the-elevators", {"players": 3, "side_pile": True}),
    ("stuck-in-the-lift", {"players": 4}),
]
assert kuhn.KUHN.slug == GAMES[0][0]


def some_states(slug: str, options: dict[str, Any], number: int) -> tuple[ll.Game, list[Any]]:
    game = ll.game(slug, **options)
    return game, list(itertools.islice(states(game, seed=3), number))


def text_of(view: View) -> str:
    return json.dumps([view.seat, view.as_dict()])


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_equal_views_have_equal_keys_and_others_have_others(slug: str, options: dict[str, Any]) -> None:
    game, found = some_states(slug, options, 1500)
    made = masks(game.rules.State)
    text_by_key: dict[int, str] = {}
    for state in found:
        for seat in range(game.players):
            key = made["view_key"](state, seat)
            assert 0 <= key < 1 << 63
            assert key == made["view_key"](View(state, seat), seat), "a view is enough"
            assert text_by_key.setdefault(key, text_of(View(state, seat))) == text_of(View(state, seat))
    assert len(text_by_key) == len(set(text_by_key.values()))


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_the_key_changes_with_every_number_seen_and_with_none_that_is_hidden(
    slug: str, options: dict[str, Any]
) -> None:
    game, found = some_states(slug, options, 200)
    view_key = masks(game.rules.State)["view_key"]
    seat = game.players - 1
    for state in found[::40]:
        key = view_key(state, seat)
        for f in fields_of(state):
            for place in itertools.product(*map(range, f.shape)):
                twin = copy.deepcopy(state)  # copies of ours share what is fixed
                change(twin, f.name, place)
                is_seen = f.seen_by == "public" or (f.seen_by == "private" and place[0] == seat)
                assert (view_key(twin, seat) != key) == is_seen, (f.name, place)


def change(state: Any, name: str, place: tuple[int, ...]) -> None:
    """Another number in one place of a field."""
    if not place:
        setattr(state, name, getattr(state, name) ^ 1 << 40)
        return
    row = getattr(state, name)
    for i in place[:-1]:
        row = row[i]
    row[place[-1]] ^= 1 << 40


def test_cards_that_change_places_in_the_highest_bits_change_the_key() -> None:
    """A bag's last kinds lie in bits that a product alone would hardly spread."""
    game, (state, *_) = some_states("ghost-lift", {"players": 3}, 1)
    view_key = masks(game.rules.State)["view_key"]
    keys = set()
    names = ("center", "beneath", "side", "row", "cards")
    for kind, (name, other) in itertools.product(range(15, 20), itertools.combinations(names, 2)):
        twin = copy_state(state)
        for each in (name, other):
            setattr(twin, each, getattr(twin, each) ^ 1 << (3 * kind))
        keys.add(view_key(twin, 0))
    assert len(keys) == 5 * 10


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_what_is_copied_is_what_is_seen_and_zero_elsewhere(slug: str, options: dict[str, Any]) -> None:
    game, found = some_states(slug, options, 300)
    copy_seen = masks(game.rules.State)["copy_seen"]
    world = copy.deepcopy(found[-1])  # what is left from before must go
    for state in found[::10]:
        for seat in range(game.players):
            copy_seen(state, seat, world)
            assert View(world, seat) == View(state, seat)
            for f in fields_of(world):
                value = getattr(world, f.name)
                if f.seen_by == "private":
                    value = [row for other, row in enumerate(value) if other != seat]
                if f.seen_by != "public":
                    assert not any(leaves(value)), f.name
            again = game.rules.State()
            copy_seen(View(state, seat), seat, again)
            assert again == world, "a view is enough"


def look(positions: Any, worlds: Any, seat: int, keys: Any) -> None:
    """A kernel: what a seat sees of each position, and its key."""
    for i in range(len(positions)):
        copy_seen(positions[i], seat, worlds[i])
        keys[i] = view_key(worlds[i], seat)


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_compiled_they_are_the_same(slug: str, options: dict[str, Any]) -> None:
    game, found = some_states(slug, options, 200)
    made = masks(game.rules.State)
    positions = np.concatenate([to_record(state) for state in found])
    kernel = compile_kernel(look, game.rules, bindings(game.rules))
    for seat in range(game.players):
        worlds, keys = positions.copy(), np.zeros(len(found), np.int64)
        kernel(positions, worlds, seat, keys)
        for state, record, key in zip(found, worlds, keys, strict=True):
            world = game.rules.State()
            made["copy_seen"](state, seat, world)
            assert from_record(game.rules.State, record) == world
            assert key == made["view_key"](state, seat)
