"""The boards in the browser: for every option set, seat and language, all that may be played can be pressed."""

import random
from collections import Counter
from html.parser import HTMLParser

import pytest
from boards import followed
from conftest import OPTION_SETS

import liftlobby as ll
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.game import room_of
from liftlobby.core.match import Match
from liftlobby.core.text import languages
from liftlobby.web.drawing import Artist, Pieces, seats_shown, style_of

ARTIST = Artist()
MATCHES = 2
MOVES = 60


class Drawn(HTMLParser):
    """What a board has to press, and what must be unique on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.moves: list[str] = []
        self.names: Counter[str] = Counter()
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "style" not in given
        assert tag not in ("style", "script")
        assert not any(name.startswith("on") for name in given)
        if tag == "button" and given.get("name") == "move" and given.get("aria-disabled") != "true":
            self.moves.append(given["value"] or "")
        for name in ("id", "data-travel"):
            if name in given:
                self.names[f"{name} {given[name]}"] += 1
        if tag not in ("input", "img", "br", "hr", "path", "rect", "circle", "use", "line", "polygon", "ellipse"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("path", "rect", "circle", "use", "line", "polygon", "ellipse"):
            return
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes something else"


def drawing(match: Match, viewer: int | None, last: list[str], language: str) -> str:
    """The board as the viewer sees it."""
    seats = seats_shown(tuple(f"Name {n}" for n in range(match.game.players)))
    moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
    view = match.view(None if viewer is None else LETTERS[viewer])
    return ARTIST.draw_view(match.game.type, view, moves, last, language, seats)


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_every_legal_move_can_be_pressed_and_no_other(slug: str, options: dict[str, object]) -> None:
    for seed in range(MATCHES):
        rng = random.Random(seed)
        match = ll.game(slug, **options).match(seed=seed)
        tellings = followed(match)
        for number in range(MOVES):
            if match.is_over:
                break
            who = rng.choice(match.to_act)
            match.play(who, rng.choice(match.legal_moves(who)))
            for viewer, telling in tellings.items():
                if number % 4 and viewer != LETTERS.index((match.to_act or "A")[0]):
                    continue
                for language in languages():
                    drawn = Drawn(drawing(match, viewer, telling.known.texts[-2:], language))
                    legal = [] if viewer is None else match.legal_moves(LETTERS[viewer])
                    assert sorted(set(drawn.moves)) == legal
                    assert not [name for name, times in drawn.names.items() if times > 1]
                    assert not drawn.open, f"{drawn.open} stay open"


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_the_key_of_a_part_decides_how_it_looks(slug: str, options: dict[str, object]) -> None:
    # Parts are drawn once for all who see them and kept until they look otherwise: a key that forgets something
    # would show the past, or another seat's cards.
    rng = random.Random(9)
    match = ll.game(slug, **options).match(seed=9)
    assert room_of(match.game.type, "board") is not None
    tellings = followed(match)
    seen: dict[tuple[str, object], str] = {}
    for _ in range(4 * MOVES):
        for viewer, telling in tellings.items():
            seats = seats_shown(tuple(f"Name {n}" for n in range(match.game.players)))
            moves = [] if viewer is None else match.legal_moves(LETTERS[viewer])
            last = telling.known.texts[-2:]
            board, drawn = ARTIST._board(match.game.type, telling.view, moves, last, "en", seats, Pieces())
            for name, html in drawn.items():
                assert seen.setdefault((name, board.parts[name].key), html) == html, name
        if match.is_over:
            break
        who = rng.choice(match.to_act)
        match.play(who, rng.choice(match.legal_moves(who)))


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_names_of_people_are_escaped(slug: str, options: dict[str, object]) -> None:
    match = ll.game(slug, **options).match(seed=1)
    rng = random.Random(1)
    for _ in range(25):
        if not match.is_over:
            who = rng.choice(match.to_act)
            match.play(who, rng.choice(match.legal_moves(who)))
        for viewer in (None, 0):
            name = '<img src=x onerror="x">&'
            seats = seats_shown(tuple(name for n in range(match.game.players)))
            view = match.view(None if viewer is None else "A")
            moves = [] if viewer is None else match.legal_moves("A")
            assert "<img" not in ARTIST.draw_view(match.game.type, view, moves, [], "en", seats)


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_how_it_came_about_is_drawn_to_the_end(slug: str, options: dict[str, object]) -> None:
    match = ll.game(slug, **options).match(seed=3)
    rng = random.Random(3)
    while not match.is_over and match.num_moves < 3000:
        who = rng.choice(match.to_act)
        match.play(who, rng.choice(match.legal_moves(who)))
    room = room_of(match.game.type, "board")
    assert room is not None
    seats = seats_shown(tuple(f"Name {n}" for n in range(match.game.players)))
    for language in languages():
        facts = room.account(((View(s.before, None), View(s.after, None)) for s in match.steps()), language)
        drawn = Drawn(ARTIST.page(f"{slug}/account.html", language, seats=seats, me=None, **facts))
        assert not drawn.open


@pytest.mark.parametrize("slug", sorted({str(param.values[0]) for param in OPTION_SETS}))
def test_every_game_has_a_style_of_its_own(slug: str) -> None:
    assert style_of(slug)
