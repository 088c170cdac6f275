# The daily commands. `make scenarios` and `make test` do all set-up by themselves.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# One Swift build at a time may use a build folder, so nothing here runs in parallel.
.NOTPARALLEL:

RELEASE := .build/release
METERLOOP := $(RELEASE)/meterloop
BUILD := swift build -c release --static-swift-stdlib

.PHONY: help
help: ## Show this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: scenarios
scenarios: build kernel ## Run the scenario suite (the main job); ARGS= for more options
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" $(METERLOOP) test scenarios $(ARGS)

.PHONY: test
test: packages-for-tests build kernel ## Run the tests; ARGS='--filter NAME' for some
	@echo "test: building the tests"
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" METERLOOP_BINARY="$(CURDIR)/$(METERLOOP)" \
	  swift test $(ARGS)

.PHONY: build
build: packages ## Build meterloop
	@echo "build: meterloop, its central and its guest init, optimised"
	@for product in meterloop-init meterloop-central meterloop; do $(BUILD) --product $$product || exit; done

.PHONY: kernel
kernel: packages ## Build the guest's kernel, once; it is kept in the cache
	@[ -n "$$METERLOOP_KERNEL" ] || bench/build-kernel >/dev/null

.PHONY: soak
soak: build packages-for-tests kernel ## A day of notifications with a drop every few minutes; HOURS= for fewer
	swift build --product CentralChecks
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" $(METERLOOP) bench --adapters 2 -- \
	  .build/debug/CentralChecks soak $(or $(HOURS),24)

.PHONY: sanitize
sanitize: packages-for-tests ## Run the Bluetooth tests under the thread and the address sanitizer
	bench/sanitize thread $(ARGS)
	bench/sanitize address $(ARGS)

.PHONY: benchmark
benchmark: build kernel ## Measure speed; BUMBLE=venv/bin/python for one with Bumble
	$(METERLOOP) benchmark --frames
	bench/fuzz-decoders --speed um-frame
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" bench/notifications/measure $(METERLOOP) $(BUMBLE)
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" $(METERLOOP) benchmark --reports scenarios
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" $(METERLOOP) benchmark scenarios $(ARGS)

.PHONY: fuzz
fuzz: packages ## Fuzz a decoder: TARGET=NAME SECONDS=60; without TARGET, list them
	@bench/fuzz-decoders $(TARGET) $(SECONDS)

.PHONY: fuzz-tests
fuzz-tests: build kernel ## Fuzz centrals with planted bugs, which takes some twenty minutes
	METERLOOP_FUZZ_TESTS=1 METERLOOP_BINARY="$(CURDIR)/$(METERLOOP)" \
	  METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" swift test --filter FuzzTests

.PHONY: mutants
mutants: packages-for-tests kernel ## Break the code in 400 places, one at a time; SEED= and COUNT= for others
	python3 -B bench/mutants/tests/test_planted.py
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" \
	  bench/mutants/run --seed $(or $(SEED),1) --count $(or $(COUNT),400) $(ARGS)

.PHONY: docs
docs: build ## Write the reference pages from the code
	$(METERLOOP) reference >docs/scenarios.md
	$(METERLOOP) faults --markdown >docs/faults.md

.PHONY: fault-lanes
fault-lanes: build packages-for-tests kernel ## Write docs/fault-lanes.md, by running the suites with and without faults
	swift build --product MeterApp
	METERLOOP_KERNEL="$${METERLOOP_KERNEL:-$$(bench/build-kernel --path)}" bench/fault-lanes $(METERLOOP) \
	  .build/debug/MeterApp >docs/fault-lanes.new
	mv docs/fault-lanes.new docs/fault-lanes.md

.PHONY: lint
lint: ## Check the format of the sources, and their imports
	bench/check-layers
	swift format lint --strict --recursive --parallel Sources Tests examples Package.swift

.PHONY: format
format: ## Format the sources
	swift format --in-place --recursive --parallel Sources Tests examples Package.swift

.PHONY: packages
packages:
	@bench/install-packages

.PHONY: packages-for-tests
packages-for-tests:
	@bench/install-packages --tests

.PHONY: clean
clean: ## Remove what was built (not the kernel: meterloop cache --clear)
	rm -rf .build results
