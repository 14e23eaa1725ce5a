"""What the measures say, in plain words and as data for a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from liftlobby.lab import balance
from liftlobby.lab.about import about
from liftlobby.lab.balance import Study
from liftlobby.lab.definitions import GROUPS, Definition, definition_of, sentence_of, title_of, wins
from liftlobby.lab.measures import Estimate

QUARTILES = ("turns", "moves", "minutes", "score_spread", "margin", "lead_changes", "deficit")
"""What is told of single matches, not only of their mean."""


@dataclass(frozen=True)
class Finding:
    """One measure: what it is, what came out, and what that says."""

    name: str
    title: str
    definition: Definition
    estimate: Estimate
    fair: float | None
    """What it would be if nothing favoured anybody; None where that means nothing."""
    says: str

    def shown(self, number: float | None) -> str:
        """A value of this measure as it is written."""
        return written(number, self.definition.unit)

    @property
    def interval(self) -> str:
        """The ends of the interval as they are written."""
        found = self.estimate
        if found.low is None:
            return "–"
        unit = "share" if self.definition.unit == "share" else ""
        return f"{written(found.low, unit)} to {written(found.high, unit)}"


def written(number: float | None, unit: str) -> str:
    """A number with its unit; a dash for None."""
    if number is None:
        return "–"
    if unit == "share":
        return f"{100 * number:.1f} %"
    places = 2 if abs(number) < 100 else 1
    return f"{number:,.{places}f} {unit}".strip().replace("-", "−")


def findings(study: Study) -> list[Finding]:
    """Everything that was found, in the order of the report's chapters."""
    found = []
    words = Words(study)
    for name, estimate in balance.estimates(study).items():
        definition = definition_of(name)
        if estimate.value is None or (name.startswith("choices:") and estimate.value == 0):
            continue
        fair = 1 / study.plan.game.players if name.partition(":")[0] in FAIR else None
        title = title_of(name, words.about.one_loser)
        found.append(Finding(name, title, definition, estimate, fair, words.say(name, estimate, fair)))
    return sorted(found, key=lambda each: list(GROUPS).index(each.definition.group))


FAIR = ("win_share", "first_player", "ladder", "match_up", "restricted")
"""Shares of winning (or losing), which are fair at one divided by the number of players."""


class Words:
    """Sentences about the numbers of one study."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.about = about(study.plan.game.type)
        said = study.plan.game.type.facts.render("en")
        self.said = f" (what the game says of itself: {said})" if said else ""
        self.has_choices = bool(len(balance.match_by_match(study, "options")))

    def say(self, name: str, found: Estimate, fair: float | None) -> str:
        """What a measure says; empty where its title and value say it all."""
        kind = name.partition(":")[0]
        value = found.value or 0.0
        if fair is not None:
            return self._beside_fair(kind, found, fair)
        sentences = {
            "turns": f"A match has about {value:.0f} turns{self._spread(name, 0)}.",
            "moves": f"All together choose about {value:.0f} times a match{self._spread(name, 0)}.",
            "minutes": f"People would need about {value:.0f} minutes{self._spread(name, 0)}{self.said}.",
            "real_choices": f"Of ten such moves {10 * value:.1f} leave a choice.",
            "options": f"Whoever has a choice has it among {value:.1f} moves.",
            "choices": f"There are about {value:.0f} such moves a match.",
            "score": f"Seats end with {value:.1f} on average.",
            "gap": self._of_lead(
                f"Whoever will win is then {abs(value):.1f} {'ahead' if value >= 0 else 'behind'}.",
                f"Whoever will lose is then {abs(value):.1f} {'worse' if value >= 0 else 'better'} off than any other.",
            ),
            "lead_changes": self._of_lead(
                f"The lead changes hands {value:.1f} times a match{self._spread(name, 0)}.",
                f"Who is worst off changes {value:.1f} times a match{self._spread(name, 0)}.",
            ),
            "behind": self._of_lead(
                f"Whoever wins is behind somebody for {100 * value:.0f} % of the match.",
                f"For {100 * value:.0f} % of the match somebody else is worse off than the one who will lose.",
            ),
            "deficit": self._of_lead(
                f"At the worst moment the later winner is {value:.1f} behind ({self.about.standing}).",
                f"At the best moment the later loser is {value:.1f} better off than the last ({self.about.standing}).",
            ),
            "decided_at": f"On average it stays open until {100 * value:.0f} % of the match have been played.",
            "finished": "Every match came to an end." if value == 1 else f"{100 * (1 - value):.1f} % were stopped.",
            "sole": f"In {100 * value:.1f} % of matches one player alone {wins(self.about.one_loser)}.",
            "score_spread": f"Best and worst end {value:.1f} apart{self._spread(name, 0)}.",
            "margin": f"The two highest scores end {value:.1f} apart{self._spread(name, 0)}.",
            "luck": self._luck(found),
            "play": self._play(found),
        }
        return sentences.get(kind, "")

    def _of_lead(self, winner: str, loser: str) -> str:
        return loser if self.about.one_loser else winner

    def _spread(self, name: str, places: int) -> str:
        """Between which values half of the matches lie."""
        shown = balance.match_by_match(self.study, name)
        if len(shown) < 4:
            return ""
        low, high = np.quantile(shown, [0.25, 0.75])
        ends = f"{low:.{places}f}", f"{high:.{places}f}"
        return f"; half of all matches have {ends[0]} to {ends[1]}" if ends[0] != ends[1] else ""

    def _beside_fair(self, kind: str, found: Estimate, fair: float) -> str:
        """A share of wins beside the fair one."""
        if found.value is None or found.low is None or found.high is None:
            return "Too few matches to say anything."
        off = 100 * (found.value - fair)
        most = 100 * max(abs(found.low - fair), abs(found.high - fair))
        usual = f"the fair share of {100 * fair:.1f} %"
        if found.low <= fair <= found.high:
            if most < 0.05:
                return {"restricted": "It changes nothing: these bots never want to."}.get(kind, f"Exactly {usual}.")
            return f"No difference from {usual} is seen; if there is one, it is hardly more than {most:.1f} points."
        more = f"{abs(off):.1f} points {'more' if off > 0 else 'less'} than {usual}"
        is_better = (off > 0) != self.about.one_loser
        if kind == "restricted":
            worth = "going without helps: these bots misjudge it" if is_better else "it is worth having"
            return f"{more}: {worth}."
        if kind == "ladder":
            return f"{more}: {'thinking further pays' if is_better else 'thinking further does not pay here'}."
        return f"{more}."

    def _luck(self, found: Estimate) -> str:
        if found.low is None or found.high is None or found.value is None:
            return "Too few matches to say anything."
        if found.low <= 0 <= found.high:
            return "That the deal alone decides anything is not seen."
        if found.value > 0.999 and self.has_choices:
            return "These bots do the same every time, so all is counted as the deal; ask bots that search."
        if found.value > 0.999:
            return "The deal decides everything: there is nothing to choose."
        return f"Between equals, about {100 * found.value:.0f} % of who wins lies in the cards and dice alone."

    def _play(self, found: Estimate) -> str:
        if found.value is None or found.low is None or found.high is None:
            return "Too few matches to say anything."
        if found.value < 0.001 and self.has_choices:
            return "Bots that do the same every time say nothing about this."
        if found.low <= 0 <= found.high:
            return "No part of the result is seen to depend on what is played."
        return f"About {100 * found.value:.0f} % depends on what the seats do with it."


@dataclass(frozen=True)
class Change:
    """What a change of the rules does to one measure."""

    name: str
    title: str
    definition: Definition
    before: Estimate
    after: Estimate
    change: Estimate

    @property
    def is_seen(self) -> bool:
        """Does the interval of the difference leave out zero?"""
        low, high = self.change.low, self.change.high
        return low is not None and high is not None and not low <= 0 <= high

    @property
    def says(self) -> str:
        """The change in words."""
        if self.change.value is None or self.change.low is None:
            return "Too few matches to say anything."
        if not self.is_seen:
            return "No change is seen."
        return f"{'More' if self.change.value > 0 else 'Less'} than before."

    def shown(self, number: float | None) -> str:
        """A value as it is written; a difference of shares in points."""
        return written(number, self.definition.unit)

    @property
    def difference(self) -> str:
        """The difference with its interval as they are written."""
        found = self.change
        value = signed(found.value, self.definition.unit)
        if found.low is None:
            return value
        unit = "share" if self.definition.unit == "share" else ""
        low, high = (signed(end, unit).removesuffix(" points") for end in (found.low, found.high))
        return f"{value} ({low} to {high})"


def signed(number: float | None, unit: str) -> str:
    """A difference with its sign; of shares in percentage points."""
    if number is None:
        return "–"
    text = f"{100 * number:+.1f} points" if unit == "share" else f"{number:+,.2f} {unit}".strip()
    return text.replace("-", "−")


def changes(before: Study, after: Study) -> list[Change]:
    """What the change does to every measure both studies have."""
    one, other = balance.estimates(before), balance.estimates(after)
    one_loser = about(before.plan.game.type).one_loser
    left_out = ["gap", "match_up"]
    if before.plan.game.players != after.plan.game.players:
        left_out += FAIR  # other shares are fair then
    found = [
        Change(name, title_of(name, one_loser), definition_of(name), one[name], other[name], change)
        for name, change in balance.differences(before, after).items()
        if change.value is not None and name.partition(":")[0] not in left_out
    ]
    return sorted(found, key=lambda each: list(GROUPS).index(each.definition.group))


# --- as data ----------------------------------------------------------------------------------------------------------


def as_data(study: Study, changed: Study | None = None) -> dict[str, Any]:
    """The report for a program."""
    data = _of_plan(study) | {"is_whole": study.is_whole and (changed is None or changed.is_whole)}
    data["parts"] = [{"name": part.name, "deals": part.done, "of": part.deals} for part in study.played]
    data["measures"] = [
        {"name": each.name, "group": each.definition.group, "title": each.title}
        | _of_estimate(each.estimate)
        | {
            "fair": each.fair,
            "unit": each.definition.unit,
            "definition": sentence_of(each.name, about(study.plan.game.type).one_loser),
            "source": each.definition.source,
            "says": each.says,
        }
        for each in findings(study)
    ]
    if changed:
        data["compared_with"] = _of_plan(changed)
        data["changes"] = [
            {"name": each.name, "title": each.title, "unit": each.definition.unit}
            | {"before": each.before.value, "after": each.after.value, "says": each.says}
            | {"difference": _of_estimate(each.change)}
            for each in changes(study, changed)
        ]
    return data


def _of_plan(study: Study) -> dict[str, Any]:
    plan = study.plan
    return {
        "game": plan.game.slug,
        "rules_version": plan.game.type.rules_version,
        "options": dict(plan.game.options),
        "data": plan.game.data,
        "bots": list(plan.bots),
        "matches": plan.matches,
        "seed": plan.seed,
        "max_turns": plan.max_turns,
    }


def _of_estimate(found: Estimate) -> dict[str, Any]:
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "interval": f"95 %: {found.method}",
        "number": found.number,
    }
