"""The app of `lift play`: straight to a table, or first the question which game and how many players."""

from __future__ import annotations

from pathlib import Path

from textual import work

from liftlobby.core.errors import LiftError
from liftlobby.core.game import game, game_type, slugs
from liftlobby.core.text import text
from liftlobby.terminal.choices import bots_for
from liftlobby.terminal.lobby import Lobby
from liftlobby.terminal.playing import PlayScreen
from liftlobby.terminal.screens import Choose
from liftlobby.terminal.session import Session


class PlayApp(Lobby):
    """A table, or first the question which game and how many players."""

    def __init__(
        self,
        session: Session | None,
        language: str = "en",
        pace: str = "calm",
        humans: int = 1,
        bots: list[str] | None = None,
        players: int | None = None,
        seed: int | None = None,
        save: Path | None = None,
    ) -> None:
        super().__init__()
        self._session = session
        self._language = language
        self._pace = pace
        self._humans = humans
        self._bots = bots or []
        self._players = players
        self._seed = seed
        self._save = save

    def on_mount(self) -> None:
        """To the table, or to the questions."""
        if self._session is not None:
            self.push_screen(PlayScreen(self._session, self._language, self._pace))
        else:
            self.ask_which()

    def action_stop(self) -> None:
        """Leave from wherever one is; asked a second time without a question."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, PlayScreen)), None)
        if table is None or isinstance(self.screen, Choose):
            self.exit()
        else:
            table.action_leave()

    @work
    async def ask_which(self) -> None:
        """Which game, how many players; Escape goes back."""
        say = self._language
        while True:
            known = [game_type(slug) for slug in slugs()]
            games = [(one.slug, f"{one.title}  ·  {one.facts.render(say)}") for one in known]
            slug = await self.push_screen_wait(Choose(text("Which game?").render(say), games, wide=True))
            if slug is None:
                self.exit()
                return
            players = self._players or await self._ask_players(slug)
            if players is None:
                continue
            try:
                chosen = game(slug, players=players)
                humans = min(self._humans, chosen.players)
                bots = bots_for(chosen.players - humans, self._bots, "heuristic")
            except LiftError as error:
                await self.push_screen_wait(Choose(str(error), [("back", text("go on").render(say))]))
                self._players = None
                self._bots = []
                continue
            session = Session.new(chosen, humans, bots, self._seed, self._save)
            self.push_screen(PlayScreen(session, self._language, self._pace))
            return

    async def _ask_players(self, slug: str) -> int | None:
        values = game_type(slug).option("players").values
        if len(values) == 1:
            return int(values[0])
        choices = [(str(value), str(value)) for value in values if int(value) >= self._humans]
        chosen = await self.push_screen_wait(Choose(text("How many players?").render(self._language), choices))
        return None if chosen is None else int(chosen)
