"""Who asks: there are no accounts, only a cookie that nobody guesses, a name, and how the page should be."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from babel import negotiate_locale
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from liftlobby.core.match import is_name
from liftlobby.core.text import languages
from liftlobby.web.settings import NAME_LENGTH, PACES

Connection = ASGIConnection[Any, Any, Any, Any]

YEAR = 365 * 86400
PERSON = "lift_person"
MOST_MUTED = 30
THEMES = ("auto", "light", "dark")
GUESTS = ("Amber", "Basil", "Clove", "Dill", "Fennel", "Ginger", "Hazel", "Juniper", "Linden", "Maple", "Olive", "Sage")


@dataclass(frozen=True)
class Visitor:
    """Somebody with a browser. `person` is "" until they have done something; `secret` is what their cookie holds."""

    person: str
    name: str
    language: str
    pace: str
    theme: str
    address: str
    muted: tuple[str, ...] = ()

    @property
    def shown_name(self) -> str:
        """Their name, or a friendly guest name that stays the same."""
        return self.name or guest_name(self.person or self.address)


def guest_name(of: str) -> str:
    """A name for somebody who gave none."""
    number = int(hashlib.sha256(of.encode()).hexdigest()[:8], 16)
    return f"{GUESTS[number % len(GUESTS)]} {number // 100 % 90 + 10}"


def visitor_of(connection: Connection) -> Visitor:
    """Who asks, by their cookies; whatever is damaged counts as not there."""
    cookies = connection.cookies
    secret = cookies.get(PERSON, "")
    person = person_of(secret) if len(secret) == 32 and secret.isalnum() else ""
    pace, theme = cookies.get("lift_pace", ""), cookies.get("lift_theme", "")
    return Visitor(
        person,
        clean_name(unquote(cookies.get("lift_name", ""))),
        language_of(cookies.get("lift_language", ""), connection.headers.get("accept-language", "")),
        pace if pace in PACES else "calm",
        theme if theme in THEMES else "auto",
        connection.client.host if connection.client else "",
        tuple(unquote(cookies.get("lift_muted", ""))[: 40 * MOST_MUTED].split("\n")),
    )


@lru_cache(maxsize=4096)
def person_of(secret: str) -> str:
    """What the store keeps of somebody: not the cookie itself."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def new_person() -> tuple[str, Cookie]:
    """A new somebody: who they are, and their cookie."""
    secret = secrets.token_hex(16)
    return person_of(secret), cookie(PERSON, secret)


def cookie(key: str, value: str) -> Cookie:
    """A cookie that scripts cannot read and that other sites' forms do not carry."""
    return Cookie(key=key, value=value, max_age=YEAR, httponly=True, samesite="lax")


def muted_after(visitor: Visitor, name: str) -> Cookie:
    """The cookie of whose chat a visitor does not want to read, after muting or hearing one again."""
    others = [other for other in visitor.muted if other not in ("", name)]
    now = others if name in visitor.muted else [*others, name]
    return cookie("lift_muted", quote("\n".join(now[-MOST_MUTED:])))


def clean_name(given: str) -> str:
    """The name as it may be shown, or "" if it may not."""
    name = " ".join(given.split())[:NAME_LENGTH]
    return name if is_name(name) else ""


@lru_cache(maxsize=256)
def language_of(chosen: str, accepted: str) -> str:
    """The language chosen, else the browser's first that there is, else English."""
    if chosen in languages():
        return chosen
    wanted = []
    for part in accepted[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), tag.replace("-", "_")))
        except ValueError:
            continue
    return negotiate_locale([tag for _, tag in sorted(wanted)], list(languages())) or "en"
