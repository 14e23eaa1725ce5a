"""People with a real browser: Chromium driven by Playwright, and the ways in which they play."""

import contextlib
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, sync_playwright
from servers import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESK = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=360, height=760)
SECONDS = 15
"""How long a page may take before a test fails."""
CHOICES = """() => {
  const seen = (e) => e.getClientRects().length > 0;
  const board = document.getElementById("board");
  const buttons = [...board.querySelectorAll("button[name=move]:not([aria-disabled=true])")].filter(seen);
  return {
    turn: board.querySelector("input[name=turn]")?.value ?? "",
    cards: [...board.querySelectorAll("input[type=radio]")].map((e) => [e.id, e.dataset.key ?? ""]),
    moves: buttons.map((e) => [e.value, e.dataset.key ?? ""]),
    isOver: document.querySelector("#end > *") !== null,
  };
}"""
READY = f"""(before) => {{
  const {{ turn, cards, moves, isOver }} = ({CHOICES})();
  return isOver || (turn !== before && cards.length + moves.length > 0);
}}"""


@dataclass
class Choices:
    """What a page offers at one moment: cards to choose first and moves to press, each with its key."""

    turn: str
    cards: list[tuple[str, str]]
    moves: list[tuple[str, str]]
    is_over: bool


def choices(page: Page) -> Choices:
    """What can be seen and chosen now; asked at once, since the board may be drawn anew at any moment."""
    told = page.evaluate(CHOICES)
    cards, moves = ([(of, key) for of, key in told[name]] for name in ("cards", "moves"))
    return Choices(told["turn"], cards, moves, told["isOver"])


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the machine, for as long as a module's tests run."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class People:
    """Lets people come to a server, each with a browser of their own; their pages must run without a fault."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def come(
        self,
        name: str = "",
        *,
        server: Server | None = None,
        language: str = "en",
        theme: Literal["dark", "light"] = "light",
        pace: str = "instant",
        on_phone: bool = False,
        **more: Any,
    ) -> Page:
        """Somebody with a browser who has chosen these settings; their empty page."""
        url = (server or self.server).url
        context = self.browser.new_context(
            base_url=url,
            viewport=PHONE if on_phone else DESK,
            has_touch=on_phone,
            is_mobile=on_phone,
            color_scheme=theme,
            locale="en-GB",
            **more,
        )
        self.contexts.append(context)
        context.set_default_timeout(SECONDS * 1000)
        chosen = {"lift_language": language, "lift_pace": pace, "lift_name": name}
        context.add_cookies([{"name": key, "value": value, "url": url} for key, value in chosen.items() if value])
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None)
        return context.new_page()

    def leave(self) -> None:
        """All go home."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()


def is_live(page: Page) -> None:
    """Wait until changes come to the page by themselves."""
    page.wait_for_selector("html[data-live]")


def open_table(page: Page, game: str, **fields: str) -> str:
    """Make a table through the form; its address. Give `option_players="3"`, `seat_1="friend"` and the like."""
    page.goto(f"/new/{game}")
    for field, value in fields.items():
        page.locator(f".new [name={field.replace('_', '-')}]").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return re.sub(r"\?.*", "", page.url)


def sit_down(page: Page, table: str) -> None:
    """Join a table by its link."""
    page.goto(table)
    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_url("**/t/*?seat=*")


def wait_for_turn(page: Page, after: str = "") -> Choices:
    """Wait until the person may choose something after a turn, or the match is over."""
    page.wait_for_function(READY, arg=after)
    return choices(page)


def move_button(page: Page, move: str) -> Locator:
    """The button of a move, wherever it stands after an update."""
    return page.locator(f'#board button[value="{move}"]:visible').first


def label_of(page: Page, card: str) -> Locator:
    """What is pressed to choose a card."""
    return page.locator(f"#board label:has(#{card}), #board label[for={card}]")


# --- ways to play: each makes one choice that is offered ----------------------------------------------------------


def pick(page: Page, rng: random.Random, press: Callable[[Locator], None]) -> str:
    """Choose a card where one must be chosen first, then press a move: by pointing at what is seen. The turn it was."""
    offered = choices(page)
    if offered.cards and (rng.random() < 0.7 or not offered.moves):
        press(label_of(page, rng.choice(offered.cards)[0]))
        offered = choices(page)
    press(move_button(page, rng.choice(offered.moves)[0]))
    return offered.turn


def by_mouse(page: Page, rng: random.Random) -> None:
    """Click."""
    wait_for_turn(page, pick(page, rng, lambda place: place.click()))


def by_finger(page: Page, rng: random.Random) -> None:
    """Tap, not so fast that it would be a double tap."""
    page.wait_for_timeout(300)
    wait_for_turn(page, pick(page, rng, lambda place: place.tap()))


def by_keys(page: Page, rng: random.Random) -> None:
    """Press keys: those that stand on things, and Tab and Enter for what has none."""
    offered = choices(page)
    page.wait_for_timeout(260)  # a key struck twice in a moment counts once
    if offered.cards and (rng.random() < 0.7 or not offered.moves):
        page.keyboard.press(rng.choice(offered.cards)[1])
        offered = choices(page)
    move, key = rng.choice(offered.moves)
    page.wait_for_timeout(260)
    if not key:
        tab_to(page, f'#board button[value="{move}"]')
    page.keyboard.press(key or "Enter")
    wait_for_turn(page, offered.turn)


def without_scripts(page: Page, rng: random.Random) -> None:
    """Press buttons of forms, and load the page again while others move."""

    def press(place: Locator) -> None:
        if place.evaluate("e => e.tagName") == "LABEL":
            place.click()
            return
        with page.expect_navigation():
            place.click()

    load_until_turn(page, pick(page, rng, press))


def load_until_turn(page: Page, after: str = "") -> None:
    """Load the page again while others move."""
    for _ in range(100):
        if page.evaluate(READY, after):
            return
        page.reload()
    raise AssertionError("the others never move")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(150):
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def click(page: Page, selector: str) -> None:
    """Press something by mouse."""
    page.locator(selector).first.click()


def tap(page: Page, selector: str) -> None:
    """Press something by finger."""
    page.locator(selector).first.tap()


def enter(page: Page, selector: str) -> None:
    """Press something by keys alone."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


def width_of(page: Page) -> int:
    """How wide the page is, in pixels."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
