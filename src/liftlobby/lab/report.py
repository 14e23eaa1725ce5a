"""The balance report as one page that needs nothing else: no script, no network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from jinja2 import Environment

from liftlobby.core.game import Game
from liftlobby.lab import balance as balance_room
from liftlobby.lab import charts, findings
from liftlobby.lab.about import about
from liftlobby.lab.balance import Study
from liftlobby.lab.definitions import DEFINITIONS, GROUPS, sentence_of, title_of, wins
from liftlobby.lab.findings import Change, Finding
from liftlobby.lab.measures import TENTHS

SHORT = ("first_player", "minutes", "real_choices", "lead_changes", "decided_at", "luck")
"""What the page says first."""


@dataclass(frozen=True)
class Figure:
    """A plot with its title; the numbers stand in the table of its chapter."""

    title: str
    svg: str


@dataclass(frozen=True)
class Chapter:
    """A chapter of the page: plots, a table of findings, and the definitions of what is in it."""

    title: str
    figures: list[Figure]
    found: list[Finding]
    definitions: list[tuple[str, str, str]]
    """Title, sentence, source."""


@dataclass(frozen=True)
class Report:
    """A study of a game and, where two are compared, of the other; and what is to be told of them."""

    study: Study
    changed: Study | None = None

    @property
    def studies(self) -> list[Study]:
        """The one or both."""
        return [self.study, self.changed] if self.changed else [self.study]

    @property
    def findings(self) -> list[Finding]:
        """Every measure with its interval and what it says."""
        return findings.findings(self.study)

    @property
    def changes(self) -> list[Change]:
        """What is different in the other game, measure by measure, on the same deals."""
        return findings.changes(self.study, self.changed) if self.changed else []

    def as_data(self) -> dict[str, Any]:
        """All of it for a program, JSON-ready."""
        return findings.as_data(self.study, self.changed)

    def page(self) -> str:
        """All of it for people: a page of HTML that needs no network and no script."""
        return _page(self.study, self.changed)


def planned(
    game: Game,
    bots: Sequence[str] = (),
    matches: int = 200,
    *,
    seed: int = 0,
    max_turns: int = balance_room.USUAL_TURNS,
    compare: Game | None = None,
) -> Report:
    """A report for which nothing has been played. Bots are repeated if there are fewer than seats."""

    def study(one: Game) -> Study:
        names = bots or [balance_room.competent_bot(one)]
        seated = tuple(names[seat % len(names)] for seat in range(one.players))
        return balance_room.study(balance_room.Plan(one, seated, matches, seed, max_turns))

    return Report(study(game), study(compare) if compare else None)


def balance(
    game: Game,
    bots: Sequence[str] = (),
    matches: int = 200,
    *,
    seed: int = 0,
    threads: int = 1,
    max_turns: int = balance_room.USUAL_TURNS,
    compare: Game | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Measure whether a game is fair, tense and skilful, and what another rule changes (`compare`).

    Bots sit by seat and are repeated; without any, one plays that plays well. `matches` is the number for each
    measure. `progress` is called with the matches done and their number. Raises LiftError for what cannot be played.
    """
    report = planned(game, bots, matches, seed=seed, max_turns=max_turns, compare=compare)
    balance_room.play(report.studies, threads, progress)
    return report


def _page(study: Study, changed: Study | None) -> str:
    found = findings.findings(study)
    chapters = [_chapter(study, group, title, found) for group, title in GROUPS.items()]
    home = resources.files("liftlobby")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((home / "lab" / "report.html").read_text(encoding="utf-8"))
    return template.render(
        tokens=(home / "web" / "static" / "base.css").read_text(encoding="utf-8"),
        game=study.plan.game,
        plan=study.plan,
        options=_options(study),
        study=study,
        matches=sum(part.done * len(part.lineups) for part in study.played),
        short=[each for each in found if each.name in SHORT],
        chapters=[chapter for chapter in chapters if chapter.found],
        missing=[part for part in study.played if part.done < part.deals],
        changes=findings.changes(study, changed) if changed else [],
        one_loser=about(study.plan.game.type).one_loser,
        change=_change(study, changed) if changed else "",
        change_figure=_change_figure(study, changed) if changed else None,
    )


def _options(study: Study) -> str:
    return ", ".join(f"{name}={value}" for name, value in study.plan.game.options.items())


def _change(study: Study, changed: Study) -> str:
    """What differs between two games."""
    before, after = study.plan.game, changed.plan.game
    said = [
        f"{name}={value} instead of {before.options.get(name)}"
        for name, value in after.options.items()
        if before.options.get(name) != value
    ]
    if before.data != after.data:
        said.append("another card table")
    return ", ".join(said) or "nothing"


def _chapter(study: Study, group: str, title: str, found: list[Finding]) -> Chapter:
    own = [each for each in found if each.definition.group == group]
    kinds = dict.fromkeys(each.name.partition(":")[0] for each in own)
    one_loser = about(study.plan.game.type).one_loser
    definitions = [
        (
            title if DEFINITIONS[kind].title == "{of}" else title_of(f"{kind}:…", one_loser),
            sentence_of(kind, one_loser),
            DEFINITIONS[kind].source,
        )
        for kind in kinds
    ]
    draw: Callable[[Study, list[Finding]], Iterable[Figure]] = FIGURES[group]
    return Chapter(title, list(draw(study, own)) if own else [], own, definitions)


# --- the figures of each chapter --------------------------------------------------------------------------------------


def _row(each: Finding, title: str = "") -> charts.Row:
    found = each.estimate
    return title or each.title, found.value or 0.0, found.low, found.high


def _of_kind(found: list[Finding], *kinds: str) -> list[Finding]:
    return [each for each in found if each.name.partition(":")[0] in kinds]


def _shares(title: str, axis: str = "") -> Callable[[Study, list[Finding]], Iterable[Figure]]:
    """All findings of the chapter as shares beside the fair one."""

    def draw(study: Study, found: list[Finding]) -> Iterable[Figure]:
        named = axis or f"share of matches it {wins(about(study.plan.game.type).one_loser)}"
        yield Figure(title, charts.forest([_row(each) for each in found], named, found[0].fair))

    return draw


def _length(study: Study, found: list[Finding]) -> Iterable[Figure]:
    for measure in ("turns", "minutes"):
        numbers = balance_room.match_by_match(study, measure)
        if len(numbers) and numbers.max() > numbers.min():
            yield Figure(f"Matches by {measure}", charts.histogram(numbers, measure))


def _choices(study: Study, found: list[Finding]) -> Iterable[Figure]:
    real = [_row(each) for each in _of_kind(found, "real_choices")]
    yield Figure("Moves that leave a choice", charts.forest(real, "share of moves"))
    options = [_row(each) for each in _of_kind(found, "options")]
    if options:
        yield Figure("Possible moves where there is a choice", charts.forest(options, "moves", is_share=False))


def _lead(study: Study, found: list[Finding]) -> Iterable[Figure]:
    known = about(study.plan.game.type)
    rows = [(str(int(each.name.partition(":")[2]) / TENTHS), *_row(each)[1:]) for each in _of_kind(found, "gap")]
    if rows:
        who = "The later loser below the next worst" if known.one_loser else "The later winner ahead of the best other"
        yield Figure(f"{who}: {known.standing}", charts.curve(rows, "distance", "share of the match played"))


def _end(study: Study, found: list[Finding]) -> Iterable[Figure]:
    for measure, title in (("score_spread", "Matches by score spread"), ("margin", "Matches by margin")):
        numbers = balance_room.match_by_match(study, measure)
        if len(numbers) and numbers.max() > numbers.min():
            yield Figure(title, charts.histogram(numbers, "points"))


def _match_ups(study: Study, found: list[Finding]) -> Iterable[Figure]:
    cells = []
    for each in found:
        one, _, others = each.name.partition(":")[2].partition(" among ")
        cells.append((one, others, each.estimate.value or 0.0))
    does = wins(about(study.plan.game.type).one_loser)
    fair = 1 / study.plan.game.players
    yield Figure(f"How often one (row) among others (column) {does}", charts.matrix(cells, fair))


FIGURES: dict[str, Any] = {
    "fairness": _shares("Seats"),
    "length": _length,
    "choices": _choices,
    "lead": _lead,
    "end": _end,
    "skill": _shares("One stronger bot among weaker ones"),
    "luck": _shares("What explains who wins", "share of the variance of the result"),
    "match-ups": _match_ups,
    "options": _shares("One restricted player among free ones"),
}


def _change_figure(study: Study, changed: Study) -> Figure | None:
    """The changes of shares, which can stand on one axis."""
    rows = [
        (each.title, each.change.value or 0.0, each.change.low, each.change.high)
        for each in findings.changes(study, changed)
        if each.definition.unit == "share"
    ]
    return Figure("Changes of shares", charts.forest(rows, "after minus before", 0.0)) if rows else None
