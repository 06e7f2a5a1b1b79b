# Two commands do everything on a fresh machine: `make demo` and `make test`.
VENV := .venv
BIN := $(VENV)/bin
# The first Python that runs and is new enough: a name on the path may be a shim without a Python behind it.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
  $$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)
# Folder of Parquet page sets for the benchmarks.
DATA ?= ../shared/data/extraction
PAGES ?= 10000
SAMPLE ?= 200

.PHONY: demo test lint bench bench-fields mutations clean

demo: $(VENV)/.core
	@mkdir -p demo/out
	$(BIN)/zrno extract demo/pages --table
	$(BIN)/zrno extract demo/pages/cs-json-ld.html --format markdown
	$(BIN)/zrno extract demo/pages --quiet -o demo/out/documents.jsonl
	$(BIN)/zrno blocks demo/pages --quiet --html demo/out/report.html
	@echo "All fields and blocks as JSON lines: demo/out/documents.jsonl"
	@echo "Every block with its label and reason:  demo/out/report.html (open it in a browser)"

test: lint
	$(BIN)/python -m pytest

lint: $(VENV)/.test
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy

# Quality and speed beside the peers in one run, written to docs/benchmarks.md (half an hour), then the
# cost of the limits; DATA is a folder of Parquet page sets, SAMPLE the pages taken of each.
bench: $(VENV)/.train
	@mkdir -p demo/out
	$(BIN)/zrno bench $(DATA) --peers --sample $(SAMPLE) --seed 1 --speed \
	  --markdown docs/benchmarks.md --html demo/out/bench.html --json demo/out/bench.json
	$(BIN)/python -m zrno.train.limits_bench

bench-fields: $(VENV)/.train
	$(BIN)/python -m zrno.train.fields_bench $(DATA) --peers

mutations: $(VENV)/.test
	$(BIN)/python -m tests.mutation --pages $(PAGES)

$(VENV)/bin/python:
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(NEW_ENOUGH)' || \
	  { echo "Zrno needs Python 3.11 or newer; none was found. Try: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@# The pip of older Pythons fails on two packages that want the same extra of a third.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@ $(VENV)/.core

$(VENV)/.train: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[train]"
	@touch $@ $(VENV)/.core

clean:
	rm -rf $(VENV) build dist demo/out .mypy_cache .ruff_cache .pytest_cache .hypothesis
