"""Playthroughs a person can read: one match of a game, with what each step offered and what a seat was told.

The tests compare them with golden files, so that a change of a rule, a notation or a story shows itself.
"""

from __future__ import annotations

import random
from typing import Any

from liftlobby.bots import bot_move
from liftlobby.core.game import Game
from liftlobby.core.rng import start

LONGEST = 220
"""Moves after which a playthrough stops; all four games show every phase by then."""


def playthrough(game: Game, *, seed: int = 1, most_moves: int = LONGEST) -> str:
    """A match as text: options, then each move with the number of choices, the lines seat A reads, and the result.

    Seats play their heuristic, now and then a random move, so that unusual moves occur too.
    """
    match = game.match(seed=seed)
    dice = random.Random(seed)
    stream = [start(seed, 0)]
    lines = [f"{game.type.title}: {_options(game)}", ""]
    told = 0
    written = 0
    while True:
        for move in match.moves_from(written):
            lines.append(f"    {move}")
        written = match.num_moves
        log = match.log("A")
        lines += [f"        {line}" for line in log[told:]]
        told = len(log)
        if not match.to_act or match.num_moves >= most_moves:
            break
        who = dice.choice(match.to_act)
        choices = match.legal_moves(who)
        shown = ", ".join(choices[:12]) + (f", ... ({len(choices)})" if len(choices) > 12 else "")
        lines.append(f"{who} may: {shown}")
        match.play(who, dice.choice(choices) if dice.random() < 0.15 else bot_move(match, who, "heuristic", stream))
    lines.append("")
    lines.append("seen by A at the end: " + " / ".join(match.record(seat="A")["moves"][-12:]))
    for seat in (*game.seats[:2], None):
        view = match.view(seat).as_dict()
        lines.append(f"view of {seat or 'a spectator'}: " + ", ".join(f"{name}={_short(view[name])}" for name in view))
    lines.append(f"result: {_result(match.result)}")
    return "\n".join(lines) + "\n"


def _options(game: Game) -> str:
    return ", ".join(f"{name} {value}" for name, value in game.options.items())


def _short(value: Any) -> str:
    return str(value).replace(" ", "")


def _result(result: Any) -> str:
    if result is None:
        return "not over yet"
    returns = [round(number, 6) for number in result.returns]
    return f"winners {result.winners}, returns {returns}, scores {result.scores}. {result.reason}"
