#!/usr/bin/env bash
# Fills the Homebrew formula and the PKGBUILD in with a release, into dist: of the archive of the tag that is given, or of the
# version's at the project's address (Scripts/address), which it fetches.
#   recipes.sh [ARCHIVE.tar.gz]
. "$(dirname "$0")/common.sh"
need curl sha256sum
address=$(Scripts/address)
[ -n "$address" ] || fail "the address of the project is unknown: set KAMMERTON_ADDRESS"
source=$address/archive/refs/tags/v$version.tar.gz
archive=${1:-}
if [ -z "$archive" ]; then
  archive=$scratch/v$version.tar.gz
  curl -fsSL -o "$archive" "$source" || fail "there is no release at $source: push the tag v$version first"
fi
checksum=$(sha256sum "$archive" | cut -d ' ' -f 1)
for recipe in Packaging/homebrew/kammerton.rb Packaging/arch/PKGBUILD; do
  fill "$recipe" "ADDRESS=$address" "SOURCE=$source" "SHA256=$checksum" >"$dist/$(basename "$recipe")"
done
said "$dist/kammerton.rb" "$dist/PKGBUILD"
