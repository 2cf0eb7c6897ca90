# `make help` lists what can be done. Every target sets up .venv by itself where that is missing or out of date.

VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed
CACHE := .cache
SIMCORE := $(PY) -m simcore
PIP_INSTALL := $(PY) -m pip install --disable-pip-version-check --progress-bar off

# Processes that share the tests between them.
WORKERS ?= 2
EXPERIMENT ?= experiments/baseline.toml
GAMES ?=
BASELINE := baseline baseline_3 baseline_5
COMPONENTS := components_4 components_3 components_5
LEAGUE := league_4 league_3 league_5
GAMES_PER_MIX ?=
STRATEGY ?= greedy
WEIGHTS = strategies/dogs/weights/$(STRATEGY).toml
# What the shipped weights of greedy were made from; PARAMETERS= tunes all that are not zero.
OF_GREEDY := vp_per_coin,vp_per_draw,vp_per_placement,vp_per_captain_later,wins_per_year,stake_growth,rival_share,$\
	captains_to_beat,bonus_doubt,tracker_spread,tracker_bend,crowd_to_be_first,vp_of_token,vp_to_keep_card,$\
	vp_per_strength,vp_per_choice,vp_off_another,vp_per_coin_spent
PARAMETERS ?= $(if $(filter greedy,$(STRATEGY)),$(OF_GREEDY))
TUNED := tuned_greedy tuned_greedy_3 tuned_greedy_5
RUNS ?= $(addprefix runs/,$(BASELINE))
REPORT ?= reports/out/baseline
BASE ?= base
VARIANTS ?= house_abilities_gifts house_abilities_bargains
COMPARISON ?= runs/compare
ABILITIES ?= runs/abilities
ROBUSTNESS ?= runs/robustness
PLAYERS ?= 3,4,5
DRAWS ?= 20

# The first Python on the PATH that is new enough and can make environments; python3 is preferred.
SUITABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	"$$python" -c '$(SUITABLE)' >/dev/null 2>&1 && { echo "$$python"; exit; }; done; echo none)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install test test-fast lint format baseline components league tune run report compare abilities robustness notebooks docs bench differential clean clean-cache

help: ## List the targets
	@echo "usage: make TARGET [NAME=value ...]"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)$$/\1|\2/p' Makefile | \
		while IFS='|' read -r target meaning; do printf '  %-13s %s\n' "$$target" "$$meaning"; done

install: $(INSTALLED) ## Create .venv with everything in it, where that is missing or out of date

test: lint ## Check everything: lint, then the whole test suite
	$(PY) -m pytest -n $(WORKERS)

test-fast: $(INSTALLED) ## Run the tests that take less than a minute together
	$(PY) -m pytest -n $(WORKERS) -m "not slow"

lint: $(INSTALLED) ## Check style, formatting, types and who imports whom
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo --no-cache

format: $(INSTALLED) ## Lay out all code alike and mend what can be mended by itself
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

baseline: $(INSTALLED) ## Play the baseline experiments (3, 4, 5 players; goes on where it stopped) and report on them
	@for name in $(BASELINE); do $(SIMCORE) run experiments/$$name.toml --resume || exit; done
	@$(MAKE) --no-print-directory report RUNS="$(addprefix runs/,$(BASELINE))" REPORT=reports/out/baseline

components: $(INSTALLED) ## Play greedy with details (3, 4, 5 players) and report what each component is worth
	@for name in $(COMPONENTS); do $(SIMCORE) run experiments/$$name.toml --resume || exit; done
	@$(MAKE) --no-print-directory report RUNS="$(addprefix runs/,$(COMPONENTS))" REPORT=reports/out/components

league: $(INSTALLED) ## Let all strategies play each other (3, 4, 5 players) and report: GAMES_PER_MIX=10000
	@for name in $(LEAGUE); do $(SIMCORE) league experiments/$$name.toml --resume \
		$(if $(GAMES_PER_MIX),--games-per-mix $(GAMES_PER_MIX)) || exit; done
	@$(MAKE) --no-print-directory report RUNS="$(addprefix runs/,$(LEAGUE))" REPORT=reports/out/league

tune: $(INSTALLED) ## Tune a strategy for 3, 4 and 5 players (shipped weights anew): STRATEGY=greedy GAMES=1000000
	@for n in 3 4 5; do test -e $(WEIGHTS).$$n-all.checkpoint && go_on=--resume || go_on=; \
		$(SIMCORE) tune $(STRATEGY) --players $$n --games $(or $(GAMES),1000000) --out $(WEIGHTS) --overwrite $$go_on \
		$(if $(PARAMETERS),--parameters "$(PARAMETERS)") || exit; done
	@[ $(STRATEGY) != greedy ] || for name in $(TUNED); do $(SIMCORE) run experiments/$$name.toml --overwrite || exit; done
	@[ $(STRATEGY) != greedy ] || $(MAKE) --no-print-directory report RUNS="$(addprefix runs/,$(TUNED))" \
		REPORT=reports/out/tuned_greedy

run: $(INSTALLED) ## Play an experiment: make run EXPERIMENT=experiments/baseline.toml GAMES=1000
	$(SIMCORE) run $(EXPERIMENT) $(if $(GAMES),--games $(GAMES))

report: $(INSTALLED) ## Report on results: make report RUNS="runs/baseline runs/baseline_3" REPORT=folder
	@$(SIMCORE) report $(RUNS) --out $(REPORT)
	@$(PY) -c 'import pathlib, sys; print("Open", pathlib.Path(sys.argv[1], "index.html").resolve().as_uri())' $(REPORT)

compare: $(INSTALLED) ## Compare variants with the base: make compare VARIANTS="three_years my.toml" GAMES=50000
	@$(SIMCORE) compare $(BASE) $(VARIANTS) --games $(or $(GAMES),100000) --out $(COMPARISON) --resume
	@$(PY) -c 'import pathlib, sys; print("Open", pathlib.Path(sys.argv[1], "index.html").resolve().as_uri())' \
		$(COMPARISON)/report

abilities: $(INSTALLED) ## Find what each Dog's ability is worth: make abilities PLAYERS=3,4,5 GAMES=50000
	@$(SIMCORE) abilities --players $(PLAYERS) --games $(or $(GAMES),50000) --out $(ABILITIES) --resume
	@$(PY) -c 'import pathlib, sys; print("Open", pathlib.Path(sys.argv[1], "index.html").resolve().as_uri())' \
		$(ABILITIES)/report

robustness: $(INSTALLED) ## Find what holds for other components and readings: make robustness DRAWS=20 GAMES=20000
	@$(SIMCORE) robustness --draws $(DRAWS) --games $(or $(GAMES),20000) --out $(ROBUSTNESS) --resume
	@$(PY) -c 'import pathlib, sys; print("Open", pathlib.Path(sys.argv[1], "index.html").resolve().as_uri())' \
		$(ROBUSTNESS)/report

notebooks: $(INSTALLED) ## Open the notebooks in JupyterLab
	@$(VENV)/bin/jupytext --quiet --to notebook --update notebooks/[0-9]*.py
	$(VENV)/bin/jupyter lab notebooks

docs: $(INSTALLED) ## Write the reference of all modules, from their docstrings, to docs/api
	@$(PY) -m pdoc --docformat numpy --output-directory docs/api simcore strategies reports
	@$(PY) -c 'import pathlib; print("Open", pathlib.Path("docs/api/index.html").resolve().as_uri())'

bench: $(INSTALLED) ## Measure games a second, start-up time and memory on this machine
	$(SIMCORE) bench

differential: $(INSTALLED) ## Compare the kernels with the reference game, event by event: GAMES=100000
	$(PY) -m tests.differential $(if $(GAMES),--games $(GAMES))

clean: clean-cache ## Remove .venv, built packages and caches; results and reports stay
	rm -rf $(VENV) build dist

clean-cache: ## Remove compiled kernels and the caches of the tools
	@if [ -x $(PY) ]; then $(PY) -c 'import shutil; from simcore.jit import cache_root; \
		[shutil.rmtree(folder) for folder in cache_root().glob("kernels-*")]'; fi
	rm -rf $(CACHE) .hypothesis
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(PY):
	@if [ "$(PYTHON)" = none ]; then \
		echo "simcore needs Python 3.11 or newer with its venv module; found: $$(python3 --version 2>&1 || true)."; \
		echo "Install one (and on Debian or Ubuntu its python3-venv), or name it: make PYTHON=/path/to/python3.11"; \
		exit 1; fi >&2
	@"$(PYTHON)" -c 'import sys; v = sys.version.split()[0]; \
		sys.exit(f"simcore needs Python 3.11 or newer; $(PYTHON) is {v}." if sys.version_info < (3, 11) else 0)'
	"$(PYTHON)" -m venv --clear $(VENV)

# The stamp makes the next call quick, and a changed list of dependencies installs again.
$(INSTALLED): pyproject.toml constraints.txt $(PY)
	@$(PY) -c 'import sys; v = sys.version.split()[0]; \
		sys.exit("$(VENV) holds Python " + v + "; simcore needs 3.11 or newer: make clean, then again." \
		if sys.version_info < (3, 11) else 0)'
	@echo "Installing what simcore needs into $(VENV); the first time this takes a minute or two."
	@$(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip
	@{ $(PIP_INSTALL) "pip>=23.1" && $(PIP_INSTALL) --constraint constraints.txt --editable ".[dev]"; } \
		>$(VENV)/install.log 2>&1 || { tail -n 20 $(VENV)/install.log; \
		echo "The installation failed; the whole of it is in $(VENV)/install.log."; exit 1; } >&2
	@touch $@
