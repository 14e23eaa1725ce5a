"""Matches in a browser, from *Play now* to the final scores: by mouse, finger and keys, with and without scripts.

By mouse every match is played to its end. In the other ways a person makes the first choices of each kind, then leaves:
a bot plays on, and they come back to the final scores.
"""

import random
import re
from collections.abc import Callable

import pytest
from browsers import (
    People,
    by_finger,
    by_keys,
    by_mouse,
    choices,
    click,
    enter,
    is_live,
    load_until_turn,
    tap,
    wait_for_turn,
    width_of,
    without_scripts,
)
from playwright.sync_api import Page, expect
from servers import GAMES, until

Choose = Callable[[Page, random.Random], None]
Press = Callable[[Page, str], None]
MOST = 300
"""More choices than one person has in any match."""
FIRST = 9


def play_now(page: Page, game: str, press: Press) -> None:
    """From the lobby to the table in one press."""
    page.goto("/")
    press(page, f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")


def play(page: Page, choose: Choose, most: int = MOST, check: Callable[[Page], None] = lambda page: None) -> None:
    """Choose, at most so many times, until the match is over."""
    rng = random.Random(7)
    for _ in range(most):
        check(page)
        if choices(page).is_over:
            return
        choose(page, rng)
    assert most < MOST, "the match does not end"


def leave_and_come_back_to_the_end(page: Page, press: Press) -> None:
    """Let a bot play the rest, and open the table again from the lobby."""
    if not choices(page).is_over:
        press(page, "form[action$='/leave'] button")
        page.wait_for_url(lambda url: url.endswith("/"))
        until(lambda: page.reload() and "over" in page.locator("#lists").inner_text(), seconds=20)
        press(page, "#lists a")
        page.wait_for_url("**/t/*")


def shows_the_end(page: Page) -> None:
    """The final scores, how they came about, and what can be done next."""
    end = page.locator("#end")
    expect(end.get_by_role("heading").first).not_to_be_empty()
    expect(end).to_contain_text("How it came about")
    for name in ("Rematch", "Replay", "Download the record"):
        expect(end.get_by_text(name, exact=True)).to_be_visible()
    expect(page.locator("#moment")).to_contain_text(re.compile("won", re.IGNORECASE))
    assert not choices(page).moves


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_mouse(people: People, game: str) -> None:
    page = people.come("Ann")
    play_now(page, game, click)
    is_live(page)
    wait_for_turn(page)
    play(page, by_mouse)
    shows_the_end(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_keys_alone(people: People, game: str) -> None:
    page = people.come("Ann")
    play_now(page, game, enter)
    is_live(page)
    wait_for_turn(page)
    play(page, by_keys, FIRST)
    leave_and_come_back_to_the_end(page, enter)
    shows_the_end(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_without_scripts(people: People, game: str) -> None:
    page = people.come("Ann", java_script_enabled=False)
    play_now(page, game, click)
    load_until_turn(page)
    play(page, without_scripts, FIRST)
    leave_and_come_back_to_the_end(page, click)
    shows_the_end(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_a_phone(people: People, game: str) -> None:
    page = people.come("Ann", on_phone=True)
    play_now(page, game, tap)
    is_live(page)
    wait_for_turn(page)
    play(page, by_finger, FIRST, fits)
    leave_and_come_back_to_the_end(page, tap)
    fits(page)
    shows_the_end(page)


HAND = """() => {
  const board = document.getElementById("board");
  const hand = board.querySelector(":is(.hand, .own):has(button:not([aria-disabled=true]), label)");
  if (!hand) return null;
  scrollTo(0, board.getBoundingClientRect().top + scrollY + 40);
  const { top, bottom } = hand.getBoundingClientRect();
  return [top, bottom];
}"""
"""Where the hand is once the board has been scrolled to, if there is something to press in it."""


def fits(page: Page) -> None:
    """Nothing scrolls sideways, and wherever one looks on the board, the hand is within reach of a thumb."""
    assert width_of(page) <= 360
    if place := page.evaluate(HAND):
        top, bottom = place
        assert 0 <= top < bottom <= 760
