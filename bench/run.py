"""All benchmarks in one run: tables to stdout and docs/speed.md, progress to stderr."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import CalledProcessError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import house
import kuhn
import peers
import report
from limit import CBatch, UnequalError, check
from ours import Batch, Interpreted
from report import Need, Table, millions, times
from timing import ROUNDS, SECONDS, Workload, measure, tell

import liftlobby as ll
from liftlobby.core.fields import CHANCE

CAP = 2000
"""Turns at which a match of standard Ghost Lift is stopped: random ones are very long (GL-28)."""
ELEVATORS, GHOST = "in-front-of-the-elevators", "ghost-lift"


@dataclass
class Line:
    """One of our games in the table, and what was asked of it."""

    name: str
    workload: Workload
    need: Need | None = None


def compiled_lines() -> list[Line]:
    """Our games, compiled."""

    def line(name: str, batch: Batch, need: Need | None, play: Callable[[int], float] | None = None) -> Line:
        return Line(name, Workload(name, play or batch.play), need)

    dice = Batch(ll.game("elevator-dice"))
    simplified = ll.game(GHOST, players=4, rules="simplified")
    return [
        line("In Front of the Elevators, 2 seats", Batch(ll.game(ELEVATORS, players=2)), None),
        line("In Front of the Elevators, 3 seats", Batch(ll.game(ELEVATORS, players=3)), None),
        line("In Front of the Elevators, 4 seats", Batch(ll.game(ELEVATORS, players=4)), Need(40, " M", 60)),
        line(f"Ghost Lift, 4 seats, ≤ {CAP} turns", Batch(ll.game(GHOST, players=4), CAP), Need(20, " M", 30)),
        line("Ghost Lift simplified, 4 seats", Batch(simplified), Need(20, " M")),
        line("I'm Stuck in the Lift, 8 seats", Batch(ll.game("stuck-in-the-lift", players=8)), Need(100, " M", 150)),
        line("dice race, actions with chance", dice, Need(100, " M"), dice.play_counting_chance),
    ]


def compiled_table(lines: list[Line], others: list[Workload]) -> Table:
    """Our games beside each peer."""
    table = Table(
        "Compiled random play on one core",
        "Decisions a second (in the dice race, where nothing is decided, actions with chance), and how many times as "
        "many as each peer makes in its own game. OpenSpiel's games begin after the deal, which is free for it; those "
        "inside C++ are counted by the average length of games driven from Python.",
        ["game", "best (median)", "required", *[f"× {other.name}" for other in others]],
    )
    for line in lines:
        best = line.workload.best
        told = f"{millions(best)} ({millions(line.workload.median)})"
        required = line.need.told(best / 1e6) if line.need else ""
        table.rows.append([line.name, told, required, *[times(best / other.best) for other in others]])
    rates = [millions(other.best) for other in others]
    table.rows.append(["*the peer itself*", "", "", *rates])
    return table


def kuhn_lines() -> tuple[Workload, Workload]:
    """Kuhn poker with the deal, and from after the deal, as OpenSpiel plays it here."""
    game = ll.game("kuhn-poker")
    dealt = game.new_state()
    for card in (0, 1):
        kuhn.apply_action(dealt, CHANCE, card)
    return (
        Workload("Kuhn poker, the deal played too", Batch(game).play),
        Workload("Kuhn poker from after the deal", Batch(game, position=dealt).play),
    )


def kuhn_table(ours: tuple[Workload, Workload], others: list[Workload]) -> Table:
    """The same game on both sides."""
    table = Table(
        "Kuhn poker, the same game",
        "Defined in `tests/kuhn.py` through the public interface. OpenSpiel's begins after the deal, so our line from "
        "after the deal is the like-for-like one; the other sets our deal and play against its play alone.",
        ["ours", "decisions/s, best (median)", *[f"× {other.name}" for other in others], "required"],
    )
    for workload in ours:
        ratios = [workload.best / other.best for other in others]
        required = Need(5, " × C++").told(ratios[0]) if ratios and workload is ours[1] else ""
        told = f"{millions(workload.best)} ({millions(workload.median)})"
        table.rows.append([workload.name, told, *map(times, ratios), required])
    table.rows.append(["*the peer itself*", "", *[millions(other.best) for other in others], ""])
    return table


def limit_table(ours: Workload, c: Workload) -> Table:
    """Our kernel against the C version."""
    ratio = ours.best / c.best
    return Table(
        "The limit: C by hand",
        "`bench/elevators.c`, built with `cc -O3 -march=native`, plays In Front of the Elevators with 4 seats. Before "
        "it is timed, 4,000 matches are compared: counts, returns and scores are equal in every one. It knows its "
        "order of play by heart (no phases, no state to stop and resume at), as C written for this alone would.",
        ["", "decisions/s, best (median)", "ratio", "of medians", "required"],
        [
            ["C", f"{millions(c.best)} ({millions(c.median)})", "", "", ""],
            [
                "the rulebook",
                f"{millions(ours.best)} ({millions(ours.median)})",
                times(ratio),
                times(ours.median / c.median),
                Need(0.6, "", 0.85).told(ratio),
            ],
        ],
    )


def interpreted_table(lines: list[tuple[Workload, Workload]], others: list[Workload]) -> Table:
    """Our games in plain Python."""
    table = Table(
        "Interpreted random play",
        "The same rulebooks in plain Python, in actions a second, those of chance too; beside peers driven from "
        "Python, in decisions a second.",
        ["game", "best (median)", "required", "of compiled", *[f"× {other.name}" for other in others]],
    )
    for plain, compiled in lines:
        told = f"{millions(plain.best)} ({millions(plain.median)})"
        ratios = [times(plain.best / other.best) for other in others]
        share = f"1 / {compiled.best / plain.best:.0f}"
        table.rows.append([plain.name, told, Need(0.2, " M").told(plain.best / 1e6), share, *ratios])
    return table


def main() -> int:
    """Measure, print and write everything."""
    sentences = peers.missing()
    lines = compiled_lines()
    elevators = lines[2].workload
    c = None
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("cc"):
            tell("checking the C version")
            try:
                batch = CBatch(Path(folder))
                check(batch, Batch(batch.game))
                c = Workload("C", batch.play)
            except UnequalError as error:
                print(error, file=sys.stderr)
                return 1
            except CalledProcessError:
                sentences.append(
                    "The C version needs an x86-64 processor with BMI2 and could not be built; it was left out."
                )
        else:
            sentences.append("There is no C compiler here; the C version was left out.")
        games = [
            ("In Front of the Elevators, 4 seats", ll.game(ELEVATORS, players=4), None),
            (f"Ghost Lift, 4 seats, ≤ {CAP} turns", ll.game(GHOST, players=4), CAP),
            ("Ghost Lift simplified, 4 seats", ll.game(GHOST, players=4, rules="simplified"), None),
            ("I'm Stuck in the Lift, 8 seats", ll.game("stuck-in-the-lift", players=8), None),
            ("dice race", ll.game("elevator-dice"), None),
        ]
        plain = []
        for name, game, limit in games:
            bounds = {} if limit is None else {"max_turns": limit}
            slow = Workload(name, Interpreted(game, **bounds).play)
            plain.append((slow, Workload(f"{name}, compiled, with chance", Batch(game, **bounds).play_counting_chance)))
        others, ours_kuhn, their_kuhn = peers.workloads(), kuhn_lines(), peers.kuhn_workloads()
        tell("random play")
        everything = [line.workload for line in lines] + others + [*ours_kuhn, *their_kuhn]
        if c:
            everything.insert(everything.index(elevators), c)  # they take turns side by side
        everything += [each for pair in plain for each in pair]
        measure(everything)
    from_python = [other for other in others if "C++" not in other.name]
    tables = [compiled_table(lines, others), kuhn_table(ours_kuhn, their_kuhn)]
    tables += [limit_table(elevators, c)] if c else []
    tables += [interpreted_table(plain, from_python), house.start_up(), house.compiling(), house.memory()]
    tables.append(house.threads([game for game in games if game[0].startswith(("In Front", "Ghost"))]))
    print(report.write(tables, ROUNDS, SECONDS, sentences))
    return 0


if __name__ == "__main__":
    sys.exit(main())
