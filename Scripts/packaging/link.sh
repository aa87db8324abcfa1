#!/usr/bin/env bash
# Makes the Debian package of kammerton-link in dist, of Tools/Link/debian: a source package of its own, because its
# licence is. Not among what package.sh makes by default: `Scripts/package.sh link`. Needs ableton-link-dev, which
# Scripts/install-dependencies.sh link installs.
. "$(dirname "$0")/common.sh"
need dpkg-buildpackage dh fakeroot g++
found=$(dpkg-parsechangelog -l Tools/Link/debian/changelog -S Version)
[ "$found" = "$version" ] || fail "Tools/Link/debian/changelog ends with $found, but this is $version: add an entry"
folder=$scratch/link
rm -rf "$folder"
mkdir -p "$folder"
cp -a Tools/Link "$folder/kammerton-link-$version"
(cd "$folder/kammerton-link-$version" && dpkg-buildpackage --unsigned-source --unsigned-changes) \
  >"$scratch/link.log" 2>&1 ||
  { tail -n 40 "$scratch/link.log" >&2; fail "dpkg-buildpackage has failed: $scratch/link.log"; }
cp "$folder"/*.deb "$folder"/*.dsc "$folder"/*.tar.xz "$folder"/*.buildinfo "$folder"/*.changes "$dist/"
said "$dist/kammerton-link_$version"*.deb "$dist/kammerton-link_$version.tar.xz"
