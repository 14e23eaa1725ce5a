# make play   install if needed and open the lobby in the browser; make play GAME=ghost-lift plays at the terminal
# make test   install what the tests need and run everything
# make bench  measure, beside peers where they are installed

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
GAME ?=
ARGS ?=

.PHONY: play test check tests browser bench docs clean

play: $(VENV)/.play
	"$(BIN)/lift" $(if $(GAME),play $(GAME),serve $(ARGS))

test: check tests

check: $(VENV)/.test
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"
	"$(BIN)/lint-imports"

tests: $(VENV)/.test browser
	"$(BIN)/python" -m pytest -n auto

# The tests of the pages drive a real browser: Debian's Chromium, or one that is there already (CHROMIUM=path).
browser:
	@[ -n "$(CHROMIUM)" ] || command -v chromium >/dev/null || { \
	  echo "Installing Chromium for the tests of the pages."; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || { \
	  echo "The tests need Chromium: install it, or say CHROMIUM=/path/to/it."; exit 1; }

bench: $(VENV)/.bench
	"$(BIN)/python" bench/run.py

docs: $(VENV)/.test
	"$(BIN)/python" -m liftlobby.testing.playthrough
	"$(BIN)/python" docs/make.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	@touch $@ $(VENV)/.test $(VENV)/.play

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
