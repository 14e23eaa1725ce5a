"""One match: who is to act, what may be played, what each seat sees and has been told.

A match is its list of moves; state, views, logs and records all follow from it.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from liftlobby.core import plain
from liftlobby.core.chance import Chance, Fair, Seeded
from liftlobby.core.errors import IllegalMove, LiftError, Reason, unknown
from liftlobby.core.fields import CHANCE, LETTERS, SIMULTANEOUS, TERMINAL, View, copy_state, public_facts
from liftlobby.core.game import Game
from liftlobby.core.packed import has
from liftlobby.core.text import Text

CHANCE_LETTER = "*"
UNKNOWN = "?"
SEAT_NAME_LENGTH = 64


@dataclass(frozen=True)
class Result:
    """How a match ended: `winners` (letters, in seat order), `returns` and `scores` by seat, `reason` (a sentence).

    Its entries can also be read as result["winners"] and so on.
    """

    winners: list[str]
    returns: list[float]
    scores: list[int]
    reason: str

    def __getitem__(self, name: str) -> Any:
        if name not in self.keys():
            raise KeyError(name)
        return getattr(self, name)

    def keys(self) -> list[str]:
        """The names of its entries."""
        return ["winners", "returns", "scores", "reason"]


@dataclass(frozen=True)
class Step:
    """One move of a match with the states around it."""

    before: Any
    player: int
    action: int
    text: str
    after: Any

    def view(self, seat: int | None) -> View:
        """What a seat sees after the move, to be asked for before the next."""
        return View(self.after, seat, self._public)

    @cached_property
    def _public(self) -> dict[str, Any]:
        return public_facts(self.after)


class Known:
    """The moves of a match as one seat (None: a spectator) knows them, built up by the game's `witness`."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.texts: list[str] = []
        self._full: list[str] = []
        self._hidden: dict[Hashable, list[int]] = {}

    def show(self, text: str) -> None:
        """The next move is seen as it is."""
        self.texts.append(text)
        self._full.append(text)

    def hide(self, text: str, seen: str, key: Hashable) -> None:
        """The next move is seen as `seen`; `key` says what it hides, for `reveal`, `follow` and `forget`."""
        self._hidden.setdefault(key, []).append(len(self.texts))
        self.texts.append(seen)
        self._full.append(text)

    def hidden(self, key: Hashable) -> int:
        """How many moves hide what `key` names."""
        return len(self._hidden.get(key, ()))

    def reveal(self, key: Hashable) -> None:
        """The seat has learnt what these moves hid."""
        for i in self._hidden.pop(key, ()):
            self.texts[i] = self._full[i]

    def follow(self, key: Hashable, new: Hashable) -> None:
        """What was hidden under `key` is from now on called `new`, together with what was called so before."""
        if moved := self._hidden.pop(key, None):
            self._hidden.setdefault(new, []).extend(moved)

    def forget(self, key: Hashable) -> None:
        """The seat will never learn what these moves hid."""
        self._hidden.pop(key, None)

    def forget_all(self, but: Hashable = None) -> None:
        """Nothing that is hidden now will ever be learnt, except what is hidden under the key `but`."""
        self._hidden = {key: moves for key, moves in self._hidden.items() if key == but}

    def full_text(self, key: Hashable) -> str:
        """The one move that hides what `key` names, in full: to decide what the seat can conclude, not to be shown."""
        return self._full[self._hidden[key][0]]


class Telling:
    """A match told to one seat (None: a spectator), move by move from the first, in the lines it may read.

    `view` is what the seat sees after the last move told.
    """

    def __init__(self, match: Match, seat: int | None) -> None:
        self.known = Known(seat)
        self.view = View(match.game.new_state(), seat)
        self._witness = match.game_notation.witness
        self._tell = match.game_story.tell

    def tell(self, step: Step) -> list[Text]:
        """The lines for the next move."""
        before, self.view = self.view, step.view(self.known.seat)
        self._witness(self.known, step)
        move = self.known.texts[-1].split(" ", 1)[1]
        lines: list[Text] = self._tell(before, self.view, step.player, move)
        return lines


class Match:
    """One match of a game. `followers` are called with each step as it happens; a clone has none."""

    def __init__(self, game: Game, chance: Chance | None, seats: list[str] | None = None) -> None:
        self.game = game
        self.names = list(game.seats) if seats is None else list(seats)
        if isinstance(seats, str) or len(self.names) != game.players or not all(is_name(n) for n in self.names):
            raise LiftError(
                f"The seats should be {game.players} names of at most {SEAT_NAME_LENGTH} characters, one a seat."
            )
        self.chance = chance
        self._state = game.new_state()
        self._players = array("b")
        self._actions = array("h")
        self._chance_moves = 0
        self._logs: dict[int | None, tuple[Telling, list[Text]]] = {}
        self.followers: list[Callable[[Step], object]] = []
        self._run_chance()

    # --- whose turn, what may be played ---------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, or CHANCE, SIMULTANEOUS or TERMINAL."""
        return int(self.game.rules.current_player(self._state))

    @property
    def to_act(self) -> tuple[str, ...]:
        """The letters of the seats that may act now; ("*",) when the caller is to choose for chance; () when over."""
        player = self.player
        if player == TERMINAL:
            return ()
        if player == CHANCE:
            return (CHANCE_LETTER,)
        if player == SIMULTANEOUS:
            waiting = self.game.rules.seats_to_act(self._state)
            return tuple(letter for seat, letter in enumerate(self.game.seats) if has(waiting, seat))
        return (LETTERS[player],)

    def legal_moves(self, who: str) -> list[str]:
        """The moves that `who` (a letter, or "*") may play now, sorted by text; empty if it is not to act."""
        player = self._player(who)
        if who not in self.to_act:
            return []
        if player == CHANCE:
            return [move for move, _, _ in self._outcomes()]
        return sorted(self.text_of(player, action) for action in legal_actions(self.game.rules, self._state, player))

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """At a chance node the possible outcomes, sorted by text, with their probabilities; else empty."""
        if self.player != CHANCE:
            return []
        outcomes = self._outcomes()
        total = sum(weight for _, _, weight in outcomes)
        return [(move, weight / total) for move, _, weight in outcomes]

    def play(self, who: str, move: str) -> None:
        """Play a move for a seat, or an outcome for "*". Chance then moves by itself unless it is given.

        Raises IllegalMove, with the rule, if it may not be played; the match is then unchanged.
        """
        player = self._player(who)
        action = self.game_notation.action_of(self._state, player, move) if isinstance(move, str) else -1
        if action >= 0 and self.text_of(player, action) != move:
            action = -1  # a known move, written otherwise than its text
        if action < 0 or not self._is_legal(player, action):
            raise IllegalMove(self._why_not(player, action), self.legal_moves(who))
        self._apply(player, action, move)
        self._run_chance()

    @property
    def is_over(self) -> bool:
        """Has the match ended?"""
        return self.player == TERMINAL

    # --- what is seen ---------------------------------------------------------------------------------------------

    def view(self, seat: str | None = None) -> View:
        """What a seat, or a spectator (None), may see."""
        return View(self._state, self._viewer(seat))

    def log(self, seat: str | None = None, language: str = "en") -> list[str]:
        """What has happened, in the lines that a seat, or a spectator, may read."""
        viewer = self._viewer(seat)
        if viewer not in self._logs:
            telling = Telling(self, viewer)
            self._logs[viewer] = (telling, [line for step in self.steps() for line in telling.tell(step)])
        return [line.render(language) for line in self._logs[viewer][1]]

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it runs."""
        if not self.is_over:
            return None
        rules, seats = self.game.rules, range(self.game.players)
        returns = [float(rules.returns(self._state, seat)) for seat in seats]
        winners = [LETTERS[seat] for seat in seats if returns[seat] == max(returns)]
        scores = [int(rules.score(self._state, seat)) for seat in seats]
        return Result(winners, returns, scores, self.game_story.ending(self.view()).render())

    def information_state(self, seat: str | None = None) -> str:
        """All a seat has seen, as text: equal in two matches if and only if it cannot tell them apart."""
        return " / ".join(self._known(self._viewer(seat)).texts)

    # --- the moves ------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """All moves so far, chance included, as in a record: "A roll", "* 4"."""
        return self.moves_from(0)

    def moves_from(self, first: int, number: int | None = None) -> list[str]:
        """The moves from number `first` (from 0) on, or only `number` of them."""
        last = None if number is None else first + number
        return [
            f"{letter_of(player)} {self.text_of(player, action)}"
            for player, action in zip(self._players[first:last], self._actions[first:last], strict=True)
        ]

    @property
    def num_moves(self) -> int:
        """How many moves there are so far, chance included."""
        return len(self._actions)

    def record(self, seat: str | None = None) -> dict[str, Any]:
        """The match record (docs/record-format.md), or what one seat knows of it now: what it does not is "?"."""
        record: dict[str, Any] = {
            "format": "liftlobby-record/1",
            "game": self.game.slug,
            "rules_version": self.game.type.rules_version,
            "options": dict(self.game.options),
        }
        if self.game.data:
            record["data"] = copy.deepcopy(self.game.data)
        record["seats"] = list(self.names)
        record["moves"] = self.moves if seat is None else self._known(self._viewer(seat)).texts
        if result := self.result:
            record["result"] = {"winners": result.winners, "returns": result.returns, "scores": result.scores}
            if isinstance(self.chance, Fair) and seat is None:
                record["fair"] = {
                    "commit": self.chance.commitment,
                    "server_seed": self.chance.server_seed.hex(),
                    "client_seeds": self.chance.client_seeds,
                }
        return record

    def public_record(self) -> dict[str, Any]:
        """The record as a spectator knows it."""
        return self.record() | {"moves": self._known(None).texts}

    @property
    def commitment(self) -> str | None:
        """With fair chance the hash that binds the server, to be shown before the first move; else None."""
        return self.chance.commitment if isinstance(self.chance, Fair) else None

    def steps(self) -> Iterator[Step]:
        """The match from its beginning, move by move."""
        before = self.game.new_state()
        for player, action in zip(self._players, self._actions, strict=True):
            text = f"{letter_of(player)} {self.text_of(player, action)}"
            after = copy_state(before)
            self.game.rules.apply_action(after, player, action)
            yield Step(before, player, action, text, after)
            before = after

    def clone(self) -> Match:
        """An independent match that stands where this one does, with the same chance to come."""
        twin = copy.copy(self)
        twin._state = copy_state(self._state)
        twin._players = self._players[:]
        twin._actions = self._actions[:]
        twin._logs = {}
        twin.followers = []
        return twin

    def text_of(self, player: int, action: int) -> str:
        """An action of a seat, or an outcome for player CHANCE, as text."""
        return str(self.game_notation.text_of(self._state, player, action))

    # --- inside ---------------------------------------------------------------------------------------------------

    @cached_property
    def game_notation(self) -> Any:
        """The game's notation, completed by the plain one."""
        return Room(self.game.type.notation)

    @cached_property
    def game_reasons(self) -> Any:
        """The game's reasons, completed by the plain ones."""
        return Room(self.game.type.reasons)

    @cached_property
    def game_story(self) -> Any:
        """The game's story, completed by the plain one."""
        return Room(self.game.type.story)

    def _player(self, who: str) -> int:
        if who == CHANCE_LETTER:
            return CHANCE
        return self.game.seat(who)

    def _viewer(self, seat: str | None) -> int | None:
        return None if seat is None else self.game.seat(seat)

    def _outcomes(self) -> list[tuple[str, int, int]]:
        """The possible outcomes as (text, outcome, weight), sorted by text."""
        found = chance_outcomes(self.game.rules, self._state)
        return sorted((self.text_of(CHANCE, outcome), outcome, weight) for outcome, weight in found)

    def _is_legal(self, player: int, action: int) -> bool:
        if letter_of(player) not in self.to_act:
            return False
        if player == CHANCE:
            return action in [outcome for outcome, _ in chance_outcomes(self.game.rules, self._state)]
        return action in legal_actions(self.game.rules, self._state, player)

    def _why_not(self, player: int, action: int) -> Reason:
        """Why this may not be played, told from what the seat itself may see."""
        reasons = self.game_reasons
        viewer = View(self._state, None if player == CHANCE else player)
        reason: Reason | None
        if self.is_over:
            reason = reasons.over(viewer)
        elif player == CHANCE:
            reason = reasons.why_not_chance(self._state, action if self.player == CHANCE else -1)
        elif letter_of(player) not in self.to_act:
            reason = reasons.not_to_act(viewer, player)
        elif action < 0:
            reason = reasons.unreadable(viewer, player)
        else:
            reason = reasons.why_not(viewer, player, action)
        assert reason is not None, "reasons and legal moves disagree"
        return reason

    def _apply(self, player: int, action: int, text: str) -> None:
        is_followed = bool(self._logs or self.followers)
        before = copy_state(self._state) if is_followed else None
        self.game.rules.apply_action(self._state, player, action)
        self._players.append(player)
        self._actions.append(action)
        self._chance_moves += player == CHANCE
        if is_followed:
            step = Step(before, player, action, f"{letter_of(player)} {text}", self._state)
            for telling, lines in self._logs.values():
                lines += telling.tell(step)
            for follower in self.followers:
                follower(step)

    def _known(self, viewer: int | None) -> Known:
        if viewer in self._logs:
            return self._logs[viewer][0].known
        known = Known(viewer)
        for step in self.steps():
            self.game_notation.witness(known, step)
        return known

    def _run_chance(self) -> None:
        while self.chance is not None and self.player == CHANCE:
            outcomes = self._outcomes()
            place = self.chance.pick(self._chance_moves, [weight for _, _, weight in outcomes])
            text, outcome, _ = outcomes[place]
            self._apply(CHANCE, outcome, text)


class Room:
    """The functions of one of a game's rooms; what the room leaves out comes from `core.plain`."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name, None) or getattr(plain, name)


def letter_of(player: int) -> str:
    """The letter of a seat, or "*" for chance."""
    return CHANCE_LETTER if player == CHANCE else LETTERS[player]


def legal_actions(rules: Any, state: Any, seat: int) -> list[int]:
    """The legal actions of a seat that is to act, rising. `state` may be that seat's view."""
    actions = [0] * rules.NUM_ACTIONS
    return actions[: rules.legal_actions(state, seat, actions)]


def chance_outcomes(rules: Any, state: Any) -> list[tuple[int, int]]:
    """The possible outcomes of a chance node with their integer weights, rising."""
    outcomes = [0] * rules.NUM_OUTCOMES
    weights = [0] * rules.NUM_OUTCOMES
    number = rules.chance_outcomes(state, outcomes, weights)
    return list(zip(outcomes[:number], weights[:number], strict=True))


def chance_source(
    game: Game, chance: str, seed: int | None, client_seeds: list[str] | None, server_seed: bytes | None
) -> Chance | None:
    """The source of chance by its name."""
    if chance not in ("seeded", "given", "fair"):
        raise unknown("chance", chance, ["seeded", "given", "fair"])
    if seed is not None and chance != "seeded":
        raise LiftError(f'A seed goes with chance "seeded", not with "{chance}".')
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise LiftError("A seed is a whole number.")
    if (client_seeds is not None or server_seed is not None) and chance != "fair":
        raise LiftError(f'Client and server seeds go with chance "fair", not with "{chance}".')
    if chance == "given":
        return None
    if chance == "seeded":
        return Seeded(seed)
    client_seeds = [""] * game.players if client_seeds is None else client_seeds
    if isinstance(client_seeds, str) or len(client_seeds) != game.players:
        raise LiftError(f"There are {game.players} seats, so {game.players} client seeds (empty where one gives none).")
    return Fair(client_seeds, server_seed)


def is_name(name: object) -> bool:
    """May a seat be called so? Nothing that a terminal or a page would take for more than letters."""
    return isinstance(name, str) and len(name) <= SEAT_NAME_LENGTH and name.isprintable()
