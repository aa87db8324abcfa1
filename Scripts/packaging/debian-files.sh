#!/usr/bin/env bash
# Lays what was built into debian/tmp as Debian has it, for debian/rules.
#   debian-files.sh [program] library
. "$(dirname "$0")/common.sh"
usr=debian/tmp/usr
multiarch=$usr/lib/$(dpkg-architecture -q DEB_HOST_MULTIARCH)
shared=$scratch/shared
rm -rf debian/tmp

program() {
  need_stage
  mkdir -p "$usr"
  cp -a "$stage/." "$usr/"
  # Debian's zsh looks for the completions of packages elsewhere than for those of its administrator.
  mkdir -p "$usr/share/zsh/vendor-completions"
  mv "$usr/share/zsh/site-functions/_kammerton" "$usr/share/zsh/vendor-completions/"
  rmdir "$usr/share/zsh/site-functions"
  # It is read, not run.
  sed -i '1{/^#!/d}' "$usr/share/bash-completion/completions/kammerton"
  # debhelper puts its own there.
  rm "$usr/share/doc/kammerton/copyright"
}

library() {
  install -D -m 644 "$shared/libkammerton.so.1" "$multiarch/libkammerton.so.1"
  ln -s libkammerton.so.1 "$multiarch/libkammerton.so"
  install -m 644 "$shared/libkammerton.a" "$multiarch/"
  install -D -m 644 "$shared/kammerton.h" "$usr/include/kammerton.h"
  mkdir -p "$multiarch/pkgconfig"
  sed -e "s|^prefix=.*|prefix=/usr|" -e "s|^libdir=.*|libdir=/${multiarch#debian/tmp/}|" \
    -e "s|^includedir=.*|includedir=/usr/include|" "$shared/kammerton.pc" >"$multiarch/pkgconfig/kammerton.pc"
  local cmake=$multiarch/cmake/Kammerton
  install -D -m 644 "$shared/cmake/KammertonConfigVersion.cmake" "$cmake/KammertonConfigVersion.cmake"
  sed -e "/^get_filename_component/d" -e "s|^set(_kammerton_libdir.*|set(_kammerton_libdir /${multiarch#debian/tmp/})|" \
    -e "s|^set(_kammerton_includedir.*|set(_kammerton_includedir /usr/include)|" \
    "$shared/cmake/KammertonConfig.cmake" >"$cmake/KammertonConfig.cmake"
  # The folders in which hosts look, whatever the machine.
  mkdir -p "$usr/lib/vamp" "$usr/lib/lv2"
  install -m 644 "$shared"/vamp/kammerton.* "$usr/lib/vamp/"
  cp -r "$shared/lv2/kammerton.lv2" "$usr/lib/lv2/"
  python
}

# The package of Python, without hatchling, which Debian 12 has too old: its files, what pip and importlib.metadata
# read of it, and its command.
python() {
  local modules=$usr/lib/python3/dist-packages
  local information=$modules/kammerton-$version.dist-info
  mkdir -p "$information" "$usr/bin" "$usr/share/man/man1"
  cp -r Python/src/kammerton "$modules/"
  find "$modules" -name __pycache__ -prune -exec rm -rf {} +
  {
    printf 'Metadata-Version: 2.1\nName: kammerton\nVersion: %s\n' "$version"
    sed -n 's/^description = "\(.*\)"$/Summary: \1/p; s/^license = "\(.*\)"$/License: \1/p
      s/^requires-python = "\(.*\)"$/Requires-Python: \1/p' Python/pyproject.toml
    echo 'Requires-Dist: numpy>=1.24'
  } >"$information/METADATA"
  echo dpkg >"$information/INSTALLER"
  printf '[console_scripts]\nkammerton-corpus = kammerton.corpus:main\n' >"$information/entry_points.txt"
  cat >"$usr/bin/kammerton-corpus" <<'COMMAND'
#!/usr/bin/python3
import sys

from kammerton.corpus import main

sys.exit(main())
COMMAND
  chmod 755 "$usr/bin/kammerton-corpus"
  cp Packaging/python/kammerton-corpus.1 "$usr/share/man/man1/"
}

for part; do "$part"; done
settle debian/tmp
