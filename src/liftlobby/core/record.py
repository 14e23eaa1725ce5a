"""Match records: read safely, written plainly, replayed strictly (docs/record-format.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from liftlobby.core.chance import CLIENT_SEED_LENGTH, Fair
from liftlobby.core.errors import BadRecord, IllegalMove, LiftError, shorten
from liftlobby.core.game import game, game_type
from liftlobby.core.match import SEAT_NAME_LENGTH, UNKNOWN, Match, chance_source, is_name

FORMAT = "liftlobby-record/1"
MOST_BYTES = 32 * 1024 * 1024
"""The longest line that is read."""
MOST_MOVES = 2_000_000
LONGEST_MOVE = 64
MOST = 10**9
"""No score or return is as large."""
KEYS = {"format", "game", "rules_version", "options", "data", "seats", "moves", "result", "fair"}
NEEDED = ("format", "game", "rules_version", "options", "seats", "moves")


def write_record(record: dict[str, Any]) -> str:
    """A record as one line of JSON, without the line's end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_record(line: str | bytes) -> dict[str, Any]:
    """A record from one line of JSON, checked for form (not yet for rules). Raises BadRecord."""
    if len(line) > MOST_BYTES:
        raise BadRecord(f"The record is longer than {MOST_BYTES:,} bytes.")
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        record = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRecord("The record is not UTF-8 text.") from None
    except RecursionError:
        raise BadRecord("The record is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise BadRecord(
            f"The record is not complete JSON: {error.msg} at character {error.pos + 1} of {len(line)}."
        ) from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"The record holds a value that cannot be read: {shorten(error)}.") from None
    check_form(record)
    try:
        write_record(record).encode()
    except UnicodeEncodeError:
        raise BadRecord("The record holds a character that is half of a pair.") from None
    except ValueError:
        raise BadRecord("The record holds a number too large to be one.") from None
    return dict(record)


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any] | BadRecord]]:
    """The records of a .json or .jsonl file, one a line: (line number, record or what is wrong with it).

    Blank lines are passed over. A file that is one JSON object over several lines is one record.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MOST_BYTES + 1):
            number += 1
            if number == 1 and line.strip() == b"{":
                line += file.read(MOST_BYTES)
            if not line.strip():
                continue
            try:
                yield number, read_record(line)
            except BadRecord as error:
                yield number, error
            if len(line) > MOST_BYTES:
                return


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRecord("The record has a key twice in one object.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadRecord(f"The record holds {name}, which is not a JSON number.")


def check_form(record: Any) -> None:
    """Raise BadRecord unless the record has the form of the format: keys, types and sizes."""

    def need(holds: object, sentence: str) -> None:
        if not holds:
            raise BadRecord(sentence)

    need(isinstance(record, dict), "A record is a JSON object.")
    for key in NEEDED:
        need(key in record, f"The record has no {key!r}.")
    for key in record:
        need(key in KEYS, f"The record has an unknown key {shorten(key)!r}; known are {', '.join(sorted(KEYS))}.")
    need(record["format"] == FORMAT, f"The record's format is {shorten(record['format'])!r}; it should be {FORMAT!r}.")
    need(isinstance(record["game"], str), "'game' should be the slug of a game.")
    need(type(record["rules_version"]) is int, "'rules_version' should be a whole number.")
    options = record["options"]
    need(isinstance(options, dict), "'options' should be an object.")
    need(
        all(isinstance(value, (int, bool, str)) for value in options.values()),
        "An option's value should be a number, true, false or a text.",
    )
    data = record.get("data", {})
    need(isinstance(data, dict), "'data' should be an object.")
    need(all(isinstance(table, dict) for table in data.values()), "Each card table of 'data' should be an object.")
    seats = record["seats"]
    need(isinstance(seats, list) and 0 < len(seats) <= 8, "'seats' should be a list of names, one a seat.")
    need(
        all(is_name(name) for name in seats),
        f"A seat's name should be a text of at most {SEAT_NAME_LENGTH} printable characters.",
    )
    moves = record["moves"]
    need(isinstance(moves, list) and len(moves) <= MOST_MOVES, f"'moves' should be a list of at most {MOST_MOVES:,}.")
    for number, move in enumerate(moves, start=1):
        need(
            isinstance(move, str) and len(move) <= LONGEST_MOVE,
            f"Move {number} should be a text of at most {LONGEST_MOVE} characters.",
        )
    if "result" in record:
        _check_result(record["result"], need)
    if "fair" in record:
        _check_fair(record["fair"], need)


def _check_result(result: Any, need: Any) -> None:
    keys = {"winners", "returns", "scores"}
    need(isinstance(result, dict) and set(result) == keys, "'result' should have winners, returns and scores.")
    need(all(isinstance(value, list) for value in result.values()), "Winners, returns and scores should be lists.")
    need(all(isinstance(winner, str) for winner in result["winners"]), "Winners should be seat letters.")
    sizes = {len(result["returns"]), len(result["scores"])}
    need(sizes <= set(range(1, 9)) and len(result["winners"]) <= 8, "'result' should have one entry a seat at most.")
    returns, scores = result["returns"], result["scores"]
    need(
        all(type(value) in (int, float) and abs(value) < MOST for value in returns), "Returns should be small numbers."
    )
    need(all(type(value) is int and abs(value) < MOST for value in scores), "Scores should be small whole numbers.")


def _check_fair(fair: Any, need: Any) -> None:
    keys = {"commit", "server_seed", "client_seeds"}
    need(isinstance(fair, dict) and set(fair) == keys, "'fair' should have commit, server_seed and client_seeds.")
    for key in ("commit", "server_seed"):
        need(_is_hex_32(fair[key]), f"'{key}' should be 64 hexadecimal digits.")
    seeds = fair["client_seeds"]
    need(
        isinstance(seeds, list) and all(isinstance(s, str) and len(s) <= CLIENT_SEED_LENGTH for s in seeds),
        f"'client_seeds' should be a list of texts of at most {CLIENT_SEED_LENGTH} characters.",
    )


def _is_hex_32(given: Any) -> bool:
    return isinstance(given, str) and len(given) == 64 and set(given) <= set("0123456789abcdefABCDEF")


def replay(record: dict[str, Any], *, seed: int | None = None, chance: str = "given") -> Match:
    """The match of a record, strictly: every move must be legal, and the result, if there is one, right.

    An unfinished match can be played on, with chance given or, as for `Game.match`, seeded.
    Raises BadRecord, which names the first wrong move, what was expected there and the rule.
    """
    check_form(record)
    match = _empty_match(record)
    for number, line in enumerate(record["moves"], start=1):
        _replay_move(match, number, line)
    _compare_result(match, record.get("result"))
    # A seed takes over only now: up to here the moves said what came.
    match.chance = chance_source(match.game, chance, seed, None, None)
    match._run_chance()
    return match


def _empty_match(record: dict[str, Any]) -> Match:
    """The match before its first move, with the record's options and card data."""
    try:
        type = game_type(record["game"])
        if record["rules_version"] != type.rules_version:
            raise BadRecord(
                f"The record was written under rules version {record['rules_version']} of {type.slug}; "
                f"this is version {type.rules_version}."
            )
        names = {option.name for option in type.options}
        if set(record["options"]) != names:
            raise BadRecord(f"'options' should be exactly {', '.join(sorted(names))}.")
        options = dict(record["options"])
        data = record.get("data", {})
        cards = type.cards
        if unknown_data := set(data) - ({cards.name} if cards else set()):
            raise BadRecord(f"'data' has {shorten(sorted(unknown_data)[0])!r}, which {type.slug} does not know.")
        if cards and cards.option and (options.pop(cards.option) == "custom") != (cards.name in data):
            raise BadRecord(f"'data' should hold {cards.name} if and only if option {cards.option} is custom.")
        chosen = game(type.slug, **options, **data)
        if {name: chosen.options[name] for name in options} != options:
            raise BadRecord("'options' has a value of the wrong type.")
        return Match(chosen, None, record["seats"])
    except BadRecord:
        raise
    except LiftError as error:
        raise BadRecord(str(error)) from None


def _replay_move(match: Match, number: int, line: str) -> None:
    who, _, move = line.partition(" ")
    if UNKNOWN in line:
        raise BadRecord(f"Move {number} {line!r} is masked: this is one seat's record and cannot be replayed.")
    if who != "*" and who not in match.game.seats:
        letters = ", ".join(match.game.seats)
        raise BadRecord(f"Move {number} {shorten(line)!r} should begin with a seat ({letters}) or * and a space.")
    try:
        match.play(who, move)
    except IllegalMove as error:
        due = match.to_act
        if not due:
            expected = "no move, since the match is over"
        elif who in due:
            expected = f"one of {shorten(', '.join(error.legal), 120)}"
        else:
            expected = f"a move of {' or '.join(due)}"
        raise BadRecord(
            f"Move {number} {shorten(line)!r} is wrong by rule {error.rule}: {error.reason} Expected: {expected}."
        ) from None


def _compare_result(match: Match, given: dict[str, Any] | None) -> None:
    result = match.result
    if result is None:
        if given is not None:
            raise BadRecord(f"The record has a result, but after its {match.num_moves} moves the match is not over.")
        return
    if given is None:
        raise BadRecord("The match is over after its last move, but the record has no result.")
    if given["winners"] != result.winners:
        raise BadRecord(f"The result names the winners {shorten(given['winners'])}; they are {result.winners}.")
    same_returns = len(given["returns"]) == len(result.returns) and all(
        abs(a - b) <= 1e-9 for a, b in zip(given["returns"], result.returns, strict=True)
    )
    if not same_returns:
        raise BadRecord(f"The result gives the returns {shorten(given['returns'])}; they are {result.returns}.")
    if given["scores"] != result.scores:
        raise BadRecord(f"The result gives the scores {shorten(given['scores'])}; they are {result.scores}.")


@dataclass(frozen=True)
class Verdict:
    """What `verify` found: the match, and whether its chance was checked against published seeds."""

    match: Match
    is_fair: bool


def verify(record: dict[str, Any]) -> Verdict:
    """Replay a record strictly and, if it holds seeds, compute every chance move again. Raises BadRecord."""
    match = replay(record)
    if "fair" not in record:
        return Verdict(match, is_fair=False)
    fair = record["fair"]
    if len(fair["client_seeds"]) != match.game.players:
        raise BadRecord(f"There are {match.game.players} seats but {len(fair['client_seeds'])} client seeds.")
    try:
        source = Fair(fair["client_seeds"], bytes.fromhex(fair["server_seed"]))
    except LiftError as error:
        raise BadRecord(str(error)) from None
    if source.commitment != fair["commit"].lower():
        raise BadRecord("The server seed is not the one that was committed to: its SHA-256 differs from 'commit'.")
    twin = Match(match.game, source, record["seats"])
    for number, line in enumerate(record["moves"]):
        # Chance runs ahead by itself, so each recorded move must already stand there or be playable.
        if number == twin.num_moves:
            who, _, move = line.partition(" ")
            twin.play(who, move)
        if (drawn := twin.moves_from(number, 1)[0]) != line:
            raise BadRecord(f"Move {number + 1} {line!r} is not what the seeds give: {drawn!r}.")
    return Verdict(match, is_fair=True)
