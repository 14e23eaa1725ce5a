"""The house: light to import, rulebooks that know nothing but rules, documents that are true."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import liftlobby as ll
from liftlobby.core.fields import field_table

ROOT = Path(__file__).parent.parent
SOURCE = Path(ll.__file__).parent
RULEBOOKS = sorted(SOURCE.glob("games/*/rules.py"))
VOCABULARY = {"collections.abc", "liftlobby.core.fields", "liftlobby.core.packed"}


def test_importing_the_package_is_light() -> None:
    program = (
        "import sys, liftlobby, liftlobby.cli; liftlobby.game('ghost-lift').match(seed=1).log('A');"
        "print([name for name in ('numba', 'numpy', 'polars', 'textual', 'babel') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_a_rulebook_is_rules_and_nothing_else(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module in VOCABULARY
        assert not isinstance(node, ast.Import | ast.Raise | ast.Try | ast.Assert | ast.With | ast.Global)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "open", "list", "dict", "set", "input"}
        if isinstance(node, ast.FunctionDef):
            assert not any(isinstance(inner, ast.List | ast.Dict | ast.Set | ast.ListComp) for inner in ast.walk(node))
    assert 150 <= len(source.splitlines()) <= 600


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_each_function_of_a_rulebook_says_which_rules_it_carries_out(path: Path) -> None:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node), node.name


def test_the_field_tables_in_the_docs_are_current() -> None:
    shown = (ROOT / "docs" / "fields.md").read_text(encoding="utf-8")
    for path in RULEBOOKS:
        slug = path.parent.name.replace("_", "-")
        assert field_table(ll.game_type(slug).rules.State) in shown, f"python docs/make.py ({slug})"


def test_no_file_is_too_long() -> None:
    for path in [*SOURCE.rglob("*.py"), *(ROOT / "tests").glob("*.py")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path
