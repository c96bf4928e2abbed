# The two commands of the README, and what continuous integration runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help demo test check lint types contracts coverage bench benchmarks scenes solve-report accuracy bounds fuzz \
  kernel-list \
  fuzz-commands docs pictures dist release-check clean

help:
	@echo "make demo    install into $(VENV), solve and draw a move on a real table"
	@echo "make test    install the development set and run every test"
	@echo "make check   lint, types, import contracts, tests, kernel coverage"
	@echo "make bench   rule checks a second on this machine, beside other ways to do them"
	@echo "make benchmarks  every kernel against its slow twin, one after the other"
	@echo "make solve-report  whole searches on seeded scenes: docs/solving.md, half an hour"
	@echo "make docs        the documentation as a site: build/site/index.html"
	@echo "make dist        wheel and sdist, in dist"
	@echo "make release-check  both, tried in fresh environments of every Python found here"
	@echo "make fuzz        a hundred thousand spoiled messages to the engine, a quarter of an hour"
	@echo "make fuzz-commands  thousands of spoiled command lines and files, some minutes"
	@echo "make bounds      the tests of the kernels with every index checked: compiles them anew"
	@echo "make kernel-list  after a change to a kernel: the list by which kernels are compiled side by side"
	@echo "make accuracy    ten million formations against the definitions in longer arithmetic"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "movesolver needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) -V 2>&1`. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[data]'
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run
	@$(BIN)/python -m movesolver demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	PYTHONPATH=solver:kernels $(BIN)/lint-imports

coverage: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest tests/kernels -q -m "not compiled"
	$(BIN)/coverage report --fail-under=100

check: lint types contracts test coverage

bench: $(VENV)/.dev
	$(BIN)/python -m movesolver bench

benchmarks: $(VENV)/.dev
	$(BIN)/python -m pytest benchmarks -q --benchmark-columns=min,median,rounds

# Whole searches: --quick, --families, --seconds, --best, --check-best in OPTIONS.
solve-report: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python benchmarks/solve_report.py $(OPTIONS)

scenes: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python benchmarks/make_scenes.py

accuracy: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m accuracy

# So many messages, seed: MESSAGES="100000 0".
fuzz: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m fuzz_messages $(MESSAGES)

# So many command lines, seed: COMMANDS="5000 0".
fuzz-commands: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m fuzz_commands $(COMMANDS)

# In a cache of its own: the kernels that are compiled so are slow.
bounds: $(VENV)/.dev
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=.bounds-cache $(BIN)/python -m pytest tests/kernels -q

# Warnings are errors: a broken link, a missing picture, a docstring that cannot be read.
docs: $(VENV)/.dev
	$(BIN)/python -m sphinx -c docs/site -b html -W --keep-going . build/site

# Those of docs/concepts.md; a test draws them again and compares.
pictures: $(VENV)/.run
	$(BIN)/python docs/make_pictures.py

dist: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m release_check --build-only

# --python 3.12 and others in OPTIONS; a quarter of an hour for each.
release-check: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m release_check $(OPTIONS)

# Compiles all kernels, in an empty cache: some minutes.
kernel-list: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m kernel_list

clean:
	rm -rf $(VENV) .bounds-cache build dist .mypy_cache .ruff_cache .hypothesis demo.svg demo.json
