"""The command line page from the commands' own help: `python docs/make_cli.py` writes docs/cli.md."""

from pathlib import Path

from typer.testing import CliRunner

from liftlobby.cli import app

PAGE = Path(__file__).with_name("cli.md")
WIDTH = 100


def commands() -> list[str]:
    """The names of the commands, in the order of `lift --help`."""
    return [str(command.name or command.callback.__name__) for command in app.registered_commands if command.callback]


def page() -> str:
    """The page as Markdown."""
    runner = CliRunner()
    parts = ["# The command line\n\nWritten by `python docs/make_cli.py` from `lift --help`.\n"]
    for command in ([], *([name] for name in commands())):
        shown = runner.invoke(app, [*command, "--help"], prog_name="lift", terminal_width=WIDTH).output
        lines = "\n".join(line.rstrip() for line in shown.strip().splitlines())
        parts.append(f"## `{' '.join(['lift', *command])}`\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
