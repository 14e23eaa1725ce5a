"""What the documents show is run: Python as it stands, commands with the lines they are said to print."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind: str) -> list[Any]:
    found = []
    for page in PAGES:
        for i, block in enumerate(re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)):
            found.append(pytest.param(block, id=f"{page.stem}-{i}"))
    return found


@pytest.mark.parametrize("block", blocks("python"))
def test_python_in_the_documents_runs(block: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_in_the_documents_print_what_they_are_said_to(block: str, tmp_path: Path) -> None:
    output = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            command = shlex.split(line[2:])
            assert command[0] == "lift"
            lift = Path(sys.executable).with_name("lift")
            environment = os.environ | {"COLUMNS": "120", "NO_COLOR": "1"}
            done = subprocess.run([lift, *command[1:]], capture_output=True, text=True, cwd=tmp_path, env=environment)
            assert done.returncode == 0, done.stderr
            output = done.stdout
        elif line.strip() not in ("", "..."):
            assert line.strip() in output, f"{line!r} is not in:\n{output}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_make_target_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in PAGES:
        for target in re.findall(r"\bmake ([a-z]+)\b", page.read_text(encoding="utf-8")):
            if target in {"play", "test", "tests", "bench", "docs", "check"}:
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
