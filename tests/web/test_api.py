"""The API for programs: every endpoint and every status."""

import json
import runpy
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import API, GAMES, Made, Server

import liftlobby as ll
from liftlobby.core.record import verify

BOT = Path(__file__).parents[2] / "examples" / "api_bot.py"
STATE = {"game", "options", "to_act", "turn", "legal_moves", "view", "log", "result"}


@pytest.fixture
def dice(server: Server) -> Made:
    """A dice race of two programs, A to begin."""
    return server.table("elevator-dice", "human", "human", options={"first": "A"})


# --- making a table, sitting down -------------------------------------------------------------------------------------


def test_a_new_table_answers_201_with_its_address_and_a_token_for_each_seat_of_mine(server: Server) -> None:
    asked = {
        "game": "ghost-lift",
        "options": {"players": 3},
        "seats": [{"kind": "human", "name": "Ann"}, {"kind": "bot", "bot": "heuristic"}, {"kind": "open"}],
    }
    with server.program() as program:
        answer = program.post(API, json=asked)
        told = answer.json()
        assert answer.status_code == 201
        assert told["url"] == f"{server.url}/t/{told['id']}"
        assert [set(seat) for seat in told["seats"]] == [{"seat", "token"}, {"seat"}, {"seat"}]
        assert program.get(told["url"]).status_code == 200
        state = program.get(f"{API}/{told['id']}").json()
    assert state["status"] == "waiting"
    assert [seat["kind"] for seat in state["seats"]] == ["human", "bot", "open"]
    assert state["seats"][0]["name"] == "Ann"


def test_without_seats_all_are_open(server: Server) -> None:
    with server.program() as program:
        told = program.post(API, json={"game": "elevator-dice"}).json()
    assert told["seats"] == [{"seat": "A"}, {"seat": "B"}]


def test_sitting_down_answers_201_with_a_token_and_the_last_one_begins_the_match(server: Server) -> None:
    made = server.table("elevator-dice", "human", "open")
    with server.program() as program:
        answer = program.post(f"{made.api}/seats/B", json={"name": "Ben"})
        assert answer.status_code == 201
        assert answer.json()["seat"] == "B"
        assert program.post(f"{made.api}/seats/B").status_code == 409
        assert program.post(f"{made.api}/seats/C").status_code == 404
        assert program.post(f"{made.api}/seats/*").status_code == 404
    made.tokens["B"] = answer.json()["token"]
    state = made.state("B")
    assert state["status"] == "running"
    assert state["seats"][1]["name"] == "Ben"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"game": 5}, 400),
        ({"game": "chess"}, 422),
        ({"game": "elevator-dice", "options": {"players": 3}}, 422),
        ({"game": "elevator-dice", "options": {"colour": "red"}}, 422),
        ({"game": "elevator-dice", "options": {"players": 10**40}}, 422),
        ({"game": "elevator-dice", "options": {"players": 1e400}}, 400),
        ({"game": "elevator-dice", "options": {"players": [2]}}, 400),
        ({"game": "ghost-lift", "options": {"players": 2, "rules": "simplified"}}, 422),
        ({"game": "elevator-dice", "seats": [{"kind": "human"}]}, 422),
        ({"game": "elevator-dice", "seats": [{"kind": "human"}] * 99}, 422),
        ({"game": "elevator-dice", "seats": [{"kind": "ghost"}, {"kind": "human"}]}, 400),
        ({"game": "elevator-dice", "seats": [{"kind": "bot", "bot": "search:9999999"}, {"kind": "human"}]}, 422),
        ({"game": "elevator-dice", "seats": [{"kind": "human", "name": "x" * 25}, {"kind": "human"}]}, 400),
        ({"game": "elevator-dice", "bank": 1}, 422),
        ({"game": "elevator-dice", "bank": 10**12}, 422),
        ({"game": "elevator-dice", "bank": 60, "increment": -1}, 422),
        ({"game": "elevator-dice", "increment": 10**30}, 422),
        ({"game": "elevator-dice", "pace": "never"}, 400),
        ({"game": "elevator-dice", "spectator": True}, 400),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(server: Server, asked: dict[str, Any], status: int) -> None:
    with server.program() as program:
        body = json.dumps(asked).replace("Infinity", "1e400")
        answer = program.post(API, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["reason"]


@pytest.mark.parametrize(
    ("game", "name"), [("in-front-of-the-elevators", "elevators"), ("ghost-lift", "icons")], ids=["cards", "icons"]
)
def test_an_option_cannot_name_a_file_of_the_server(server: Server, tmp_path: Path, game: str, name: str) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("[3]\ncopies = 1\n", encoding="utf-8")
    with server.program() as program:
        for path in (str(secret), "/etc/passwd", "/nowhere/at/all"):
            answer = program.post(API, json={"game": game, "options": {name: path}})
            assert answer.status_code == 422
            assert "TOML" not in answer.text
            assert "read" not in answer.json()["reason"]


# --- the state --------------------------------------------------------------------------------------------------------


def test_the_state_holds_what_a_seat_needs_and_the_public_what_all_may_see(dice: Made) -> None:
    mine, theirs, public = dice.state("A"), dice.state("B"), dice.state()
    assert set(mine) >= STATE
    assert mine["game"] == "elevator-dice"
    assert mine["options"]["first"] == "A"
    assert mine["to_act"] == theirs["to_act"] == public["to_act"] == ["A"]
    assert (mine["turn"], public["turn"]) == (0, None)
    assert (mine["legal_moves"], theirs["legal_moves"], public["legal_moves"]) == (["roll"], [], [])
    assert mine["result"] is None
    assert public["view"]


def test_who_may_not_gets_401_403_or_404(server: Server, dice: Made) -> None:
    move = {"move": "roll", "turn": 0}
    with server.program() as nobody, server.program("0" * 32) as stranger:
        assert nobody.post(f"{dice.api}/moves", json=move).status_code == 401
        assert nobody.post(f"{dice.api}/take-back").status_code == 401
        assert stranger.get(dice.api).status_code == 403
        for part in ("record", "events"):
            assert stranger.get(f"{dice.api}/{part}").status_code == 403
        assert stranger.post(f"{dice.api}/moves", json=move).status_code == 403
        for table in ("nosuchid", "x" * 40, "..", "%00", "a'b", "🛗"):
            for part in ("", "/record", "/events"):
                assert nobody.get(f"{API}/{table}{part}").status_code == 404
        assert nobody.post(f"{API}/nosuchid/moves", json=move).status_code == 404
        assert nobody.post(f"{API}/nosuchid/seats/A").status_code == 404
    assert dice.state("A")["turn"] == 0
    other = server.table("elevator-dice", "human", "human")
    with server.program(other.tokens["A"]) as elsewhere:
        assert elsewhere.post(f"{dice.api}/moves", json=move).status_code == 403


def test_a_table_without_spectators_needs_a_token(server: Server) -> None:
    made = server.table("elevator-dice", "human", "human", spectators=False)
    with server.program() as nobody:
        for part in ("", "/record", "/events"):
            assert nobody.get(f"{made.api}{part}").status_code == 401
        assert nobody.get(made.page).status_code == 403
        assert nobody.get(f"{made.page}/replay").status_code == 403
    assert made.state("A")["view"]


# --- moves ------------------------------------------------------------------------------------------------------------


def test_a_move_answers_the_new_state(dice: Made) -> None:
    answer = dice.move("A", "roll", 0)
    assert answer.status_code == 200
    assert answer.json() == dice.state("A")
    assert dice.record()["moves"].count("A roll") == 1


def test_a_stale_turn_answers_409_with_the_new_state(dice: Made) -> None:
    dice.play("A", "roll")
    for turn in (0, 5, -1):
        answer = dice.move("A", "roll", turn)
        assert answer.status_code == 409
        assert answer.json() == dice.state("A")
    assert dice.record()["moves"].count("A roll") == 1


def test_a_refused_move_answers_422_with_rule_reason_and_legal_moves(server: Server, dice: Made) -> None:
    answer = dice.move("B", "roll", 0)
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("ED-")
    assert answer.json()["legal_moves"] == []
    lift = server.table("stuck-in-the-lift", "human", "human")
    for move in ("drive 5", "write1 99", "", "write1 5\n", "x" * 200):
        told = lift.move("A", move, 0)
        assert told.status_code == 422
        assert told.json()["rule"].startswith("SL-")
        assert told.json()["reason"]
        assert told.json()["legal_moves"] == lift.state("A")["legal_moves"] != []
    assert lift.state("A")["turn"] == 0


def test_a_move_before_the_match_answers_409(server: Server) -> None:
    made = server.table("elevator-dice", "human", "open")
    assert made.move("A", "roll", 0).status_code == 409
    assert made.program("A").get(f"{made.api}/record").status_code == 409


# --- events -----------------------------------------------------------------------------------------------------------


def events_of(made: Made, program: httpx.Client) -> Generator[Any, None, None]:
    """The states that server-sent events bring."""
    with program, program.stream("GET", f"{made.api}/events") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])


def test_events_and_the_websocket_bring_the_state_of_the_seat_as_it_changes(server: Server) -> None:
    made = server.table("stuck-in-the-lift", "human", "human")
    for seat in ("A", ""):
        events = events_of(made, server.program(made.tokens.get(seat, "")))
        with made.live(seat) as socket:
            for _ in range(3):
                first = json.loads(socket.recv(timeout=5))
                assert first == next(events) == made.state(seat)
                made.play(first["to_act"][0])
        events.close()


def test_the_websocket_says_by_its_code_why_it_closes(server: Server, dice: Made) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    address = server.url.replace("http", "ws", 1)
    for path, code in ((f"{API}/nosuchid/ws", 4404), (f"{dice.api}/ws?token=wrong", 4403)):
        with connect(f"{address}{path}") as socket, pytest.raises(ConnectionClosed):
            socket.recv(timeout=5)
        assert socket.close_code == code


# --- record and description -------------------------------------------------------------------------------------------


def test_a_running_record_is_masked_and_without_the_seed(server: Server) -> None:
    made = server.table("ghost-lift", "human", "human")
    for seat in ("A", "B", ""):
        record = made.record(seat)
        assert "* ?" in record["moves"]
        assert "fair" not in record
        assert "seed" not in json.dumps(record)


def test_the_openapi_document_lists_every_endpoint(server: Server) -> None:
    with server.program() as program:
        for address in ("/api/v1/openapi", "/api/v1/openapi/openapi.json"):
            answer = program.get(address)
            assert answer.status_code == 200
            document = answer.json()
    assert document["openapi"].startswith("3.")
    table = f"{API}/{{table_id}}"
    wanted = {
        API: {"post"},
        table: {"get"},
        f"{table}/seats/{{letter}}": {"post"},
        f"{table}/moves": {"post"},
        f"{table}/take-back": {"post"},
        f"{table}/events": {"get"},
        f"{table}/record": {"get"},
    }
    assert {path: set(document["paths"].get(path, {})) for path in wanted} == wanted
    assert not [path for path in document["paths"] if not path.startswith("/api/")], "pages are not for programs"


# --- whole matches by the example -------------------------------------------------------------------------------------


def test_the_example_bot_is_short() -> None:
    code = BOT.read_text(encoding="utf-8").split('"""\n', 1)[1].splitlines()
    assert len([line for line in code if line.strip() and not line.lstrip().startswith(("#", '"""'))]) <= 34


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_each_game_is_played_by_a_bot_of_thirty_lines(server: Server, game: str) -> None:
    players = ll.game(game).players
    made = server.table(game, *["human"] * players)
    play = runpy.run_path(str(BOT))["play"]
    with ThreadPoolExecutor(players) as seats:
        told = list(seats.map(lambda token: play(f"{server.url}{made.page}", token, 0.01), made.tokens.values()))
    record = made.record()
    assert told == [made.state("A")["result"]] * players
    assert record["result"]["winners"] == told[0]["winners"]
    assert verify(record).is_fair


def test_programs_and_bots_of_the_house_play_together(server: Server) -> None:
    made = server.table("stuck-in-the-lift", "human", "heuristic", "random")
    states: list[dict[str, Any]] = []

    def watch() -> None:
        with made.live() as socket:
            for message in socket:
                states.append(json.loads(message))
                if states[-1]["status"] == "over":
                    return

    watching = threading.Thread(target=watch)
    watching.start()
    bot = subprocess.run([sys.executable, BOT, f"{server.url}{made.page}", made.tokens["A"]], capture_output=True)
    watching.join(timeout=10)
    assert bot.returncode == 0, bot.stderr
    assert states[-1]["result"] == json.loads(bot.stdout)
    assert verify(made.record()).is_fair
