"""A bot that sits at a web table, with nothing but Python and the API: it plays any legal move, and leaves when it may.

    python examples/api_bot.py http://localhost:8000/t/TABLE TOKEN

The token is what `POST /api/v1/tables` or `POST /api/v1/tables/TABLE/seats/A` answers. Moves are text, so a better
bot chooses better in one place: where `random.choice` stands. `state["view"]` is all that its seat may know.
"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address: str, token: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """The state of a table, after a move if there is `data`."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    try:
        with urlopen(Request(address, json.dumps(data).encode() if data else None, headers)) as answer:
            return dict(json.load(answer))
    except HTTPError as error:
        if error.code != 409:  # the turn has passed; the answer is the state as it is now
            raise
        return dict(json.load(error))


def play(page: str, token: str, pause: float = 0.2) -> dict[str, Any]:
    """Play a whole match and return its result."""
    table = page.replace("/t/", "/api/v1/tables/")
    state = ask(table, token)
    while state["status"] != "over":
        if legal := state["legal_moves"]:
            move = "leave" if "leave" in legal else random.choice(legal)
            state = ask(f"{table}/moves", token, {"move": move, "turn": state["turn"]})
        else:
            time.sleep(pause)
            state = ask(table, token)
    return dict(state["result"])


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2])))
