"""Every page in English and Vietnamese, by day and by night, on a desk and on a phone: axe finds nothing serious.

Each is also photographed, into the folder that LIFTLOBBY_SCREENSHOTS names (else the test's own), for looking at.
"""

import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from browsers import DESK, PHONE, People, choices, click, label_of, load_until_turn, width_of
from playwright.sync_api import Page, ViewportSize
from servers import GAMES, until

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter((v) => ["serious", "critical"].includes(v.impact))
    .flatMap((v) => v.nodes.map((n) => `${v.id} ${n.target.join(" ")}: ${n.failureSummary}`));
}"""
PHOTOS = {"en": ("light", DESK), "vi": ("dark", PHONE)}
LOOKS = {"en": [("light", DESK), ("dark", PHONE)], "vi": [("light", PHONE), ("dark", DESK)]}
"""Every language meets every light and every width, and every light every width."""


class Inspector:
    """Looks at pages in every language, light and width."""

    def __init__(self, people: People, folder: Path) -> None:
        self.folder = Path(os.environ.get("LIFTLOBBY_SCREENSHOTS") or folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.url = people.server.url
        self.page = people.come("Ann")
        self.page.add_init_script(AXE)
        self.faults: list[str] = []

    def glance(self, name: str, address: str, prepare: Callable[[Page], Any] = lambda page: None) -> None:
        """Look at a page as it is photographed."""
        self.look(name, address, prepare, {language: [look] for language, look in PHOTOS.items()})

    def look(
        self,
        name: str,
        address: str,
        prepare: Callable[[Page], Any] = lambda page: None,
        looks: dict[str, list[tuple[str, ViewportSize]]] = LOOKS,
    ) -> None:
        """Look at the page of an address, after what must be done on it first."""
        page = self.page
        for language in ("en", "vi"):
            page.context.add_cookies([{"name": "lift_language", "value": language, "url": self.url}])
            page.goto(address)
            prepare(page)
            for theme, size in looks[language]:
                where = f"{name} {language} {theme} {size['width']}"
                self.appear(theme, size)
                self.faults += [f"{where}: {fault}" for fault in page.evaluate(RUN)]
                if width_of(page) > size["width"]:
                    self.faults.append(f"{where} scrolls sideways")
            theme, size = PHOTOS[language]
            self.appear(theme, size)
            page.screenshot(path=self.folder / f"{name}-{language}.png", full_page=True)

    def appear(self, theme: str, size: ViewportSize) -> None:
        """Show the page in another light and width, without loading it again."""
        self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        self.page.set_viewport_size(size)


@pytest.fixture
def inspector(people: People, tmp_path: Path) -> Any:
    """Somebody who looks at pages; in the end none may have had a fault."""
    looking = Inspector(people, tmp_path)
    yield looking
    assert not looking.faults, "\n".join(looking.faults)


def choose_a_card(page: Page) -> None:
    """Choose the first card, if one must be chosen before a move."""
    if cards := choices(page).cards:
        label_of(page, cards[0][0]).click()


def test_lobby_and_pages_beside_the_tables(inspector: Inspector) -> None:
    inspector.look("lobby", "/")
    inspector.glance("settings", "/", lambda page: click(page, ".settings summary"))
    inspector.glance("record", "/replay")
    inspector.glance("keys", "/keys")
    inspector.glance("problem", "/t/nowhere")


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_the_form_for_a_table(inspector: Inspector, game: str) -> None:
    inspector.glance(f"{game}-rules", f"/rules/{game}")
    inspector.glance(f"{game}-new", f"/new/{game}")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_the_start_to_the_end(inspector: Inspector, game: str) -> None:
    page = inspector.page
    page.goto("/")
    click(page, f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    address = page.url
    load_until_turn(page)
    inspector.look(f"{game}-start", address)
    if choices(page).cards:
        inspector.look(f"{game}-chosen", address, choose_a_card)
    page.goto(address)
    click(page, "form[action$='/leave'] button")
    page.wait_for_url(lambda url: not url.startswith(address))
    until(lambda: page.reload() and "đã xong" in page.locator("#lists").inner_text(), seconds=20)
    inspector.look(f"{game}-over", address)
    inspector.glance(f"{game}-replay", f"{address}/replay?ply=9&seat=A")
