"""The pages: lobby, new table, table, rules, settings. All of it works without scripts."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from litestar import Response, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from liftlobby.core.errors import LiftError
from liftlobby.core.game import game_type, slugs
from liftlobby.core.text import languages, text
from liftlobby.web.drawing import rules_page, static_address, static_bytes
from liftlobby.web.guards import lets_in
from liftlobby.web.live import LobbyChanges
from liftlobby.web.lobby import is_put_away
from liftlobby.web.newtable import new_table, play_now
from liftlobby.web.settings import PACES
from liftlobby.web.site import Asked, Site, form_of, go, known, page, site_of
from liftlobby.web.table import Refused
from liftlobby.web.visitor import THEMES, Visitor, clean_name, cookie, visitor_of

KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@get("/")
async def lobby(request: Asked) -> Response[str]:
    """The games, open tables and the visitor's own."""
    site, visitor = site_of(request), visitor_of(request)
    lists = await lists_for(site, visitor)
    return page(request, "lobby.html", games=[game_type(slug) for slug in slugs()], **lists)


async def lists_for(site: Site, visitor: Visitor) -> dict[str, Any]:
    """The tables that a visitor is shown."""
    mine = await site.lobby.tables_of(visitor.person)
    return {
        "open_tables": [table for table in await site.lobby.open_tables() if table not in mine],
        "mine": [table for table in mine if not is_put_away(table)],
        "away": [table for table in mine if is_put_away(table)],
    }


@websocket("/live")
async def live_lobby(socket: WebSocket[Any, Any, Any]) -> None:
    """The lists of tables, as they change."""
    if not await lets_in(socket):
        return
    site, visitor = site_of(socket), visitor_of(socket)
    await LobbyChanges(site.lobby).send_to(
        socket,
        lambda lists: site.artist.page("parts/lists.html", visitor.language, visitor=visitor, **lists),
        lambda: lists_for(site, visitor),
    )


@post("/play/{slug:str}")
async def play(request: Asked, slug: FromPath[str]) -> Redirect:
    """One click: a table with sensible bots."""
    site = site_of(request)
    visitor, person, cookies = known(request)
    site.limits.count("make", visitor)
    table = await site.lobby.make(play_now(slug, visitor, person))
    return go(f"/t/{table.id}", cookies)


@get("/new/{slug:str}")
async def new(request: Asked, slug: FromPath[str], old: FromQuery[str] = "") -> Response[str]:
    """The form for a new table, filled in as an old one was if there is one."""
    table = await site_of(request).lobby.find(old) if old else None
    if table and table.game.slug != slug:
        table = None
    return page(request, "new.html", game=game_type(slug), old=table, problem="", given={})


@post("/new/{slug:str}")
async def make(request: Asked, slug: FromPath[str]) -> Response[Any]:
    """Make the table that the form describes, or say what does not go."""
    site = site_of(request)
    visitor, person, cookies = known(request)
    site.limits.count("make", visitor)
    form = await form_of(request)
    try:
        wanted = new_table(slug, form, visitor, person)
        table = await site.lobby.make(wanted)
    except (LiftError, Refused) as error:
        problem = error.sentence.render(visitor.language) if isinstance(error, Refused) else str(error)
        return page(request, "new.html", 422, game=game_type(slug), old=None, problem=problem, given=form)
    return go(f"/t/{table.id}", cookies)


# --- everything else ----------------------------------------------------------------------------------------------


@get("/rules/{slug:str}")
async def rules(request: Asked, slug: FromPath[str], bare: FromQuery[bool] = False) -> Response[str]:
    """The rulebook of a game; `bare` is for the panel beside a table."""
    kind = game_type(slug)
    book = rules_page(slug, visitor_of(request).language)
    if bare:
        return Response(str(book), media_type="text/html")
    return page(request, "rules.html", game=kind, book=book)


@get("/keys")
async def keys(request: Asked) -> Response[str]:
    """The shortcuts."""
    return page(request, "keys.html")


@post("/settings")
async def settings(request: Asked) -> Redirect:
    """Name, language, pace and theme, kept in cookies."""
    form = await form_of(request)
    cookies = []
    if "name" in form:
        cookies.append(cookie("lift_name", quote(clean_name(form["name"]))))
    for name, values in (("language", languages()), ("pace", tuple(PACES)), ("theme", THEMES)):
        if form.get(name) in values:
            cookies.append(cookie(f"lift_{name}", form[name]))
    back = form.get("back", "/")
    is_local = back.startswith("/") and not back.startswith("//") and not urlsplit(back).netloc and "\\" not in back
    return go(back if is_local and back.isprintable() else "/", cookies)


@get("/static/{mark:str}/{name:str}", sync_to_thread=False)
def static(mark: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A style sheet, the script or a picture: kept for ever, since its address changes with it."""
    try:
        content = static_bytes(name)
    except LiftError:
        raise Refused(404, text("There is no such file.")) from None
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(content, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})


@get("/favicon.ico", sync_to_thread=False)
def favicon() -> Redirect:
    """The sign of the house."""
    return go(static_address("sign.svg"))


HANDLERS = [lobby, live_lobby, play, new, make, rules, keys, settings, static, favicon]
