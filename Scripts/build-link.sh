#!/usr/bin/env bash
# Builds kammerton-link, the bridge to Ableton Link sessions, as .build-link/kammerton-link: `make link`.
# A program of its own in C++, with a licence of its own (GPL-2.0-or-later: Tools/Link/LICENSE), because the library of
# Link has it. Nothing else of Kammerton needs it, and no other build runs this. Installs nothing;
# Scripts/install-dependencies.sh link does.
set -euo pipefail
cd "$(dirname "$0")/.."
echo '#include <ableton/Link.hpp>' |
  g++ -std=c++17 -DLINK_PLATFORM_UNIX=1 -DLINK_PLATFORM_LINUX=1 -DASIO_STANDALONE=1 -E -x c++ - >/dev/null 2>&1 || {
  echo "build-link: ableton-link-dev or g++ is missing: run Scripts/install-dependencies.sh link" >&2
  exit 1
}
make --no-print-directory -s -C Tools/Link BUILD="$PWD/.build-link"
echo ".build-link/kammerton-link"
