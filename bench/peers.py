"""The peers: random play in OpenSpiel, inside C++ and driven from Python, and in RLCard.

Decisions of players are counted, as on our side. OpenSpiel's rollouts run inside C++ and count nothing, so the
decisions of a game are estimated from games driven from Python. OpenSpiel's search cannot begin at a chance node, so
all its games begin after the deal, which is thus free for it and not for us.
"""

from __future__ import annotations

import importlib.util
import random
from typing import Any

from timing import Workload

COUNTED_GAMES = 1000
OPEN_SPIEL = {"crazy_eights": "crazy_eights(players=4)", "hearts": "hearts"}
KUHN = "kuhn_poker"


def missing() -> list[str]:
    """A sentence for each peer that is not installed."""
    known = {"pyspiel": "OpenSpiel (open-spiel)", "rlcard": "RLCard (rlcard)"}
    return [f"{name} is not installed and was left out." for module, name in known.items() if not _is_there(module)]


def _is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


class OpenSpielGame:
    """A game of OpenSpiel from its first decision."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self._pyspiel = pyspiel
        self._game = pyspiel.load_game(name)
        self._dice = random.Random(7)
        self._root = self._game.new_initial_state()
        while self._root.is_chance_node():
            self._root.apply_action(self._chance(self._root))
        self.decisions = self.play_from_python(COUNTED_GAMES) / COUNTED_GAMES
        """Decisions a game, on average."""

    def _chance(self, state: Any) -> int:
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return int(self._dice.choices(outcomes, weights)[0])

    def play_from_python(self, games: int) -> int:
        """Play random games through the Python interface, and return the decisions."""
        decisions = 0
        for _ in range(games):
            state = self._root.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(self._chance(state))
                else:
                    state.apply_action(self._dice.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    def play_inside(self, games: int) -> float:
        """Play random games inside C++: one simulation of a search whose evaluator rolls out so many games."""
        evaluator = self._pyspiel.RandomRolloutEvaluator(games, 7)
        bot = self._pyspiel.MCTSBot(self._game, evaluator, 1.0, 1, 100, False, 7, False)
        bot.mcts_search(self._root)
        return games * self.decisions


class Uno:
    """RLCard's Uno with random agents; it is always played by two."""

    def __init__(self) -> None:
        import rlcard
        from rlcard.agents import RandomAgent

        self._env = rlcard.make("uno", config={"seed": 7})
        self._env.set_agents([RandomAgent(num_actions=self._env.num_actions) for _ in range(self._env.num_players)])

    def play(self, games: int) -> int:
        """Play games and return the decisions: each gives a state and an action, and at last a state."""
        return sum(len(path) // 2 for _ in range(games) for path in self._env.run()[0])


def workloads() -> list[Workload]:
    """The peers that are installed, but for Kuhn poker."""
    found = []
    if _is_there("pyspiel"):
        games = {short: OpenSpielGame(name) for short, name in OPEN_SPIEL.items()}
        found += [Workload(f"OpenSpiel {short}, inside C++", game.play_inside) for short, game in games.items()]
        found += [Workload(f"OpenSpiel {short}, from Python", game.play_from_python) for short, game in games.items()]
    if _is_there("rlcard"):
        found.append(Workload("RLCard Uno", Uno().play))
    return found


def kuhn_workloads() -> list[Workload]:
    """OpenSpiel's Kuhn poker, if it is installed."""
    if not _is_there("pyspiel"):
        return []
    kuhn = OpenSpielGame(KUHN)
    return [
        Workload("OpenSpiel kuhn_poker, inside C++", kuhn.play_inside),
        Workload("OpenSpiel kuhn_poker, from Python", kuhn.play_from_python),
    ]
