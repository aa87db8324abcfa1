#!/usr/bin/env bash
# Makes packages for those who do not have Swift, in dist/: `make package`.
#   package.sh [deb] [tarball] [image]   all of them by default; tarball and image are made of what deb has built
#   package.sh link                      kammerton-link, which has another licence and is made only if asked for
#   package.sh recipes                   the Homebrew formula and the PKGBUILD, of a release that is on the web
#   package.sh program                   only what they contain, in .build-package/stage, as it lies under /usr
# docs/installing.md says what each is for. Scripts/install-dependencies.sh package installs what they need.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- deb tarball image
for part; do
  [ -x "Scripts/packaging/$part.sh" ] || { echo "package.sh: there is no part $part" >&2; exit 2; }
done
for part; do "Scripts/packaging/$part.sh"; done
