# `make` lists the targets. Everything is installed into .venv, but for PostgreSQL and Chromium, which the tests need;
# the page's tools are in ui/node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# What is pinned is installed only if it is the very file that was pinned.
PINNED := $(PIP) install --quiet --require-hashes
# Tests: `make test ARGS="-k bribe"`, `make test JOBS=8`. Other targets pass ARGS on too. A third of the time a test waits for
# browsers, databases and other processes: more jobs than cores.
JOBS ?= 3
ARGS ?=

RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
SYSTEM := $(VENV)/.installed-system
NODE := $(VENV)/.installed-node
UI := ui/node_modules/.package-lock.json
TYPES := ui/src/lib/types.ts
PAGE := src/tripot/web/page/index.html
# .venv comes first: the machine's own Node.js serves only where none was installed there.
NPM := PATH="$(abspath $(BIN)):$$PATH" npm --prefix ui --loglevel=error

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play page test browse lint bench soak portraits docs lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(DEV) $(SYSTEM) $(UI) ## install everything, what tests and linters need included

play: $(RUN) $(PAGE) ## open the house: play in the browser
	$(BIN)/tripot serve $(ARGS)

page: $(PAGE) ## build the page from ui/ into src/tripot/web/page

test: $(DEV) $(SYSTEM) $(UI) $(PAGE) ## run the tests
	$(NPM) test --silent
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

browse: $(DEV) $(SYSTEM) $(UI) $(PAGE) ## run the tests of the page alone, in a real browser; pictures go to build/screens
	TRIPOT_PICTURES=1 $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup tests/page $(ARGS)

lint: $(DEV) $(UI) $(TYPES) ## check style, types, layers and the rules' Python subset
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/tripot lint
	$(NPM) run --silent check

bench: $(DEV) $(SYSTEM) $(PAGE) ## measure engine, server and page, beside their peers
	$(BIN)/python -m bench $(ARGS)

soak: $(DEV) ## play at random for a long time, checking every state
	PYTHONPATH=. $(BIN)/python -m tests.soak $(ARGS)

portraits: $(DEV) ## play all games many times and write docs/games.md, with its pictures
	$(BIN)/python -m tripot.lab.portraits $(ARGS)

docs: $(DEV) ## build the documentation into build/docs
	$(BIN)/python -m sphinx -q -W --keep-going -d build/doctrees docs build/docs
	@echo "Open build/docs/index.html"

# In this order: `dev` and `lab` are held to the pins of those before them.
LOCKED := build run dev lab bench node
HELD_run := build
HELD_dev := build run
HELD_lab := build run dev
UV := .venv-lock/bin/uv
# `make lock UPGRADE=` adds what is new and leaves the other pins as they are.
UPGRADE ?= --upgrade

lock: $(LOCKED:%=lock-%) ## resolve the lists in pyproject.toml anew into pinned requirements/*.txt, with hashes

lock-%: $(UV)
	$(BIN)/python requirements/listed.py $* | $(UV) pip compile --quiet $(UPGRADE) --universal --fork-strategy fewest \
	  --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --custom-compile-command "make lock" $(HELD_$*:%=-c requirements/%.txt) --output-file requirements/$*.txt -

clean: ## remove what was built; `rm -r .venv` removes what was installed
	rm -rf build dist src/tripot/web/page .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.venv*' -not -path '*/node_modules/*' -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Tripot needs Python 3.11 or newer, and '$(PYTHON)' is not. Name another: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUN): requirements/build.txt requirements/run.txt pyproject.toml | $(BIN)/python
	$(PINNED) -r requirements/build.txt
	$(PINNED) -r requirements/run.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements/dev.txt requirements/lab.txt $(RUN)
	$(PINNED) -r requirements/run.txt -r requirements/dev.txt -r requirements/lab.txt
	@touch $@

$(SYSTEM): tests/system.sh | $(BIN)/python
	tests/system.sh
	@touch $@

# As new as `engines` in ui/package.json asks, and with npm, which Debian packs apart.
$(NODE): requirements/node.txt | $(BIN)/python
	@npm --version >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	  process.exit(a >= 24 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
	  || $(PINNED) -r requirements/node.txt
	@touch $@

$(UI): ui/package.json ui/package-lock.json ui/.npmrc $(NODE)
	$(NPM) ci
	@touch $@

$(TYPES): src/tripot/web/messages.py src/tripot/web/types.py src/tripot/web/records.py src/tripot/house/scenes.py src/tripot/house/replays.py src/tripot/house/time_control.py $(wildcard src/tripot/games/*.py) $(RUN)
	$(BIN)/python -m tripot.web.types $@

# Folders too: their dates tell of files that are gone.
$(PAGE): $(UI) $(TYPES) ui/index.html ui/fonts.js ui/pack.js ui/vite.config.ts ui/svelte.config.js ui/tsconfig.json $(shell find ui/src ui/public 2>/dev/null)
	$(NPM) run --silent build

$(UV): | $(BIN)/python
	$(BIN)/python -m venv .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check install --quiet uv
