"""The command `lift`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from liftlobby.core.errors import BadRecord, LiftError, TooLarge, printable

app = typer.Typer(
    name="lift",
    help="Play, watch, understand and study the elevator-themed tabletop games.",
    epilog="Data goes to stdout, talk to stderr. Exit code 1: a check failed; 2: wrong usage.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

MOST_MATCHES = 10_000_000
MOST_BALANCE = 1_000_000
MOST_THREADS = 256
MOST_INDEX = 10**15
INTERRUPTED = 130

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; lift games lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="How many play.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Language = Annotated[str, typer.Option("--lang", metavar="LANG", help="Language: en or vi.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="The same number gives the same matches.")]
MaxTurns = Annotated[
    int | None, typer.Option("--max-turns", metavar="N", min=1, help="Stop a match here and count it as unfinished.")
]
Threads = Annotated[int, typer.Option(metavar="N", min=1, max=MOST_THREADS, help="Cores to use.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="WHERE", help="Play on Ray instead: local, or the HOST:PORT of a cluster (needs the extra)."),
]
Records = Annotated[Path | None, typer.Option("--records", metavar="FILE", help="Every match's record, to .jsonl.")]
Pace = Annotated[str, typer.Option(metavar="PACE", help="How fast bots move: calm, quick or instant.")]


def _version(wanted: bool) -> None:
    if wanted:
        from liftlobby import __version__

        print(f"lift {__version__}")
        raise typer.Exit


@app.callback()
def lift(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Play, watch, understand and study the elevator-themed tabletop games."""


@app.command()
def games(as_json: AsJson = False, lang: Language = "en") -> None:
    """List the games with their options, values and defaults."""
    from liftlobby.terminal.catalogue import games_as_data, print_games
    from liftlobby.terminal.choices import chosen_language
    from liftlobby.terminal.output import print_json

    language = chosen_language(lang)
    if as_json:
        print_json(games_as_data(language))
    else:
        print_games(language)


@app.command()
def rules(
    game: GameName,
    lang: Language = "en",
    cards: Annotated[bool, typer.Option("--cards", help="Only the card data and how certain it is.")] = False,
) -> None:
    """Print the rulebook of a game and its card data."""
    from liftlobby.core.game import game_type
    from liftlobby.terminal.catalogue import print_rules

    print_rules(game_type(game), lang, cards)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game's name; without it you are asked.", show_default=False),
    ] = None,
    players: Players = None,
    option: Options = None,
    humans: Annotated[
        int, typer.Option(metavar="N", min=0, max=8, help="People at this keyboard: the first seats.")
    ] = 1,
    bots: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Bots for the other seats, such as heuristic,search:500ms.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="A number that decides all cards and dice.")
    ] = None,
    lang: Language = "en",
    pace: Pace = "calm",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where s saves the match (.json).")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    force: Force = False,
) -> None:
    """Play at the terminal, against bots or with others at one keyboard."""
    from liftlobby.terminal.start import start_play

    start_play(game, players, option or [], humans, bots, seed, lang, pace, save, resume, force)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of match records (.json or .jsonl).")],
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Whose knowledge: a letter, spectator or all. Usual: all once it is over."),
    ] = None,
    line: Annotated[int | None, typer.Option(metavar="N", min=1, help="The line of the record in the file.")] = None,
    lang: Language = "en",
    plain: Annotated[bool, typer.Option("--plain", help="Print log and final table as text.")] = False,
) -> None:
    """Step through a match record, forward and back."""
    from liftlobby.terminal.start import start_replay

    start_replay(file, seat, line, lang, plain)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of match records (.json or .jsonl).")],
    as_json: AsJson = False,
) -> None:
    """Replay records strictly; where seeds are published, recompute chance."""
    from liftlobby.terminal.checking import check_files

    if not check_files(files, as_json):
        raise typer.Exit(1)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Bots by seat, such as heuristic,search:200; fewer than seats are repeated."
        ),
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", "-n", metavar="N", min=1, max=MOST_MATCHES, help="How many matches.")
    ] = 1000,
    seed: Seed = 1,
    index: Annotated[
        int,
        typer.Option(metavar="I", min=0, max=MOST_INDEX, help="The first match; with -n 1 one match is played again."),
    ] = 0,
    max_turns: MaxTurns = None,
    threads: Threads = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A row a match, to .parquet (the same command goes on where it stopped), .csv or .jsonl.",
        ),
    ] = None,
    records: Records = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Play many matches between bots and sum them up with 95 % intervals."""
    from liftlobby.terminal import simulation
    from liftlobby.terminal.choices import bots_for, chosen_bots, chosen_game

    names = chosen_bots(bots)
    chosen = chosen_game(game, players, option or [], len(names) if len(names) > 1 else None)
    simulation.run(
        chosen,
        bots_for(chosen.players, names, "random"),
        matches=matches,
        seed=seed,
        index=index,
        threads=threads,
        cluster=cluster,
        max_turns=max_turns,
        out=out,
        records=records,
        as_json=as_json,
        force=force,
    )


@app.command()
def tournament(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="NAMES", help="Bots, such as random,heuristic.")],
    players: Players = None,
    option: Options = None,
    matches: Annotated[
        int, typer.Option("--matches", "-n", metavar="N", min=1, max=MOST_MATCHES, help="How many matches at most.")
    ] = 1000,
    seed: Seed = 1,
    max_turns: MaxTurns = None,
    threads: Threads = 1,
    cluster: Cluster = None,
    early: Annotated[
        bool, typer.Option("--early", help="Stop when of every two bots it is known which is stronger.")
    ] = False,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Other luck in every match, not the same deals in every seating.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A row a match, to .parquet; the same command goes on where it stopped."),
    ] = None,
    records: Records = None,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Let bots play each other in every seating and say who is stronger, with 95 % intervals."""
    from liftlobby.terminal import tournaments
    from liftlobby.terminal.choices import chosen_bots, chosen_game

    tournaments.run(
        chosen_game(game, players, option or []),
        chosen_bots(bots),
        matches=matches,
        seed=seed,
        threads=threads,
        cluster=cluster,
        max_turns=max_turns,
        paired=not unpaired,
        early=early,
        out=out,
        records=records,
        as_json=as_json,
        force=force,
    )


@app.command()
def balance(
    game: GameName,
    other: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The second card file of --compare.", show_default=False)
    ] = None,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Bots by seat; fewer than seats are repeated. Not given: one that plays well."
        ),
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", "-n", metavar="N", min=1, max=MOST_BALANCE, help="Matches for each measure.")
    ] = 200,
    seed: Seed = 1,
    max_turns: MaxTurns = None,
    threads: Threads = 1,
    compare: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What another rule changes; or two card files: --compare A B."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page.")] = Path("balance.html"),
    as_json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="The same for a program.")] = None,
    force: Force = False,
) -> None:
    """Write the designer's report: is a game fair, tense and skilful, and what does a change of rules do?"""
    from liftlobby.terminal import balancing
    from liftlobby.terminal.choices import bots_for, chosen_bots, chosen_game

    names = chosen_bots(bots)
    chosen = chosen_game(game, players, option or [], len(names) if len(names) > 1 else None)
    balancing.run(
        chosen,
        bots_for(chosen.players, names, "") if names else [],
        matches=matches,
        seed=seed,
        threads=threads,
        max_turns=max_turns,
        compare=[*(compare or []), *([other] if other else [])],
        out=out,
        data=as_json,
        force=force,
    )


@app.command()
def solve(
    game: GameName,
    players: Players = None,
    option: Options = None,
    at: Annotated[
        list[str] | None,
        typer.Option("--at", metavar="NAME=VALUE", help="Only positions like this (exact games); may be repeated."),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(metavar="X", help="What a seat may still gain by playing otherwise: go on until then.  [0.001]"),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="At most so many iterations.  [10000]")
    ] = None,
    largest: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MOST_MATCHES, help="The largest tree that is tried, in nodes.  [200000]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print exact values where a game has them, or solve a small game."""
    from liftlobby.terminal.choices import chosen_game
    from liftlobby.terminal.solving import print_solution

    limits = {"precision": precision, "iterations": iterations, "largest": largest}
    given = {name: value for name, value in limits.items() if value is not None}
    if not print_solution(chosen_game(game, players, option or []), at or [], given, as_json):
        raise typer.Exit(1)


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="NAME", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="The port to listen at.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where tables are kept; the user's data folder if not given.")
    ] = None,
    database: Annotated[
        str,
        typer.Option(metavar="URL", help="Another database, as SQLAlchemy names it; SQLite in --data if not given."),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Server processes.")] = 1,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="critical, error, warning, info or debug.")
    ] = "warning",
    browser: Annotated[bool, typer.Option(help="Open a browser where there is a screen.")] = True,
) -> None:
    """Open the lobby in the browser: tables with friends and bots, kept through restarts."""
    from liftlobby.web.serving import serve as serve_lobby
    from liftlobby.web.settings import data_folder

    serve_lobby(host, port, data or data_folder(), database, workers, log_level, open_browser=browser)


def main() -> None:
    """Run the command; whatever goes wrong ends in a sentence and an exit code."""
    try:
        app()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            print("Stopped.", file=sys.stderr)
        raise
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except (BadRecord, TooLarge) as error:
        _end(str(error), 1)
    except LiftError as error:
        _end(str(error), 2)
    except MemoryError:
        _end("There is not enough memory for that; ask for less at a time.", 1)
    except OSError as error:
        name = f"'{error.filename}': " if error.filename else ""
        _end(f"{name}{error.strerror or error}.", 2)
    except UnicodeError as error:
        _end(f"Something is not UTF-8 text: {error}.", 2)


def _end(sentence: str, code: int) -> None:
    print(f"lift: {printable(sentence)}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
