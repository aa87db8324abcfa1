# Two commands: `make tune` opens the tuner, `make test` runs every test. Both install what they
# need, say so, and can be repeated.

.PHONY: tune build web test check format clean

# Arguments for the tuner: make tune ARGS="--a4 442 --simulate"
ARGS ?=

# Exit status 2 means that there is no microphone, which the tuner has said by then.
tune: build
	@.build/release/kammerton tune $(ARGS) || { \
	  [ $$? -eq 2 ] || exit $$?; \
	  echo "Playing a simulated guitar instead." >&2; sleep 2; \
	  .build/release/kammerton tune --simulate $(ARGS); }

build:
	@Scripts/install-dependencies.sh build
	@swift build -c release --product kammerton

# The page, with the core as WebAssembly, in .build-web/site.
web: build
	@Scripts/install-dependencies.sh web
	@Scripts/build-web.sh

# Tests that wait for a clock, apart from those that compute for minutes and let nobody else have a turn.
in_real_time = WebServerTests|PairingNetworkTests|LiveAudioTests|AudioDevicesTests

test:
	@Scripts/install-dependencies.sh test
	@swift build -c release --product kammerton
	@Scripts/test-readme.sh
	@Scripts/test-live.sh
	@Scripts/test-modem.sh
	@Scripts/test-formats.sh
	@Scripts/test-ggwave.sh
	@Scripts/test-web.sh
	@Scripts/test-page.sh
	@swift test --filter '$(in_real_time)'
	@swift test --skip '$(in_real_time)'

# What else must hold before a change lands.
check:
	@Scripts/install-dependencies.sh test
	@swift format lint --strict --recursive Package.swift Sources Tests
	@Scripts/check-core.sh

format:
	@swift format --in-place --recursive Package.swift Sources Tests

clean:
	@rm -rf .build .build-*
