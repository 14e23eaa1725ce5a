"""`check_game`: what every game must hold to, whatever its rules. Any game can be put through it.

Each check raises AssertionError with the game, the seed and the moves that led there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from liftlobby.bots.kinds import bindings_for, compiled_matches
from liftlobby.core import kernels, plain
from liftlobby.core.compiled import bind
from liftlobby.core.errors import IllegalMove
from liftlobby.core.fields import (
    CHANCE,
    LETTERS,
    SIMULTANEOUS,
    TERMINAL,
    copy_state,
    fields_of,
    from_record,
    leaves,
    observation_size,
    seats_of,
    to_record,
)
from liftlobby.core.game import Game
from liftlobby.core.match import Match, chance_outcomes, legal_actions
from liftlobby.core.record import read_record, replay, write_record
from liftlobby.core.rng import start
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT
from liftlobby.core.worlds import has_worlds
from liftlobby.testing.exchange import check_exchange
from liftlobby.testing.worlds import check_compiled_worlds, check_worlds


def check_game(game: Game, *, matches: int = 5, seed: int = 1, max_moves: int = 400, compiled: bool = True) -> None:
    """Put a game through all checks, over some random matches of at most `max_moves` moves each.

    Checked at every step: fields within their bounds, legal moves sorted, unique and computable from the view alone,
    chance with positive weights, texts that read back; at each of the first 40 steps and now and then later also
    reasons that agree with the legal moves, copies and records that stand for themselves, worlds that are possible for
    each seat (`testing.worlds`; games that have none are excused); at the end: returns that sum to zero; over whole
    matches: the exchange test (`testing.exchange`), and the same results and worlds interpreted, compiled and compiled
    with bounds checks (unless `compiled` is False).
    """
    for i in range(matches):
        dice = random.Random(f"{seed}/{i}")
        match = game.match(chance="given")
        try:
            _check_match(match, dice, max_moves)
        except AssertionError as error:
            raise AssertionError(f"{game.slug} {game.options}, match {i}, after {match.moves}: {error}") from error
    check_exchange(game, seed=seed, tries=30 * matches, max_moves=max_moves)
    if compiled:
        check_compiled(game, seed=seed)
        if has_worlds(game.type):
            check_compiled_worlds(game, seed=seed)


def random_move(match: Match, dice: random.Random) -> tuple[str, str]:
    """Some legal move of one who is to act."""
    who = dice.choice(match.to_act)
    return who, dice.choice(match.legal_moves(who))


def _check_match(match: Match, dice: random.Random, max_moves: int) -> None:
    past: list[tuple[Any, Any]] = []
    fixed = {f.name: list(leaves(getattr(match._state, f.name))) for f in fields_of(match._state) if f.fixed}
    while match.to_act and match.num_moves < max_moves:
        state = match._state
        _check_state(match, state)
        sampled = match.num_moves < 40 or dice.random() < 0.05
        _check_moves(match, state, sampled)
        past.append((state, copy_state(state)))
        match._state = copy_state(state)
        if sampled:
            _check_views(match)
            _check_standing(match)
            if has_worlds(match.game.type):
                check_worlds(match, random.Random(match.num_moves))
        match.play(*random_move(match, dice))
    _check_state(match, match._state)
    _check_standing(match)
    _check_end(match)
    # No past copy ever changes.
    for state, copied in past:
        assert state == copied, "a state changed after it was copied"
    for name, numbers in fixed.items():
        assert list(leaves(getattr(match._state, name))) == numbers, f"{name} changed although it is fixed"


def _check_state(match: Match, state: Any) -> None:
    for f in fields_of(state):
        for number in leaves(getattr(state, f.name)):
            assert type(number) is int, f"{f.name} holds {number!r}, which is not an int"
            assert f.permits(number), f"{f.name} holds {number}, outside its declared bounds"
    player = match.player
    if player not in (CHANCE, SIMULTANEOUS, TERMINAL):
        assert 0 <= player < match.game.players, f"the player to act is {player}"
    assert from_record(type(state), to_record(state)[0]) == state, "the NumPy record differs from the dataclass"


def _check_moves(match: Match, state: Any, sampled: bool) -> None:
    rules = match.game.rules
    for who in match.to_act:
        player = CHANCE if who == "*" else LETTERS.index(who)
        if player == CHANCE:
            found = chance_outcomes(rules, state)
            actions = [outcome for outcome, _ in found]
            assert all(type(weight) is int and weight > 0 for _, weight in found), "a chance weight is not positive"
            _check_counted_outcomes(rules, state, found)
            assert abs(sum(chance for _, chance in match.chance_outcomes()) - 1) < 1e-9, "chances do not sum to 1"
        else:
            actions = legal_actions(rules, state, player)
            _check_counted_actions(rules, state, player, actions)
            assert actions == legal_actions(rules, match.view(who), player), "legal moves need more than the view"
            if sampled:
                _check_reasons(match, player, actions)
        assert actions, f"{who} is to act but has nothing to play"
        assert actions == sorted(set(actions)), f"the moves of {who} are not sorted and unique: {actions}"
        texts = [match.text_of(player, action) for action in actions]
        assert len(set(texts)) == len(texts), f"two moves have the same text: {texts}"
        back = [match.game_notation.action_of(state, player, text) for text in texts]
        assert back == actions, f"{texts} do not read back: {back}"
        assert match.legal_moves(who) == sorted(texts), "legal_moves differs from the rulebook"
    for letter in match.game.seats:
        if letter not in match.to_act:
            assert match.legal_moves(letter) == [], f"{letter} is not to act but has legal moves"


def _check_counted_actions(rules: Any, state: Any, seat: int, actions: list[int]) -> None:
    if hasattr(rules, "num_legal_actions"):
        counted = [rules.nth_legal_action(state, seat, n) for n in range(rules.num_legal_actions(state, seat))]
        assert counted == actions, f"counted actions {counted} differ from listed ones {actions}"


def _check_counted_outcomes(rules: Any, state: Any, found: list[tuple[int, int]]) -> None:
    if hasattr(rules, "nth_chance_outcome"):
        listed = [outcome for outcome, weight in found for _ in range(weight)]
        counted = [rules.nth_chance_outcome(state, n) for n in range(rules.chance_weight(state))]
        assert counted == listed, f"counted outcomes {counted} differ from listed ones {listed}"


def _check_reasons(match: Match, seat: int, actions: list[int]) -> None:
    """A refusal exists for exactly the actions that are not legal, with a rule number and a sentence."""
    if match.game.type.reasons is plain:
        return
    view = match.view(LETTERS[seat])
    legal = set(actions)
    for action in range(match.game.rules.NUM_ACTIONS):
        reason = match.game_reasons.why_not(view, seat, action)
        assert (reason is None) == (action in legal), f"reasons and legal moves disagree on action {action}: {reason}"
        if reason:
            assert reason.rule, f"no rule number: {reason}"
            assert reason.sentence.render(), f"no sentence: {reason}"


def _check_views(match: Match) -> None:
    length = observation_size(match.game.rules.State)
    for seat in (*match.game.seats, None):
        view = match.view(seat)
        tensor = view.observation()
        assert tensor.shape == (length,), f"the observation has {tensor.shape} numbers, not {length}"
        assert tensor.min() >= 0, "an observation is below 0"
        assert tensor.max() <= 1, "an observation is above 1"


def _check_standing(match: Match) -> None:
    """A clone and a replayed record stand where the match stands, and go their own way."""
    twin = match.clone()
    again = replay(read_record(write_record(match.record())))
    for other in (twin, again):
        assert other._state == match._state, "a copy of the match stands elsewhere"
        assert other.to_act == match.to_act, "in a copy of the match others are to act"
        assert other.moves == match.moves, "a copy of the match has other moves"
    for who in match.to_act:
        assert twin.legal_moves(who) == match.legal_moves(who), "a copy of the match has other legal moves"
    before = copy_state(match._state)
    if match.to_act:
        twin.play(*random_move(twin, random.Random(0)))
        assert match._state == before, "playing on a clone changed the match"
    for letter in match.game.seats:
        try:
            match.play(letter, "no such move")
        except IllegalMove as refusal:
            assert refusal.rule, "a refusal without a rule"
            assert refusal.reason, "a refusal without a reason"
            assert refusal.legal == match.legal_moves(letter), "a refusal with other legal moves"
        assert match._state == before, "a refused move changed the match"


def _check_end(match: Match) -> None:
    result = match.result
    assert (result is None) == bool(match.to_act), "a result while somebody is to act, or none at the end"
    if result:
        assert abs(sum(result.returns)) < 1e-9, f"returns {result.returns} do not sum to zero"
        best = max(result.returns)
        winners = [LETTERS[seat] for seat, gain in enumerate(result.returns) if gain == best]
        assert result.winners == winners, f"winners {result.winners} are not those with the best returns"
        assert result.reason, "the result has no reason"


# --- two speeds -------------------------------------------------------------------------------------------------------


def check_compiled(game: Game, *, seed: int = 1, matches: int = 3, max_turns: int = 300) -> None:
    """Interpreted, compiled, and compiled with bounds checks agree to the byte, for random bots and heuristic ones."""
    bots = [RANDOM_BOT, HEURISTIC_BOT] if game.type.heuristic else [RANDOM_BOT]
    for bot in bots:
        for index in range(matches):
            slow = _play_slow(game, bot, seed, index, max_turns)
            for bounds_checks in (False, True):
                fast = _play_fast(game, bot, seed, index, max_turns, bounds_checks)
                assert fast == slow, (
                    f"{game.slug} {game.options}: compiled match {index} differs (checks {bounds_checks})"
                )


def _play_slow(game: Game, bot: int, seed: int, index: int, max_turns: int) -> tuple[Any, list[int]]:
    state = game.new_state()
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    counts = [0] * 4
    kernel = bind(kernels.play_out, bindings_for(game.type, {bot}))
    streams = [[start(seed, 2 * index + which)] for which in range(2)]
    kernel(state, [(bot, 0)] * len(LETTERS), max_turns, *streams, [0] * room, [0] * room, None, counts)
    return to_record(state).tobytes(), [int(n) for n in counts]


def _play_fast(
    game: Game, bot: int, seed: int, index: int, max_turns: int, bounds_checks: bool
) -> tuple[Any, list[int]]:
    import numpy as np

    kernel: Callable[..., None] = compiled_matches(game.type, frozenset({bot}), bounds_checks=bounds_checks)
    position = to_record(game.new_state())
    states = np.concatenate([position, position])
    seats = seats_of(game.rules.State)
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    counts = np.zeros((1, 4), np.int64)
    bots = np.array([(bot, 0)] * len(LETTERS), np.int64)
    buffers: Sequence[Any] = [np.zeros(room, np.int64) for _ in range(2)]
    results = [np.zeros((1, seats)) for _ in range(2)]
    kernel(states, seed, index, bots, max_turns, np.zeros((2, 1), np.int64), *buffers, None, counts, *results)
    return states[1:].tobytes(), counts[0].tolist()
