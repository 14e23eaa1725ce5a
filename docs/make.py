"""Write the documents that follow from the code: docs/fields.md."""

from pathlib import Path

import liftlobby as ll
from liftlobby.core.fields import field_table

INTRODUCTION = """# What each state holds

Written from the declarations by `python docs/make.py`; how to read them is in `src/liftlobby/core/fields.py`. *packed*:
how many digits of how many bits one number holds. *greatest*: of each digit. A field seen by *its seat* has one
row a seat, of which a seat sees its own.
"""


def fields() -> str:
    """The field tables of all games."""
    parts = [INTRODUCTION]
    for slug in ll.slugs():
        found = ll.game_type(slug)
        parts.append(f"## {found.title}\n\n{field_table(found.rules.State)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("fields.md").write_text(fields(), encoding="utf-8")
