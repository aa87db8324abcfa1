#!/usr/bin/env bash
# Makes dist/kammerton-VERSION-linux-MACHINE.tar.gz of what Scripts/packaging/program.sh has laid out: a folder that
# runs from wherever it is unpacked. The C libraries are in lib/ as Debian has them, each a file that can be
# replaced. Those that belong to every system (C and C++ library), to its sound (ALSA) or to its screen (X and fonts,
# for cairo) are its own; some of Debian 12's would also need a later glibc than the program.
. "$(dirname "$0")/common.sh"
need patchelf ldd tar gzip
need_stage
work=$(mktemp -d "$PWD/$scratch/tarball.XXXXXX")
trap 'rm -rf "$work"' EXIT
name=kammerton-$version-linux-$machine
tree=$work/$name
cp -a "$stage" "$tree"
mkdir -p "$tree/lib/licences"

systems=(linux-vdso ld-linux libc libm libdl librt libpthread libresolv libgcc_s 'libstdc\+\+' libasound
  'libX[A-Za-z0-9]*' 'libxcb[a-z-]*' libbsd libmd libfontconfig
  libfreetype libexpat 'libpng[0-9]*' 'libbrotli[a-z]*' libz)
the_systems="^(.*/)?($(IFS='|'; echo "${systems[*]}"))[.-]"
ldd "$tree/libexec/kammerton/kammerton-network" | while read -r soname _ path _; do
  [[ $soname =~ $the_systems ]] && continue
  [ -f "$path" ] || fail "$soname, which the program needs, is not on this system"
  cp -L "$path" "$tree/lib/$soname"
  owner=$(dpkg-query -S "$(realpath "$path")" 2>/dev/null || dpkg-query -S "*/$(basename "$(realpath "$path")")")
  owner=${owner%%:*}
  echo "$soname $(dpkg-query -W -f '${Package} ${Version}' "$owner" | head -1)" >>"$tree/lib/VERSIONS"
  cp "/usr/share/doc/$owner/copyright" "$tree/lib/licences/$owner"
done
sort -o "$tree/lib/VERSIONS" "$tree/lib/VERSIONS"
# The old kind of search path: libraries look there for the libraries that they need, too.
patchelf --force-rpath --set-rpath '$ORIGIN/../../lib' "$tree/libexec/kammerton/kammerton-network"

cp LICENSE CHANGELOG.md "$tree/"
mv "$tree/share/doc/kammerton/NOTICES" "$tree/NOTICES"
cp /usr/share/common-licenses/Apache-2.0 "$tree/Apache-2.0"
rm -r "$tree/share/doc"
fill Packaging/tarball/README >"$tree/README"
settle "$tree"
file=$dist/$name.tar.gz
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
  gzip -9 -n >"$file"
said "$file"
