#!/usr/bin/env bash
# Metronomes in a session of Ableton Link, with a peer of another implementation (aalink, from PyPI, into .build-test):
# Scripts/test-link.py says what. Skipped where kammerton-link cannot be built, which nothing else needs.
#   test-link.sh [PART ...] [OPTION ...]
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname -s)" != Linux ]; then
  echo "test-link: skipped, because aalink and PulseAudio are tried on Linux only"
  exit 0
fi
if ! dpkg-query -W -f='${Status}' ableton-link-dev 2>/dev/null | grep -q 'install ok installed'; then
  echo "test-link: skipped, because ableton-link-dev is not installed: Scripts/install-dependencies.sh link"
  exit 0
fi
Scripts/build-link.sh >/dev/null
"$(Scripts/python-with Scripts/link-requirements.txt)" Scripts/test-link.py "$@"
