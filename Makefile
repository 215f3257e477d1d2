# Everything here works on a machine with Python >= 3.11 and make, and nothing else installed by hand.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# The tests start hundreds of processes; without bytecode each of them would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
# uv is faster than pip, also because it leaves bytecode to the first import. Where uv finds no index, as behind one
# that only pip.conf names, pip installs.
UV := $(BIN)/python -m uv pip install --quiet --python $(BIN)/python
INSTALL = $(UV) --editable . $(1) || $(PIP) --editable . $(1)
# OFFLINE=--offline takes what uv has on this machine.
RUN := $(BIN)/python -m uv tool run $(OFFLINE)

.PHONY: verify ledger recordings test proofs docs lint types bench full mutants kills fuzz durability same-bytes speed
.PHONY: changelog dist wheel wheel-lowest workflows metadata audit licences release-check clean

# Two targets, so that make -j 2 does both at once.
verify: ledger recordings  ## check every statement of the ledger and replay the recorded runs

ledger: $(VENV)/installed
	$(BIN)/formal-rl verify

recordings: $(VENV)/installed
	$(BIN)/formal-rl vectors check

test: $(VENV)/tested  ## run the whole test suite
	$(BIN)/python -m pytest -n 2 --dist worksteal

proofs:  ## check the proofs in Rocq; needs coqc, Debian's package coq
	rm -rf build/proofs && mkdir -p build/proofs && cp proofs/*.v build/proofs
	cd build/proofs && for each in RealityCheck Handicaps Drest Torus Preferences; do coqc -q $$each.v || exit 1; done

docs: $(VENV)/documented  ## make the site in build/site and check it, in a browser where there is one
	$(BIN)/python -m tools.site

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(VENV)/developed
	$(BIN)/mypy

bench: $(VENV)/installed  ## ratios and growth, never gates
	$(BIN)/python -m benchmarks

# The commit that changed the version last, unless told.
AGAINST ?= $$(git log -1 --format=%h -G'^__version__' -- formal_rl/__init__.py)

speed: $(VENV)/installed  ## how fast this tree is beside the last release, or AGAINST=COMMIT; never a gate
	$(BIN)/python -m benchmarks --against $(AGAINST)

full: $(VENV)/tested  ## the deeper profiles of the checks and of Hypothesis
	$(BIN)/formal-rl verify --profile full
	$(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-profile full

mutants: $(VENV)/tested  ## changes in the code that nothing notices, by sample; goes on where it was stopped
	$(BIN)/python -m tools.mutants $(MUTANTS)

kills: $(VENV)/tested  ## which part rejects which mutant, written down; goes on where it was stopped
	$(BIN)/python -m tools.kills $(KILLS)

fuzz: $(VENV)/tested  ## hostile inputs for everything that reads; FUZZ="--seed 2 --only layouts" takes others
	$(BIN)/python -m tools.fuzz $(FUZZ)

durability: $(VENV)/installed  ## commands killed 200 times, two of them on one file, and disks that take nothing
	$(BIN)/python -m tools.durability $(DURABILITY)

same-bytes: $(VENV)/installed  ## commands in other surroundings; SAME="--python python3.13" takes another Python, too
	$(BIN)/python -m tools.same_bytes $(SAME)

changelog: $(VENV)/releasing  ## what is not released yet
	$(RUN) towncrier build --draft --version Unreleased

dist: $(VENV)/releasing  ## wheel and source distribution in dist/, and what PyPI would say of them
	rm -rf dist
	$(BIN)/python -m hatchling build -t sdist -t wheel -d dist
	$(RUN) twine check --strict dist/*

wheel: $(VENV)/releasing  ## install the wheel apart, and run it there; WITH=python3.13 takes another Python
	$(BIN)/python -m tools.wheel_check $(OFFLINE) $(if $(WITH),--python $(WITH))

wheel-lowest: $(VENV)/releasing  ## the same on the lowest dependencies that pyproject.toml allows
	$(BIN)/python -m tools.wheel_check $(OFFLINE) --lowest

workflows: $(VENV)/releasing  ## read the workflows as GitHub would, and look for what is unsafe in them
	$(RUN) zizmor --offline --quiet .github/workflows

metadata: $(VENV)/releasing  ## whether CITATION.cff is one
	$(RUN) cffconvert --validate

audit: $(VENV)/releasing  ## known vulnerabilities of what is installed; asks a network service
	$(RUN) pip-audit --skip-editable --path $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

licences: $(VENV)/releasing  ## a list of the licence of each file, as SPDX, in build/
	mkdir -p build
	$(RUN) reuse spdx --output build/formal_rl.spdx

release-check: $(VENV)/documented $(VENV)/developed $(VENV)/releasing  ## every step of a release that needs no network, as a table
	$(BIN)/python -m tools.release_check

clean:
	rm -rf $(VENV)

$(VENV)/created:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "formal_rl needs Python >= 3.11: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1" "uv>=0.13"
	@touch $@

# Each target installs all that it includes in one run, and so marks the smaller ones as done too.
$(VENV)/installed: $(VENV)/created pyproject.toml
	$(call INSTALL)
	@touch $@

$(VENV)/tested: $(VENV)/created pyproject.toml
	$(call INSTALL,--group tests)
	@touch $(VENV)/installed $@

$(VENV)/developed: $(VENV)/created pyproject.toml
	$(call INSTALL,--group dev)
	@touch $(VENV)/installed $(VENV)/tested $@

$(VENV)/documented: $(VENV)/created pyproject.toml
	$(call INSTALL,--group docs)
	@touch $(VENV)/installed $(VENV)/tested $@

$(VENV)/releasing: $(VENV)/tested
	$(call INSTALL,--group release)
	@touch $@
