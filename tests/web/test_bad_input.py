"""Whatever is sent: a clear page or JSON problem with the right status, nothing lost, nothing shown by mistake."""

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import API, TLS, Guest, Server, serving, turn_on
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from liftlobby.web.guards import HEADERS, LIMITS
from liftlobby.web.settings import BODY_LENGTH, CHAT_LENGTH, NAME_LENGTH, RECORD_LENGTH

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    "{{ 7*7 }}{% raw %}",
    "\u202egnihton\u202c",
    "a\u200b\u2066b",
    "tab\tnew\nline\rnul\x00bell\x07",
    "&lt;b&gt;",
    "Ж" * 10_000,
    "x" * 10_000,
    "🛗" * 200,
    "%s%n{0}",
    "'; drop table seats; --",
    "\ufffe\uffff",
]


@pytest.fixture
def page(guest: Guest) -> str:
    """A dice race of the guest's, who also holds the other seat."""
    return guest.new_table("elevator-dice", **{"seat-1": "here", "option-first": "A"})


def check(answer: httpx.Response, *statuses: int) -> None:
    """A clear answer: the status, all headers, a sentence, nothing of the inside."""
    assert answer.status_code in statuses, f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"
    for name, value in HEADERS.items():
        assert answer.headers.get(name) == value, f"{answer.request.url} has no {name}"
    assert answer.headers["cache-control"]
    for inside in ("Traceback", "site-packages", "sqlalchemy", "litestar", ".py", "sqlite"):
        assert inside not in answer.text
    if answer.status_code >= 400:
        if answer.headers["content-type"].startswith("application/json"):
            assert answer.json()["reason"]
        else:
            assert answer.headers["content-type"].startswith("text/html")
            assert "<!doctype html>" in answer.text


# --- headers, cookies, origin -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200), ("/keys", 200), ("/new/ghost-lift", 200), ("/rules/ghost-lift", 200), ("/replay", 200),
        ("/nothing", 404), ("/t/nosuchid", 404), ("/rules/chess", 404), ("/new/chess", 404), ("/static/x/y.js", 404),
        ("/static/x/..%2fsite.css", 404), ("/static/x/%2e%2e", 404), ("/r/nosuchid/replay", 404), ("/favicon.ico", 303),
        ("/rules/ghost-lift?bare=perhaps", 400), ("/api/v1/nothing", 404), ("/api/v1/tables/nosuchid", 404),
        ("/api/v1/tables", 405), ("/play/ghost-lift", 405), ("/api/v1/openapi", 200),
        ("/new/ghost-lift?old=nosuchid", 404),
        ("/t/" + "x" * 3000, 404), ("/t/%f0%9f%9b%97", 404), ("/t/a%00b", 404), ("/t/a%0d%0aset-cookie:x=1", 404),
        ("/?" + "a=b&" * 2000, 200),
    ],
)  # fmt: skip
def test_every_answer_carries_the_headers(guest: Guest, address: str, status: int) -> None:
    check(guest.get(address), status)


def test_a_table_and_all_that_belongs_to_it_carries_the_headers(guest: Guest, page: str) -> None:
    for part in ("", "/log", "/record", "/replay", "/invite.svg"):
        check(guest.get(f"{page}{part}"), 200)
    check(guest.get(f"{page}?seat=A"), 200)
    check(guest.form(f"{page}/move", seat="A", move="roll", turn=0), 303)
    with guest.stream("GET", f"{API}/{page[3:]}/events") as answer:
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_styles_and_scripts_in_pages_are_files_of_ours(guest: Guest, page: str) -> None:
    for address in ("/", "/new/ghost-lift", page, f"{page}?seat=A", f"{page}/replay"):
        shown = guest.get(address).text
        assert "unsafe" not in guest.get(address).headers["content-security-policy"]
        assert not re.search(r"<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:|<style|\sstyle=", shown), address
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//(?!127\.0\.0\.1)", shown), address


def test_cookies_are_not_for_scripts_nor_for_other_sites(server: Server) -> None:
    with server.guest() as guest:
        answers = [guest.form("/play/elevator-dice"), guest.form("/settings", name="Ann", language="vi", pace="calm")]
    cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
    assert len(cookies) == 4
    for cookie in cookies:
        assert "httponly" in cookie.lower()
        assert "samesite=lax" in cookie.lower()


POSTS = [
    "/play/elevator-dice", "/new/elevator-dice", "/settings", "/replay", "{page}/move", "{page}/take-back",
    "{page}/sit", "{page}/leave", "{page}/stand-in", "{page}/come-back", "{page}/chat", "{page}/rematch",
    "/api/v1/tables", "/api/v1/tables/{id}/seats/A", "/api/v1/tables/{id}/moves", "/api/v1/tables/{id}/take-back",
]  # fmt: skip


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": ""}, {"sec-fetch-site": "cross-site"},
    {"origin": "http://127.0.0.1:1"}, {"origin": "http://127.0.0.1.evil.example"},
])  # fmt: skip
def test_no_other_site_posts_anything(guest: Guest, page: str, headers: dict[str, str]) -> None:
    before = guest.get(f"{page}/record").json()
    fields = {"seat": "A", "move": "roll", "turn": "0", "said": "hello", "number": "1", "name": "Eve"}
    for post in POSTS:
        answer = guest.post(post.format(page=page, id=page[3:]), data=fields, headers=headers)
        check(answer, 403)
        assert "set-cookie" not in answer.headers
    assert guest.get(f"{page}/record").json() == before


@pytest.mark.parametrize("path", ["{page}/live", "/live", "/api/v1/tables/{id}/ws"])
def test_no_other_site_listens(server: Server, guest: Guest, page: str, path: str) -> None:
    address = server.url.replace("http", "ws", 1) + path.format(page=page, id=page[3:])
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers={"origin": origin})
        assert refused.value.response.status_code == 403
    with connect(address, additional_headers={"origin": server.url}):
        pass


# --- names and chat -----------------------------------------------------------------------------------------------


def assert_harmless(shown: str) -> None:
    """Nothing of what was given became markup, and no character turns the line around."""
    for markup in ("<script>alert", "<img src=x", "' onmouseover='x'"):
        assert markup not in shown
    assert not set(shown) & set("\u202e\u202c\u2066\u200b\x00\x07\ufffe\uffff")


@pytest.mark.parametrize("given", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_are_escaped_shortened_or_left_out(server: Server, given: str) -> None:
    with server.guest() as guest:
        check(guest.form("/settings", name=given), 303)
        page = guest.new_table("elevator-dice", **{"name-0": given, "seat-1": "friend"})
        assert_harmless(guest.get(page).text)
        assert_harmless(guest.get("/").text)
        with server.guest() as other:
            check(other.form(f"{page}/sit", number=1, name=given), 303)
            assert_harmless(other.get(page).text)
        names = guest.get(f"{page}/record").json()["seats"]
    assert all(0 < len(name) <= NAME_LENGTH and name.isprintable() for name in names)
    with server.program() as program:
        asked = {"game": "elevator-dice", "seats": [{"kind": "human", "name": given}, {"kind": "open"}]}
        check(program.post(API, json=asked), 201, 400)


@pytest.mark.parametrize("given", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_chat_is_escaped_or_refused(server: Server, guest: Guest, page: str, given: str) -> None:
    check(guest.form(f"{page}/chat", said=given), *([422] if len(given) > CHAT_LENGTH else [303, 422]))
    with guest.live(page, seat="A") as live:
        first = json.loads(live.recv(timeout=5))
    assert_harmless(guest.get(page, params={"seat": "A"}).text)
    assert_harmless(first["parts"]["chat-lines"])
    assert len(first["parts"]["chat-lines"]) < 3000


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\u202e", "\u200b\u200b", "\x00"])
def test_nothing_is_not_chat(guest: Guest, page: str, nothing: str) -> None:
    check(guest.form(f"{page}/chat", said=nothing), 422)
    assert "data-by" not in guest.get(page, params={"seat": "A"}).text


# --- moves, options, forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 403),
        ({"seat": "Z", "move": "roll", "turn": "0"}, 403),
        ({"seat": "A"}, 409),
        ({"seat": "A", "move": "roll", "turn": "1"}, 409),
        ({"seat": "A", "move": "roll", "turn": "-1"}, 409),
        ({"seat": "A", "move": "roll", "turn": "٣"}, 409),
        ({"seat": "A", "move": "roll", "turn": "9" * 5000}, 409),
        ({"seat": "A", "move": "jump", "turn": "0"}, 422),
        ({"seat": "A", "move": "", "turn": "0"}, 422),
        ({"seat": "A", "move": "x" * 60_000, "turn": "0"}, 422),
        ({"seat": "A", "move": "<script>alert(1)</script>", "turn": "0"}, 422),
        ({"seat": "B", "move": "roll", "turn": "0"}, 422),
    ],
)
def test_a_wrong_move_is_answered_with_the_table_and_a_sentence(
    guest: Guest, page: str, fields: dict[str, str], status: int
) -> None:
    answer = guest.form(f"{page}/move", **fields)
    check(answer, status)
    assert re.search(r'<p id="?refusal"?[^>]*>\s*(<b>[A-Z-]+\d+</b>)?\s*\S', answer.text)
    assert "<script>alert" not in answer.text
    by_script = guest.post(f"{page}/move", data=fields, headers={"accept": "application/json"})
    assert by_script.status_code == status
    assert by_script.json()["sentence"]
    assert (
        guest.form(f"{page}/move", seat="A", move="roll", turn=turn_on(guest.get(f"{page}?seat=A").text)).status_code
        == 303
    )


def test_moves_over_the_open_connection_are_refused_as_those_of_the_form(server: Server) -> None:
    ann, ben, other = server.guest("Ann"), server.guest("Ben"), server.guest()
    page = ann.new_table("stuck-in-the-lift", **{"seat-1": "friend"})
    ben.form(f"{page}/sit", number=1, name="Ben")
    with ann.live(page, seat="A") as live, other.live(page) as watching:
        drawn = json.loads(live.recv(timeout=5))["parts"]
        json.loads(watching.recv(timeout=5))
        turn = turn_on(drawn["fields"])

        def answer(connection: ClientConnection, said: str) -> dict[str, Any]:
            connection.send(said)
            told: dict[str, Any] = json.loads(connection.recv(timeout=5))["answer"]
            return told

        for said in ("", "{", "[]", '"move"', '{"move": 1}', '{"move": {"a": "b"}}', "\x00", "9" * 50_000):
            live.send(said)  # no move at all: nothing happens
        wrong = {"seat": "A", "turn": turn, "move": "write1 41"}
        assert answer(live, json.dumps(wrong))["sentence"]
        early = {"seat": "A", "turn": turn, "move": "drive 5"}
        assert answer(live, json.dumps(early))["link"].startswith("/rules/stuck-in-the-lift#SL-")
        assert answer(live, json.dumps(wrong | {"turn": "77"}))["sentence"]
        for connection, seat in ((live, "B"), (watching, "A"), (watching, ""), (live, "Z")):
            stolen = {"seat": seat, "turn": "0", "move": "write1 5"}
            assert "not yours" in answer(connection, json.dumps(stolen))["sentence"]
        right = json.dumps({"seat": "A", "turn": turn, "move": "write1 20"})
        live.send(right)
        live.send(right)  # a double click is one move
        told = [json.loads(live.recv(timeout=5)) for _ in range(2)]
        assert sum("answer" in message for message in told) == 1
        changed = next(message for message in told if "parts" in message)
        assert turn_on(changed["parts"]["fields"]) == str(int(turn) + 1)
        assert "write1 20" not in watching.recv(timeout=5)
    assert ann.get(f"{page}/record", params={"seat": "A"}).json()["moves"] == ["A write1 20"]


def test_a_refused_move_links_to_its_rule(guest: Guest, page: str) -> None:
    answer = guest.form(f"{page}/move", seat="B", move="roll", turn="0")
    link = re.search(r'href="?(/rules/elevator-dice#(ED-\d+))', answer.text)
    assert link
    assert f'id="{link[2]}"' in guest.get(link[1]).text


@pytest.mark.parametrize("action", ["fly", "move/again", "%2e%2e", "record", "live", "key"])
def test_there_is_nothing_else_to_do_at_a_table(guest: Guest, page: str, action: str) -> None:
    check(guest.form(f"{page}/{action}"), 404, 405)


@pytest.mark.parametrize(
    "fields",
    [
        {"option-players": "99"},
        {"option-players": "two"},
        {"option-players": "-1"},
        {"option-first": "Z"},
        {"seat-1": "robot"},
        {"seat-1": "search:99999"},
        {"bank": "5"},
        {"bank": "abc"},
        {"bank": "9" * 40},
        {"bank": "60", "increment": "-1"},
        {"bank": "60", "increment": "9" * 6},
        {"option-players": "2", "option-rules": "simplified"},
        {"cards": "not toml ="},
        {"cards": "[3]\ncopies = -5"},
        {"cards": "[3]\ncopies = 1e99"},
        {"cards": "x" * 60_000},
        {"cards": "x = " + "[" * 20_000},
    ],
)
def test_a_table_that_cannot_be_is_refused_on_the_form(guest: Guest, fields: dict[str, str]) -> None:
    answer = guest.form("/new/ghost-lift", **fields)
    check(answer, 422)
    assert 'role="alert"' in answer.text.replace("role=alert", 'role="alert"')


def test_a_form_cannot_name_a_file_of_the_server(guest: Guest, tmp_path: Path) -> None:
    for path in ("/etc/passwd", "/nowhere", str(tmp_path)):
        for option in ("option-elevators", "option-icons"):
            answer = guest.form("/new/in-front-of-the-elevators", **{option: path})
            assert answer.status_code in (303, 422)
            assert "TOML" not in answer.text.partition('role="alert"')[2][:300]


def test_the_form_of_a_game_is_not_filled_in_from_a_table_of_another(guest: Guest, page: str) -> None:
    for game in ("ghost-lift", "stuck-in-the-lift", "in-front-of-the-elevators", "elevator-dice"):
        check(guest.get(f"/new/{game}", params={"old": page[3:]}), 200)


@pytest.mark.parametrize("seat", ["", "A", "Z", "a", "AB", "%00", "9" * 100])
@pytest.mark.parametrize("ply", ["", "0", "-1", "x", "9" * 50, "1e9", "٣"])
def test_a_replay_takes_any_place_and_seat(guest: Guest, page: str, ply: str, seat: str) -> None:
    check(guest.get(f"{page}/replay?ply={ply}&seat={seat}"), 200)


# --- bodies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400), (b"{", 400), (b"null", 400), (b"[]", 400), (b'"x"', 400), (b"\xff\xfe\x00", 400),
        (b'{"game": "elevator-dice"', 400), (b'{"game": "\\ud800"}', 400), (b"[" * 50_000, 400),
        (b'{"game": "elevator-dice", "game": 1}', 400), (b'{"game": ' + b"9" * 5000 + b"}", 400),
        (b'{"game": "' + b"x" * 50_000 + b'"}', 422), (b" " * (BODY_LENGTH + 1), 413),
    ],
    ids=range(13),
)  # fmt: skip
def test_a_malformed_body_is_a_json_problem(server: Server, body: bytes, status: int) -> None:
    with server.program() as program:
        answer = program.post(API, content=body, headers={"content-type": "application/json"})
        check(answer, status)
        assert len(answer.text) < 2000


@pytest.mark.parametrize("kind", [
    "application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "nonsense",
    "multipart/form-data; boundary=x", "application/x-www-form-urlencoded; charset=nonsense", "application/msgpack", "",
])  # fmt: skip
@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"--x\r\n", b"seat=%ff%fe&move=%00", b"&=&=&&", b"{}"])
def test_a_malformed_form_is_refused(guest: Guest, page: str, kind: str, body: bytes) -> None:
    for address in (f"{page}/move", "/new/ghost-lift", "/settings", "/replay", f"{API}/{page[3:]}/moves"):
        check(guest.post(address, content=body, headers={"content-type": kind}), 303, 400, 401, 403, 415, 422)


def test_a_body_that_is_too_large_is_413_declared_or_not(guest: Guest, page: str) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 50_000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    for address in (f"{page}/chat", "/replay", API):
        check(guest.post(address, content=b"x" * (2 * RECORD_LENGTH), headers=kind), 413)
        check(guest.post(address, content=pieces(), headers=kind), 413)


def test_a_form_of_many_fields_is_answered_soon(guest: Guest, page: str) -> None:
    start = time.monotonic()
    body = b"&".join(b"f%d=x" % n for n in range(90_000))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    check(guest.post(f"{page}/move", content=body, headers=kind), 400, 403, 413)
    assert time.monotonic() - start < 3


RECORDS: list[Any] = [
    "", "{", "[]", "null", '"x"', "[" * 20_000, '{"format": "liftlobby-record/1"}',
    {"options": {"players": 2, "elevators": "/etc/passwd"}}, {"game": "chess"}, {"moves": ["* 99"]},
    {"moves": ["A fly"]},
    {"seats": ["<script>alert(1)</script>"]}, {"seats": ["a\u202e", "b"]}, {"options": {"players": 1e300}},
    {"result": {"winners": ["A"], "returns": [1.0, -1.0], "scores": [1, 0]}}, {"moves": ["*"] * 5}, {"moves": ["* ?"]},
]  # fmt: skip


@pytest.mark.parametrize("given", RECORDS, ids=range(len(RECORDS)))
def test_a_record_that_is_none_is_refused_on_the_page(guest: Guest, given: Any) -> None:
    record = {
        "format": "liftlobby-record/1", "game": "elevator-dice", "rules_version": 1, "options": {"players": 2},
        "seats": ["A", "B"], "moves": [],
    }  # fmt: skip
    content = given if isinstance(given, str) else json.dumps(record | given)
    answer = guest.post("/replay", files={"record": ("r.json", content.encode())}, headers={"origin": guest.server.url})
    check(answer, 422)
    assert "<script>alert" not in answer.text
    assert "root:" not in answer.text


def test_a_record_too_long_to_look_at_is_refused_soon(guest: Guest) -> None:
    record = {
        "format": "liftlobby-record/1", "game": "ghost-lift", "rules_version": 1, "options": {"players": 2},
        "seats": ["A", "B"], "moves": ["* 1"] * 10_001,
    }  # fmt: skip
    start = time.monotonic()
    answer = guest.form("/replay", record=json.dumps(record))
    check(answer, 422)
    assert "10,001 moves" in answer.text
    assert time.monotonic() - start < 2


def test_a_record_brought_is_escaped_and_shown_from_every_seat(server: Server, guest: Guest) -> None:
    made = server.table("elevator-dice", "random", "random")
    record = made.wait_for_end() | {"seats": ["<i>Ann</i>", '"B']}
    record.pop("fair")
    answer = guest.form("/replay", record=json.dumps(record))
    check(answer, 303)
    for seat in ("", "A", "B"):
        shown = guest.get(answer.headers["location"], params={"seat": seat, "ply": 3})
        check(shown, 200)
        assert "<i>Ann" not in shown.text
    assert "&lt;i&gt;Ann" in shown.text


# --- cookies, languages, where to go back -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cookie",
    [
        "lift_person=", "lift_person=" + "x" * 32, "lift_person=" + "é" * 32, "lift_person=<script>",
        ";;;=;=x", "\xff\xfe",
        "lift_name=%ff%fe%00; lift_language=../../etc; lift_pace=-1; lift_theme=\"><script>alert(1)</script>",
        "lift_language=xx; lift_pace=never", "x=" + "y" * 7000, "lift_person=" + "a" * 32 + "; lift_person=" + "b" * 32,
        'lift_name="unclosed', "lift_name=%3Cscript%3Ealert(1)%3C/script%3E",
    ],
    ids=range(12),
)  # fmt: skip
def test_damaged_cookies_count_as_none(server: Server, page: str, cookie: str) -> None:
    headers = httpx.Headers([(b"cookie", cookie.encode("latin-1"))])
    with server.program() as somebody:
        for address in ("/", page, f"{page}?seat=A", "/new/ghost-lift"):
            answer = somebody.get(address, headers=headers)
            check(answer, 200)
            assert "<script>alert" not in answer.text
            assert "/key/" not in answer.text
        check(somebody.post(f"{page}/move", data={"seat": "A", "move": "roll", "turn": "0"}, headers=headers), 403)
        check(somebody.post("/play/elevator-dice", headers=headers), 303)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("vi", "vi"), ("vi-VN,vi;q=0.9,en;q=0.8", "vi"), ("en;q=0.1, vi;q=0.9", "vi"), ("xx", "en"), ("", "en"),
        ("*", "en"), (";q=;;,,,=", "en"), ("vi;q=nan", "vi"), ("../../etc/passwd", "en"), ("v" * 5000, "en"),
        ("é,vi", "vi"), ("-", "en"), ("_,vi;q=0.5", "vi"),
    ],
    ids=range(13),
)  # fmt: skip
def test_any_wish_for_a_language_gives_one_there_is(server: Server, accepted: str, language: str) -> None:
    answer = httpx.get(server.url, verify=TLS, headers=[(b"accept-language", accepted.encode("latin-1"))])
    check(answer, 200)
    assert f'<html lang="{language}"' in answer.text.replace(f"<html lang={language}", f'<html lang="{language}"')


@pytest.mark.parametrize("back", [
    "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
    "javascript:alert(1)",
    "/\r\nset-cookie: x=1", "", "x" * 10_000, "http:evil.example", "///evil.example", "/%0d%0ax: y", " //evil.example",
    "/./\\evil.example", "/é?ä=🛗", "/\u202e", "\x00",
], ids=range(17))  # fmt: skip
def test_settings_lead_back_to_no_other_site(guest: Guest, back: str) -> None:
    answer = guest.form("/settings", back=back, theme="dark")
    check(answer, 303)
    assert "x" not in answer.cookies
    target = httpx.URL(guest.server.url).join(answer.headers["location"])
    assert f"{target.scheme}://{target.host}:{target.port}" == guest.server.url
    assert answer.headers["location"].isascii()


@pytest.mark.parametrize(
    "host", ["evil.example", "x" * 4000, "<script>alert(1)</script>", "a b", "", "[::1", "ä", "a:b:c"]
)
def test_any_host_is_answered(server: Server, page: str, host: str) -> None:
    for path in (page, f"{page}/invite.svg", f"{API}/{page[3:]}"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        status = int(answer.split(b" ", 2)[1])
        assert status in (200, 400), answer[:200]
        assert b"<script>alert" not in answer


# --- how often ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps its limits."""
    with serving(tmp_path_factory.mktemp("limited"), LIFTLOBBY_LIMITS="on") as running:
        yield running


def test_limits_answer_429_and_are_not_passed_by_with_other_cookies(limited: Server) -> None:
    with limited.guest() as guest:
        page = guest.new_table("elevator-dice", **{"seat-1": "friend"})
        said = [guest.form(f"{page}/chat", said=f"line {n}").status_code for n in range(LIMITS["chat"][0] + 3)]
        assert said == [303] * LIMITS["chat"][0] + [429] * 3
        answer = guest.form(f"{page}/chat", said="again")
        check(answer, 429)
        assert guest.post(f"{page}/chat", data={"said": "x"}, headers={"accept": "application/json"}).json()["sentence"]
    with limited.program() as program:
        for n in range(LIMITS["make"][0] * 5):
            cookie = f"lift_person={n:032d}"  # whoever makes up cookies does not make any number of tables
            if program.post("/play/elevator-dice", headers={"cookie": cookie}).status_code == 429:
                break
        check(program.post(API, json={"game": "elevator-dice"}), 429)
        joins = [program.post(f"{API}/{page[3:]}/seats/B").status_code for _ in range(LIMITS["join"][0] * 4 + 1)]
        assert joins == [201] + [409] * (len(joins) - 2) + [429]
        assert program.get(page).status_code == 200
