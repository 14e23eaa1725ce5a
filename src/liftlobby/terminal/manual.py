"""The command line page of the documentation, from the commands' own help: `python -m liftlobby.terminal.manual`."""

from __future__ import annotations

from pathlib import Path

COMMANDS = ("games", "rules", "play", "replay", "verify", "simulate")
WIDTH = 100
PAGE = Path(__file__).parents[3] / "docs" / "cli.md"


def manual() -> str:
    """The page as Markdown."""
    from typer.testing import CliRunner

    from liftlobby.cli import app

    runner = CliRunner()
    parts = ["# The command line\n\nWritten by `python -m liftlobby.terminal.manual` from `lift --help`.\n"]
    for command in ((), *((name,) for name in COMMANDS)):
        shown = runner.invoke(app, [*command, "--help"], prog_name="lift", terminal_width=WIDTH)
        title = " ".join(("lift", *command))
        lines = "\n".join(line.rstrip() for line in shown.output.strip().splitlines())
        parts.append(f"## `{title}`\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
