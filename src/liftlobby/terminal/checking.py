"""`lift verify`: every record of some files replayed strictly, its chance computed again where it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from liftlobby.core.errors import BadRecord, printable
from liftlobby.core.record import read_records, verify
from liftlobby.terminal.files import check_readable
from liftlobby.terminal.output import print_json, progress_bar


@dataclass(frozen=True)
class Finding:
    """What was found about one record of a file; `line` is 0 when the file holds none."""

    file: str
    line: int
    ok: bool
    game: str = ""
    players: int = 0
    moves: int = 0
    finished: bool = False
    fair: bool = False
    error: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        if not self.ok:
            return f"{where}: wrong. {self.error}"
        state = "finished" if self.finished else "unfinished"
        chance = ", every chance move recomputed from the seeds" if self.fair else ""
        return f"{where}: right. {self.game}, {self.players} players, {self.moves} moves, {state}{chance}"


def check_files(files: Sequence[Path], as_json: bool) -> bool:
    """Check files and print what was found. Is everything right?"""
    for file in files:
        check_readable(file)
    findings: list[Finding] = []
    with progress_bar("Checking", "records") as show:
        for finding in _check_all(files):
            findings.append(finding)
            if show:
                show(len(findings), len(findings))
            if not as_json:
                print(printable(str(finding)))
    wrong = sum(not finding.ok for finding in findings)
    if as_json:
        print_json({"records": [asdict(finding) for finding in findings], "wrong": wrong})
    elif len(findings) > 1:
        print(f"{len(findings)} records, {wrong} wrong.")
    return wrong == 0


def _check_all(files: Sequence[Path]) -> Iterator[Finding]:
    for file in files:
        number = 0
        for number, record in read_records(file):
            yield _check(str(file), number, record)
        if number == 0:
            yield Finding(str(file), 0, False, error="The file holds no record.")


def _check(file: str, line: int, record: dict[str, Any] | BadRecord) -> Finding:
    try:
        if isinstance(record, BadRecord):
            raise record
        verdict = verify(record)
    except BadRecord as error:
        return Finding(file, line, False, error=str(error))
    match = verdict.match
    return Finding(
        file, line, True, match.game.slug, match.game.players, match.num_moves, match.is_over, verdict.is_fair
    )
