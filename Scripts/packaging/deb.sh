#!/usr/bin/env bash
# Makes the Debian packages, source and binary, of debian/ in dist. They are built as on any Debian, by
# dpkg-buildpackage, from a copy of the checkout that stays in .build-package/source, so that only what has changed is
# built again. The compiler is that of PATH: debian/README.source.
#   deb.sh [libraries]    only the library, the Python package and the plug-ins, which need no network
. "$(dirname "$0")/common.sh"
need dpkg-buildpackage dh dh_python3 fakeroot rsync xz
profiles=pkg.kammerton.swiftorg
[ "${1:-}" != libraries ] || profiles+=,pkg.kammerton.libraries
[ "$(dpkg-parsechangelog -S Version)" = "$version" ] ||
  fail "debian/changelog ends with $(dpkg-parsechangelog -S Version), but this is $version: add an entry"
Scripts/packaging/symbols.sh --check

folder=$scratch/source
tree=$folder/kammerton-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$tree"
find "$folder" -maxdepth 1 -type f -delete
if git rev-parse --git-dir >/dev/null 2>&1; then
  # Tools/Link has another licence, and a source package of its own: link.sh.
  git ls-files -z --cached --others --exclude-standard -- . ':!Tools/Link' | while IFS= read -r -d '' file; do
    if [ -e "$file" ] || [ -L "$file" ]; then printf '%s\0' "$file"; fi
  done >"$work/files"
  tar -cf - --null --files-from="$work/files" | tar -xf - -C "$work" --one-top-level=tree
else
  mkdir "$work/tree"
  rsync -a --exclude='.build*' --exclude=dist --exclude=/Tools/Link ./ "$work/tree/"
fi
# By content: SwiftPM builds again what has another time.
rsync -rlpc --delete --exclude='/.build*' --exclude=/.swiftpm --exclude=/Package.resolved --exclude=/dist \
  --exclude=/Web/vocabulary --exclude=/Web/engine/objects "$work/tree/" "$tree/"

# What others have installed is not asked for again: install-dependencies.sh has.
(cd "$tree" && dpkg-buildpackage --build=full --no-pre-clean --unsigned-source --unsigned-changes \
  --build-profiles="$profiles" --no-check-builddeps) >"$scratch/buildpackage.log" 2>&1 ||
  { tail -n 40 "$scratch/buildpackage.log" >&2; fail "dpkg-buildpackage has failed: $scratch/buildpackage.log"; }
cp "$folder"/*.deb "$folder"/*.dsc "$folder"/*.tar.xz "$folder"/*.buildinfo "$folder"/*.changes "$dist/"
# What tarball.sh packs.
[ ! -d "$tree/$stage" ] || rsync -a --delete "$tree/$stage/" "$stage/"
said "$dist"/*"_$version"*.deb "$dist/kammerton_$version.tar.xz"
