# One command for each job. `make run` is for players; the others are for work on Pomona.
# Each makes the environment that it needs in .venv and does so again only when
# pyproject.toml or constraints.txt has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# More for the command itself: make test ARGS="-k triangle", make run ARGS="--port 8600"
ARGS ?=

.PHONY: help run test check format bench train samples screenshots constraints clean
.DEFAULT_GOAL := help

help:
	@echo "make run          start the app"
	@echo "make test         run all tests"
	@echo "make check        lint, formatting and types"
	@echo "make format       put the code into the form that 'make check' asks for"
	@echo "make bench        measure accuracy and speed"
	@echo "make train        make the data sets and train the nets"
	@echo "make samples      render the sample photos"
	@echo "make screenshots  make the README's pictures of the app anew"
	@echo "make constraints  pin the dependencies anew (UPGRADE=1: to their newest versions)"
	@echo "make clean        remove the environment and everything that was made from the sources"

run: $(VENV)/.installed-run
	@.ci/system-packages $(BIN)/python
	$(BIN)/pomona app $(ARGS)

test: $(VENV)/.installed-test
	@.ci/system-packages $(BIN)/python chromium
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

check: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-test $(VENV)/.installed-train
	@.ci/system-packages $(BIN)/python chromium llvm
	$(BIN)/python -m bench $(ARGS)

train: $(VENV)/.installed-train
	@.ci/system-packages $(BIN)/python
	$(BIN)/python -m training $(ARGS)

samples: $(VENV)/.installed-train
	@.ci/system-packages $(BIN)/python llvm
	$(BIN)/python -m training.samples $(ARGS)

screenshots: $(VENV)/.installed-test
	@.ci/system-packages $(BIN)/python chromium
	$(BIN)/python -m docs.screenshots

# uv, because what it writes names no index and holds for every system at once. It lives in a throw-away
# environment: nothing else here needs it. Pins that still fit stay, unless UPGRADE=1.
constraints:
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && \
	$(PYTHON) -m venv "$$tmp/uv" && "$$tmp/uv/bin/pip" install --quiet --disable-pip-version-check uv && \
	"$$tmp/uv/bin/uv" pip compile --quiet --universal --python-version 3.11 --all-extras --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command "make constraints" \
	    $(if $(UPGRADE),--upgrade) --output-file constraints.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A half-made environment is removed, so that the next run starts afresh instead of stumbling over it.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Pomona needs Python 3.11 or newer, and '$(PYTHON)' is not. Install one and name it: make run PYTHON=python3.12" >&2; \
	    exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed-run: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e ".[test]"
	@touch $@ $(VENV)/.installed-run

$(VENV)/.installed-train: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e ".[train]"
	@touch $@ $(VENV)/.installed-run
