# Two commands: `make tune` opens the tuner, `make test` runs every test. Both install what they
# need, say so, and can be repeated.

# Where make install puts things; DESTDIR for packages.
PREFIX ?= /usr/local

.PHONY: install uninstall tune tuner alone network build web library plugins wheel link man package test soak docs coverage check format clean

# Arguments for the tuner: make tune ARGS="--a4 442 --simulate"
ARGS ?=
# Parts of the tests: make test PARTS="readme web". Scripts/run-tests --help names them.
PARTS ?=
# make test ALL=1 runs also the parts of which nothing has changed since they passed.
ALL ?=

# Where the first program is not built yet, the tuner alone, which takes two thirds as long; the packages of the second program
# are not fetched before it is wanted (Package.swift).
is_built := $(wildcard .build/release/kammerton)
only_tuner = [ -e .build/checkouts/swift-nio ] || export KAMMERTON_TUNER_ONLY=1

# Exit status 2 means that there is no microphone, which the tuner has said by then.
tune: $(if $(is_built),tuner,alone)
	@tune() { .build/release/$(if $(is_built),kammerton,kammerton-tune) tune "$$@"; }; \
	  tune $(ARGS) || { \
	    [ $$? -eq 2 ] || exit $$?; \
	    echo "Playing a simulated guitar instead." >&2; sleep 2; \
	    tune --simulate $(ARGS); }

# `tune` and nothing else.
alone:
	@Scripts/install-dependencies.sh build
	@$(only_tuner); Scripts/swift-build --product kammerton-tune

# The first program alone: what tunes, tracks, plays, sends and receives. The second one follows only where it is
# already built, so that both are of one version.
tuner:
	@Scripts/install-dependencies.sh build
	@$(only_tuner); Scripts/swift-build --product kammerton
	@[ ! -e .build/release/kammerton-network ] || Scripts/swift-build --product kammerton-network

# The second program, for serve, pair and messages with --secret: Scripts/kammerton-network asks for it.
network:
	@Scripts/swift-build --product kammerton-network

# Both programs.
build: tuner network

# The page, with the core as WebAssembly, in .build-web/site.
web: build
	@Scripts/install-dependencies.sh web
	@Scripts/swift-build --product _WebVocabulary
	@Scripts/build-web.sh

# The core as a C library, in dist.
library:
	@Scripts/install-dependencies.sh library
	@Scripts/build-library.sh

# The plug-ins for Vamp and LV2 hosts, in dist/vamp and dist/lv2.
plugins:
	@Scripts/install-dependencies.sh plugins
	@Scripts/build-plugins.sh

# The Python package, in dist.
wheel:
	@Scripts/install-dependencies.sh library
	@Scripts/build-wheel.sh

# The bridge to Ableton Link sessions, for metronome --link, as .build-link/kammerton-link. It has a licence of its own.
link:
	@Scripts/install-dependencies.sh link
	@Scripts/build-link.sh

# Both programs, the page that they serve, and completions for bash, zsh and fish.
install: web
	@Scripts/install.sh "$(DESTDIR)$(PREFIX)"

uninstall:
	@Scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

# The manual of all commands from their help, as .build/man/kammerton.1. The tool comes with the parser.
parser = --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual-tool
man: tuner
	@swift build -c release --product generate-manual $(parser)
	@mkdir -p .build/man
	@"$$(swift build -c release --show-bin-path $(parser))/generate-manual" \
	  .build/release/kammerton --output-directory .build/man
	@echo "The manual is .build/man/kammerton.1: man -l .build/man/kammerton.1"

# Packages for those who have no Swift, in dist: docs/installing.md.
package:
	@Scripts/install-dependencies.sh package
	@Scripts/package.sh

test:
	@Scripts/install-dependencies.sh test
	@Scripts/run-tests $(if $(ALL),--all) $(PARTS)

# The same tests with more of it: hours.
soak:
	@Scripts/install-dependencies.sh test
	@Scripts/install-dependencies.sh package
	@Scripts/install-dependencies.sh spark
	@Scripts/run-tests --soak $(PARTS)

# The reference of the core and the audio modules, in .build-docs.
docs: build
	@Scripts/check-docs.sh

# The lines of each module that the Swift tests run.
coverage:
	@Scripts/install-dependencies.sh test
	@Scripts/coverage.sh

# What else must hold before a change lands.
check:
	@Scripts/install-dependencies.sh test
	@swift format lint --strict --recursive Package.swift Sources Tools Tests Fuzzing Examples
	@Scripts/check-core.sh
	@Scripts/check-rooms.py
	@Scripts/web-functions.py --check
	@Scripts/check-claims.py
	@Scripts/check-dependencies.sh
	@Scripts/check-apple.sh

format:
	@swift format --in-place --recursive Package.swift Sources Tools Tests Fuzzing Examples

clean:
	@rm -rf .build .build-* dist
