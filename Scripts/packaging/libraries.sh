#!/usr/bin/env bash
# Builds libkammerton and the plug-ins that use it, in .build-package/shared, for packages that share one core:
#   libkammerton.so.1, libkammerton.a, kammerton.h, kammerton.pc, cmake/   those of `make library`
#   vamp/, lv2/kammerton.lv2/   those of `make plugins`, but without a core of their own
# The Vamp plug-in calls the C interface. The LV2 plug-ins change targets and temperaments while sound runs, without
# allocating, which the C interface does not offer. So this libkammerton.so.1 has their code too, behind a name that
# no header declares, and the plug-in passes the host's call on to it.
script=libraries
. "$(dirname "$0")/../embedded.sh"
Scripts/build-plugins.sh
shared=.build-package/shared
rm -rf "$shared"
mkdir -p "$shared"

major=$(objdump -p "$dist/libkammerton.so" | sed -n 's/^ *SONAME *libkammerton[.]so[.]//p')
[ "$major" = 1 ] || fail "$dist/libkammerton.so is not called libkammerton.so.1: the packages' names have to follow"
objects=("$scratch/support.o")
while read -r module; do objects+=("$scratch/$module.bc"); done <"$scratch/modules"
{
  cat "$scratch/functions.map"
  echo "KAMMERTON_${major}_PRIVATE { global: ktn_private_lv2_descriptor; };"
} >"$scratch/shared.map"
link_whole "$shared/libkammerton.so.$major" "$scratch/shared.map" -z nodelete -soname "libkammerton.so.$major" \
  --defsym=ktn_private_lv2_descriptor=lv2_descriptor "${objects[@]}" "$scratch/LV2Plugins.bc"
ln -s "libkammerton.so.$major" "$shared/libkammerton.so"
cp -r "$dist/libkammerton.a" "$dist/kammerton.h" "$dist/kammerton.pc" "$dist/cmake" "$shared/"

mkdir -p "$shared/vamp" "$shared/lv2"
cp -r "$dist/vamp/." "$shared/vamp/"
cp -r "$dist/lv2/kammerton.lv2" "$shared/lv2/"
echo "{ global: vampGetPluginDescriptor; local: *; };" >"$scratch/vamp-shared.map"
link_whole "$shared/vamp/kammerton.so" "$scratch/vamp-shared.map" -z nodelete "$scratch/support.o" \
  "$scratch/VampPlugin.bc" "$shared/libkammerton.so"
gcc -shared -fPIC -O2 -Wall -Wextra -Werror -Wl,-z,nodelete,-z,defs,-z,relro,-z,now -Wl,--build-id=sha1 \
  Packaging/plugins/lv2_descriptor.c "$shared/libkammerton.so" -o "$shared/lv2/kammerton.lv2/kammerton.so"
strip --strip-unneeded "$shared/lv2/kammerton.lv2/kammerton.so"
measure "$shared/libkammerton.so.$major" "$shared/vamp/kammerton.so" "$shared/lv2/kammerton.lv2/kammerton.so"
