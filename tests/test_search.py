"""Search: it plays what is known to be right, is the same at both speeds, and knows nothing but a view."""

from typing import Any

import kuhn
import numpy as np
import pytest

import liftlobby as ll
from liftlobby.bots import bot_move, read_bot, search, tree
from liftlobby.bots.kinds import EVERY_KIND, bindings_for, compiled_think
from liftlobby.bots.search import new_memory
from liftlobby.core.compiled import bind
from liftlobby.core.fields import LETTERS, View, copy_state, fields_of, to_record
from liftlobby.core.masks import masks
from liftlobby.core.match import Match
from liftlobby.core.rng import start
from liftlobby.lab.simulate import simulate_record

KUHN = ll.game(kuhn.KUHN.slug)
GAMES: list[tuple[str, dict[str, Any], int]] = [("kuhn-poker", {}, 300)]


def kuhn_match(*moves: str) -> Match:
    match = KUHN.match(chance="given")
    for move in moves:
        match.play(*move.split(" "))
    return match


def moves_of(match: Match, bot: str, tries: int = 20) -> set[str]:
    """What a bot plays from different streams."""
    return {bot_move(match, match.to_act[0], bot, [start(7, i)]) for i in range(tries)}


# --- Kuhn poker: what is known ------------------------------------------------------------------------------------


def test_with_the_king_a_bet_is_called() -> None:
    assert moves_of(kuhn_match("* Q", "* K", "A bet"), "search:500") == {"bet"}
    assert moves_of(kuhn_match("* K", "* Q", "A pass", "B bet"), "search:500") == {"bet"}


def test_with_the_jack_a_bet_is_not_called() -> None:
    assert moves_of(kuhn_match("* Q", "* J", "A bet"), "search:500") == {"pass"}
    assert moves_of(kuhn_match("* J", "* Q", "A pass", "B bet"), "search:500") == {"pass"}


def test_with_the_king_a_pass_is_answered_by_a_bet() -> None:
    assert moves_of(kuhn_match("* Q", "* K", "A pass"), "search:500") == {"bet"}


def test_with_the_queen_one_does_not_begin_with_a_bet() -> None:
    """Only the king would call it, only the jack would not: a bet with the queen can only lose by comparison."""
    assert moves_of(kuhn_match("* Q", "* K"), "search:2000") == {"pass"}


def test_search_is_better_than_chance() -> None:
    gain = ll.simulate(KUHN, ["search:200", "random"], 4000, seed=1)["returns_A"].mean()
    gain -= ll.simulate(KUHN, ["random", "search:200"], 4000, seed=1)["returns_A"].mean()
    assert gain > 0.3


# --- the same at both speeds, from the same stream ------------------------------------------------------------------


def some_match(slug: str, options: dict[str, Any], moves: int) -> Match:
    """A match after so many heuristic moves, and on to a real choice."""
    match = ll.game(slug, **options).match(seed=5)
    stream = [start(5, 5)]
    while moves > 0 or len(match.legal_moves(match.to_act[0])) == 1:
        match.play(match.to_act[0], bot_move(match, match.to_act[0], "heuristic", stream))
        moves -= 1
    return match


def prepared(match: Match, seat: int, iterations: int) -> tuple[Any, Any, tree.Memory]:
    """Stream, two buffers and memory for a search of what the seat sees, in plain Python."""
    game = match.game
    root = game.rules.State()
    masks(game.rules.State)["copy_seen"](match.view(LETTERS[seat]), seat, root)
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    return [start(1, 2)], [[0] * room, [0] * room], new_memory(game, iterations, [root, game.rules.State()])


def grow_slowly(match: Match, seat: int, iterations: int) -> tuple[Any, tree.Memory]:
    stream, buffers, memory = prepared(match, seat, iterations)
    bind(tree.think, bindings_for(match.game.type, EVERY_KIND))(seat, iterations, stream, *buffers, memory)
    return stream, memory


def grow_fast(
    match: Match, seat: int, iterations: int, parts: int = 1, bounds_checks: bool = False
) -> tuple[Any, tree.Memory]:
    stream, buffers, memory = prepared(match, seat, iterations)
    stream, memory = np.array(stream), memory._replace(worlds=np.concatenate([to_record(memory.worlds[0])] * 2))
    think = compiled_think(match.game.type, bounds_checks=bounds_checks)
    for _ in range(parts):
        think(seat, iterations // parts, stream, *np.array(buffers), memory)
    return stream, memory


def check_equal(one: tree.Memory, other: tree.Memory) -> None:
    for name in ("nodes", "tries", "path", "gains", "thought", "span", "counts"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize(("slug", "options", "iterations"), GAMES)
def test_interpreted_and_compiled_grow_the_same_tree(slug: str, options: dict[str, Any], iterations: int) -> None:
    match = some_match(slug, options, 0)
    seat = LETTERS.index(match.to_act[-1])
    stream, slow = grow_slowly(match, seat, iterations)
    assert slow.counts[tree.USED_NODES] > 1
    for bounds_checks in (False, True):
        fast_stream, fast = grow_fast(match, seat, iterations, bounds_checks=bounds_checks)
        assert stream == list(fast_stream)
        check_equal(slow, fast)


def test_thinking_in_parts_is_thinking_at_once() -> None:
    match = kuhn_match("* Q", "* K")
    check_equal(grow_fast(match, 0, 400)[1], grow_fast(match, 0, 400, parts=4)[1])


@pytest.mark.parametrize(("slug", "options", "iterations"), GAMES)
def test_the_tree_adds_up(slug: str, options: dict[str, Any], iterations: int) -> None:
    """Every iteration visits the root once; a node is visited as often as it was tried, and what is in use is full."""
    match = some_match(slug, options, 0)
    seat = LETTERS.index(match.to_act[-1])
    _, memory = grow_fast(match, seat, iterations)
    number = len(match.legal_moves(LETTERS[seat]))
    assert memory.tries[:number, tree.VISITS].sum() == iterations
    assert np.allclose(memory.thought[:number, seat], memory.tries[:number, tree.GAINED])
    assert np.allclose(memory.thought.sum(axis=1), 0)
    nodes = memory.nodes[memory.nodes[:, tree.FIRST_TRY] > 0]
    assert len(nodes) == memory.counts[tree.USED_NODES] <= iterations
    assert len(set(nodes[:, tree.KEY])) == len(nodes)
    firsts = sorted(nodes[:, tree.FIRST_TRY] - 1)
    assert firsts[0] == 0
    for first, end in zip(firsts, [*firsts[1:], memory.counts[tree.USED_TRIES]], strict=True):
        assert memory.tries[first:end, tree.VISITS].sum() >= 1


# --- nothing but a view ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "options", "iterations"), GAMES)
def test_what_is_hidden_changes_no_thought(slug: str, options: dict[str, Any], iterations: int) -> None:
    """Inside a match's loop a bot stands beside the whole state; everything its seat does not see may be anything."""
    match = some_match(slug, options, 0)
    seat = LETTERS.index(match.to_act[0])
    twin = copy_state(match._state)
    for f in fields_of(twin):
        if f.seen_by == "secret":
            setattr(twin, f.name, 3 if not f.shape else [3] * len(getattr(twin, f.name)))
        elif f.seen_by == "private":
            setattr(twin, f.name, [row if other == seat else 3 for other, row in enumerate(getattr(twin, f.name))])
    assert View(twin, seat) == match.view(LETTERS[seat])
    bound = bindings_for(match.game.type, EVERY_KIND)
    chosen = []
    for state in (match._state, twin):
        stream, buffers, memory = prepared(match, seat, 50)
        memory.worlds[0] = match.game.rules.State()
        bot = read_bot("search:50").row
        action = bind(tree.bot_or_search_action, bound)(state, seat, bot, stream, *buffers, memory)
        chosen.append((action, stream[0], memory.tries.tobytes()))
    assert chosen[0] == chosen[1]
    action = search.search_action(match.game, read_bot("search:50"), match.view(LETTERS[seat]), [start(1, 2)])
    assert action == chosen[0][0], "from the view, compiled"


# --- in matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "options", "iterations"), GAMES)
def test_matches_of_search_bots_depend_on_seed_and_index_only(
    slug: str, options: dict[str, Any], iterations: int
) -> None:
    game = ll.game(slug, **options)
    bots = ["search:20", "random", "search:40", "heuristic"][: game.players]
    columns = ll.simulate(game, bots, 5, seed=3, max_turns=30)
    again = ll.simulate(game, bots, 4, seed=3, first=1, threads=2, max_turns=30)
    for name, column in again.items():
        assert np.array_equal(column, columns[name][1:], equal_nan=column.dtype.kind == "f"), name
    record = simulate_record(game, bots, seed=3, index=4, max_turns=30)
    assert len(record["moves"]) == columns["moves"][4] + columns["chance_moves"][4]
    if columns["finished"][4]:
        assert record["result"]["scores"] == [columns[f"score_{seat}"][4] for seat in game.seats]


def test_several_threads_merge_what_they_learn() -> None:
    match = kuhn_match("* Q", "* K")
    bot = read_bot("search:601@3")
    trees = search.search(KUHN, bot, match.view("A"), [start(1, 1)])
    tries = [tree_.tries[:2, tree.VISITS].sum() for tree_ in trees]
    assert sorted(tries) == [200, 200, 201]
    assert len({tree_.tries.tobytes() for tree_ in trees}) == 3, "each has luck of its own"
    again = search.search(KUHN, bot, match.view("A"), [start(1, 1)])
    for one, other in zip(trees, again, strict=True):
        check_equal(one, other)
    assert search.merged(trees, 2).tries[:2, tree.VISITS].sum() == 601
    assert moves_of(kuhn_match("* Q", "* J", "A bet"), "search:500@2") == {"pass"}


def test_a_search_by_the_clock_moves() -> None:
    assert moves_of(kuhn_match("* Q", "* J", "A bet"), "search:5ms", tries=2) == {"pass"}


def test_the_only_move_needs_no_thought() -> None:
    match = some_match_with_one_move()
    stream = [9]
    assert bot_move(match, match.to_act[0], "search:1000000", stream) == "roll"
    assert stream == [9]


def some_match_with_one_move() -> Match:
    return ll.game("elevator-dice", first="A").match(seed=1)


def test_a_full_table_grows_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", 2)
    _, memory = grow_fast(kuhn_match("* Q", "* K"), 0, 300)
    assert memory.counts[tree.USED_NODES] == 2
    assert len(memory.nodes) == 4
    assert memory.tries[:2, tree.VISITS].sum() == 300


def test_memory_is_bounded() -> None:
    game = ll.game("elevator-dice")
    memory = new_memory(game, 10**9, [])
    assert sum(array.nbytes for array in memory if isinstance(array, np.ndarray)) < 45e6
    assert sum(array.nbytes for array in new_memory(game, 1000, [])[1:] if isinstance(array, np.ndarray)) < 1e6


# --- names --------------------------------------------------------------------------------------------------------


def test_what_names_say() -> None:
    assert (read_bot("search").iterations, read_bot("search").milliseconds) == (1000, 0)
    assert (read_bot("search:25").iterations, read_bot("search:25").threads) == (25, 1)
    assert (read_bot("search:25@4").iterations, read_bot("search:25@4").threads) == (25, 4)
    assert (read_bot("search:500ms@2").milliseconds, read_bot("search:500ms@2").threads) == (500, 2)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:0", "iterations of a search should be 1 to 1,000,000, not 0"),
        ("search:99999999999", "should be 1 to 1,000,000, not 99999999999"),
        ("search:0ms", "milliseconds of a search should be 1 to 60,000, not 0"),
        ("search:60001ms", "milliseconds of a search should be 1 to 60,000"),
        ("search:10@0", "threads of a search should be 1 to 64, not 0"),
        ("search:10@65", "threads of a search should be 1 to 64, not 65"),
        ("search:abc", "'search:abc' does not say how to search: search:1000 looks"),
        ("search:", "does not say how to search"),
        ("search:-5", "does not say how to search"),
        ("search:1e3", "does not say how to search"),
        ("search:²", "does not say how to search"),
        ("search:1000\n", "does not say how to search"),
        ("serch", "did you mean 'search'"),
        ("clever", "There is no bot 'clever'"),
    ],
)
def test_bad_names_are_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(ll.UnknownName, match=sentence):
        read_bot(name)


@pytest.mark.parametrize(("name", "sentence"), [("search:5ms", "could not be played again"), ("search:9@2", "@2")])
def test_simulations_refuse_what_cannot_be_played_again(name: str, sentence: str) -> None:
    with pytest.raises(ll.LiftError, match=sentence):
        ll.simulate(KUHN, [name, "random"], 1)


def test_a_game_that_hides_something_needs_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(kuhn, "sample_world")
    with pytest.raises(ll.LiftError, match="kuhn-poker has no `sample_world`"):
        bindings_for(KUHN.type, EVERY_KIND)


def test_a_spectator_has_no_move() -> None:
    match = kuhn_match("* Q", "* K")
    with pytest.raises(ll.LiftError, match="A spectator has nothing to choose"):
        search.search_action(KUHN, read_bot("search:10"), match.view(), [1])
