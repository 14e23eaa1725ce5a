"""The server put together: pages, API, live updates, and what is said when something does not go."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ExceptionHandler

from liftlobby import __version__
from liftlobby.core.errors import LiftError, UnknownName
from liftlobby.core.text import Text, plain_text, text
from liftlobby.web import api, pages, replays, table_pages
from liftlobby.web.guards import guard_headers, guard_origin, with_headers
from liftlobby.web.settings import BODY_LENGTH, Settings
from liftlobby.web.site import Asked, Site, page
from liftlobby.web.table import Refused, Stale
from liftlobby.web.visitor import visitor_of

LOG = logging.getLogger("liftlobby")


def create_app(settings: Settings | None = None) -> Litestar:
    """The web application on its store."""
    settings = settings or Settings.from_environment()

    @asynccontextmanager
    async def services(app: Litestar) -> AsyncIterator[None]:
        site = Site.open(settings)
        app.state.site = site
        await site.lobby.open()
        # What is here now stays: without it each search for garbage looks through a few thousand tables instead.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 50)
        try:
            yield
        finally:
            site.lobby.close()

    handlers: dict[int | type[Exception], ExceptionHandler[Any]] = {
        Refused: tell_refused,
        LiftError: tell_refused,
        Stale: tell_stale,
        HTTPException: tell_http,
        RecursionError: tell_unreadable,
        Exception: tell_failure,
    }
    return Litestar(
        [
            Router(
                "/", route_handlers=[*pages.HANDLERS, *table_pages.HANDLERS, *replays.HANDLERS], include_in_schema=False
            ),
            *api.HANDLERS,
        ],
        lifespan=[services],
        before_request=guard_origin,
        after_request=guard_headers,
        exception_handlers=handlers,
        request_max_body_size=BODY_LENGTH,
        compression_config=CompressionConfig(
            "gzip", minimum_size=600, gzip_compress_level=5, exclude=["/t/[a-z0-9]+/move$"]
        ),
        openapi_config=OpenAPIConfig(
            "Lift Lobby",
            __version__,
            path="/api/v1/openapi",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        logging_config=None,
        debug=False,
    )


def tell_refused(request: Asked, error: Refused | LiftError) -> Response[Any]:
    """Something that cannot be done: a page, or a JSON problem for programs."""
    if isinstance(error, Refused):
        return problem(request, error.status, error.sentence)
    status = 404 if isinstance(error, UnknownName) else 422
    return problem(request, status, plain_text(error))


def tell_stale(request: Asked, error: Stale) -> Response[Any]:
    """Another server was quicker."""
    return problem(request, 409, error.sentence)


def tell_http(request: Asked, error: HTTPException) -> Response[Any]:
    """What the framework refuses."""
    sentences = {
        400: text("The request could not be read."),
        404: text("There is no such page."),
        405: text("That cannot be done here."),
        413: text("That is too large."),
    }
    return problem(request, error.status_code, sentences.get(error.status_code, sentences[400]))


def tell_unreadable(request: Asked, error: RecursionError) -> Response[Any]:
    """A body nested too deeply."""
    return problem(request, 400, text("The request could not be read."))


def tell_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: told in the log, not to the visitor."""
    LOG.exception("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return problem(request, 500, text("Something went wrong here. Nothing is lost; try again."))


def problem(request: Asked, status: int, sentence: Text) -> Response[Any]:
    """Say what does not go, as a page or as JSON."""
    language = visitor_of(request).language
    told = sentence.render(language)
    if request.scope["path"].startswith("/api/") or "application/json" in request.headers.get("accept", ""):
        answer: Response[Any] = Response({"reason": told, "sentence": told, "rule": "", "link": ""}, status_code=status)
    else:
        answer = page(request, "problem.html", status, sentence=told, status_shown=status)
    return with_headers(answer)
