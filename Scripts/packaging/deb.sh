#!/usr/bin/env bash
# Makes dist/kammerton_VERSION_ARCHITECTURE.deb of what Scripts/packaging/program.sh has laid out, and the packages
# of the libraries and the plug-ins of what `make library`, `make wheel` and `make plugins` have left in dist, if they
# have.
. "$(dirname "$0")/common.sh"
need dpkg-deb dpkg-shlibdeps fakeroot gzip
work=$(mktemp -d "$PWD/$scratch/deb.XXXXXX")
trap 'rm -rf "$work"' EXIT

# libraries FILE ...: the packages of the libraries that they need.
libraries() {
  mkdir -p "$work/shlibs/debian"
  printf 'Source: kammerton\n\nPackage: kammerton\nArchitecture: any\n' >"$work/shlibs/debian/control"
  local files=() file
  for file in "$@"; do files+=("-e$(realpath "$file")"); done
  (cd "$work/shlibs" && dpkg-shlibdeps -O "${files[@]}" 2>"$work/shlibs.log") | sed -n 's/^shlibs:Depends=//p'
}

# pack NAME [FILE ...]: the tree in $work/NAME as a package; it needs the libraries that the files need.
pack() {
  local name=$1 tree=$work/$1
  shift
  local depends=
  if [ $# -gt 0 ]; then
    depends=$(libraries "$@")
    [ -n "$depends" ] || { cat "$work/shlibs.log" >&2; fail "dpkg-shlibdeps found no library of $name"; }
  fi
  local documents=$tree/usr/share/doc/$name
  mkdir -p "$documents" "$tree/DEBIAN"
  [ -f "$documents/copyright" ] || fill Packaging/debian/copyright >"$documents/copyright"
  # Debian's form of a changelog: what has changed is in CHANGELOG.md of the sources.
  {
    printf 'kammerton (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9 -n >"$documents/changelog.gz"
  [ ! -f "Packaging/debian/$name.lintian-overrides" ] ||
    install -D -m 644 "Packaging/debian/$name.lintian-overrides" "$tree/usr/share/lintian/overrides/$name"
  local size
  size=$(du -sk --apparent-size "$tree/usr" | cut -f 1)
  fill "Packaging/debian/$name.control" "SIZE=$size" "DEPENDS=$depends" >"$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -printf '%P\0' | sort -z | (cd usr && xargs -0 md5sum) |
    sed 's|  |  usr/|' >DEBIAN/md5sums)
  [ ! -f "Packaging/debian/$name.triggers" ] || cp "Packaging/debian/$name.triggers" "$tree/DEBIAN/triggers"
  [ ! -f "Packaging/debian/$name.shlibs" ] || fill "Packaging/debian/$name.shlibs" >"$tree/DEBIAN/shlibs"
  settle "$tree"
  local file=$dist/${name}_${version}_$architecture.deb
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >/dev/null
  said "$file"
}

program() {
  need_stage
  mkdir -p "$work/kammerton"
  cp -a "$stage" "$work/kammerton/usr"
  # Debian's zsh looks for the completions of packages elsewhere than for those of its administrator.
  mkdir -p "$work/kammerton/usr/share/zsh/vendor-completions"
  mv "$work/kammerton/usr/share/zsh/site-functions/_kammerton" "$work/kammerton/usr/share/zsh/vendor-completions/"
  rmdir "$work/kammerton/usr/share/zsh/site-functions"
  # It is read, not run.
  sed -i '1{/^#!/d}' "$work/kammerton/usr/share/bash-completion/completions/kammerton"
  pack kammerton "$stage/libexec/kammerton/kammerton-network"
}

libraries_of_c() {
  local folder=usr/lib/$(dpkg-architecture -q DEB_HOST_MULTIARCH) name
  name=$(objdump -p "$dist/libkammerton.so" | sed -n 's/^ *SONAME *//p')
  [ "$name" = libkammerton.so.1 ] || fail "$dist/libkammerton.so is called '$name', not libkammerton.so.1"
  install -D -m 644 "$dist/libkammerton.so" "$work/libkammerton1/$folder/libkammerton.so.1"
  strip --strip-unneeded "$work/libkammerton1/$folder/libkammerton.so.1"
  pack libkammerton1 "$work/libkammerton1/$folder/libkammerton.so.1"

  local tree=$work/libkammerton-dev
  mkdir -p "$tree/$folder/pkgconfig" "$tree/usr/include"
  ln -s libkammerton.so.1 "$tree/$folder/libkammerton.so"
  install -m 644 "$dist/libkammerton.a" "$tree/$folder/"
  strip --strip-debug "$tree/$folder/libkammerton.a"
  install -m 644 "$dist/kammerton.h" "$tree/usr/include/"
  sed -e "s|^prefix=.*|prefix=/usr|" -e "s|^libdir=.*|libdir=/$folder|" -e "s|^includedir=.*|includedir=/usr/include|" \
    "$dist/kammerton.pc" >"$tree/$folder/pkgconfig/kammerton.pc"
  mkdir -p "$tree/$folder/cmake/Kammerton"
  install -m 644 "$dist/cmake/KammertonConfigVersion.cmake" "$tree/$folder/cmake/Kammerton/"
  sed -e "/^get_filename_component/d" -e "s|^set(_kammerton_libdir.*|set(_kammerton_libdir /$folder)|" \
    -e "s|^set(_kammerton_includedir.*|set(_kammerton_includedir /usr/include)|" \
    "$dist/cmake/KammertonConfig.cmake" >"$tree/$folder/cmake/Kammerton/KammertonConfig.cmake"
  pack libkammerton-dev
}

python() { # WHEEL
  local tree=$work/python3-kammerton modules
  modules=$tree/usr/lib/python3/dist-packages
  mkdir -p "$modules"
  python3 -m zipfile -e "$1" "$modules"
  local library
  library=$(find "$modules" -name '*.so*' -type f | head -1)
  [ -n "$library" ] || fail "$1 has no library in it"
  # The list of files of pip, which does not manage these.
  rm -f "$modules"/*.dist-info/RECORD
  pack python3-kammerton "$library"
}

plugins() {
  # The folders in which hosts look, whatever the machine.
  local vamp=usr/lib/vamp lv2=usr/lib/lv2/kammerton.lv2
  mkdir -p "$work/kammerton-vamp/$vamp" "$work/kammerton-lv2/$lv2"
  install -m 644 "$dist"/vamp/kammerton.* "$work/kammerton-vamp/$vamp/"
  pack kammerton-vamp "$work/kammerton-vamp/$vamp/kammerton.so"
  install -m 644 "$dist"/lv2/kammerton.lv2/* "$work/kammerton-lv2/$lv2/"
  pack kammerton-lv2 "$work/kammerton-lv2/$lv2/kammerton.so"
}

program
if [ -f "$dist/libkammerton.so" ]; then
  libraries_of_c
else
  echo "package: no libkammerton in $dist, so no packages of it: make library makes one"
fi
wheel=$(find "$dist" -maxdepth 1 -name "kammerton-$version-py3-none-*$machine.whl" | sort | tail -1)
if [ -n "$wheel" ]; then
  python "$wheel"
else
  echo "package: no wheel in $dist, so no python3-kammerton: make wheel makes one"
fi
if [ -f "$dist/vamp/kammerton.so" ]; then
  plugins
else
  echo "package: no plug-ins in $dist, so no packages of them: make plugins makes them"
fi
