#!/usr/bin/env bash
# Builds libkammerton, the core as a C library in Embedded Swift: dist/libkammerton.so and .a, kammerton.h,
# kammerton.pc, and cmake/ for CMake.
#   build-library.sh --sources   prints which files and folders it reads
#   build-library.sh [TARGET]    x86_64-linux or aarch64-linux; this machine's by default
# Another machine's goes to dist/TARGET. It needs its cross compiler, such as gcc-aarch64-linux-gnu, for the
# linker and the C library. Installs nothing, and builds again only what has changed.
script=build-library
# In the order in which they need each other.
modules="DecimalText SignalProcessing PitchEstimation ClassicEstimators MusicTheory PolyphonicTuning ChordEstimation PianoTuning BellTuning
OnsetDetection NoteDetection InstrumentTuning ToneGeneration Metronome SoundModem PitchToMIDI IntonationPractice CInterface"
# CInterface holds all functions that it calls, of every module. Of these modules the library has what CInterface holds:
# they need not be compiled to the end, and it is smaller.
only_emitted="PianoTuning BellTuning Metronome SoundModem PitchToMIDI IntonationPractice"
linked=$(for module in $modules; do [[ " $only_emitted " = *" $module "* ]] || echo "$module"; done)
# For the sdist of Python, which has what is read here.
if [ "${1:-}" = --sources ]; then
  cd "$(dirname "$0")/.."
  for module in $modules; do echo Sources/*/"$module"; done
  exec printf '%s\n' Sources/Bindings/CKammerton Scripts/build-library.sh Scripts/embedded.sh Scripts/version
fi
. "$(dirname "$0")/embedded.sh"

header=Sources/Bindings/CKammerton/include/kammerton.h
version=$(Scripts/version)
# Programs that were linked with the library run with every later one of this number. It grows when a struct or a
# function of the header changes, whatever the version is.
interface=1

sources=(Scripts/build-library.sh Scripts/embedded.sh Sources/Bindings/CKammerton)
for module in $modules; do sources+=(Sources/*/"$module"); done
# The header counts without its comments.
key=$({
  "$toolchain/clang" -E -P "$header"
  hash_of "${sources[@]}" ! -name kammerton.h
} | sha256sum | cut -c 1-32)

compile_all() {
  local module options module_key made_from=(Scripts/build-library.sh Scripts/embedded.sh)
  for module in $modules; do
    # A module is made again if it has changed, or one before it.
    made_from+=(Sources/*/"$module")
    module_key=$(hash_of "${made_from[@]}")
    [ "$module" != CInterface ] || module_key=$key
    [ "$(cat "$scratch/$module.key" 2>/dev/null)" != "$module_key" ] || continue
    rm -f "$scratch/$module.key"
    # What is called for each sample of the tracker is optimised for speed, the rest for size. With fewer functions
    # copied into others it is as fast; the tracker is a fiftieth smaller, and all of it a thirtieth.
    local few_copies=(-Xllvm -sil-inline-removed-call-benefit=10 -Xllvm -inline-threshold=0
      -Xllvm -sil-inline-removed-load-benefit=0 -Xllvm -sil-inline-removed-store-benefit=0)
    case $module in
      SignalProcessing | PitchEstimation) options=(-O) ;;
      # Swift 6.3.1 crashes where it would make constants of the tables of temperaments.
      CInterface | PianoTuning | BellTuning) options=(-Osize -Xllvm -sil-disable-pass=object-outliner) ;;
      *) options=(-Osize) ;;
    esac
    case " $only_emitted " in
      *" $module "*) emit "$module" "${options[@]}" "${few_copies[@]}" ;;
      *) compile "$module" "${options[@]}" "${few_copies[@]}" ;;
    esac
    echo "$module_key" >"$scratch/$module.key"
  done
  local machine=()
  [ "$target" != aarch64-linux ] || machine=(-mno-outline-atomics)
  "$toolchain/clang" --target="$clang_target" "${machine[@]}" -O2 -fPIC -ffreestanding -Wall -Wextra \
    -Werror -DKAMMERTON_EMBEDDED -I Sources/Bindings/CKammerton/include -c Sources/Bindings/CKammerton/support.c \
    -o "$scratch/support.o"
}

link() {
  local objects=("$scratch/support.o") module
  for module in $linked; do objects+=("$scratch/$module.bc"); done
  # Exactly what the header declares.
  grep -oE '\bktn_[a-z0-9_]+\(' "$header" | tr -d '(' | LC_ALL=C sort -u >"$scratch/functions"
  {
    echo "KAMMERTON_$interface {"
    echo "  global:"
    sed 's/.*/    &;/' "$scratch/functions"
    echo "  local: *;"
    echo "};"
  } >"$scratch/functions.map"
  link_whole "$scratch/libkammerton.so" "$scratch/functions.map" --lto-obj-path="$scratch/whole.o" \
    -soname "libkammerton.so.$interface" "${objects[@]}"
  # The static library is the same object; all but the header's functions are local to it, so that their
  # names do not meet those of other code.
  "${cross}ld" -r "$scratch/whole.o" "$scratch/support.o" -o "$scratch/kammerton.o"
  "${cross}objcopy" --keep-global-symbols="$scratch/functions" --strip-unneeded "$scratch/kammerton.o"
  rm -f "$scratch/libkammerton.a"
  "${cross}ar" rcs "$scratch/libkammerton.a" "$scratch/kammerton.o"
}

if [ "$(cat "$scratch/key" 2>/dev/null)" != "$key" ]; then
  rm -f "$scratch/key"
  compile_all
  link
  echo "$key" >"$scratch/key"
fi
echo "$linked" >"$scratch/modules" # for Scripts/packaging/libraries.sh
cp "$scratch/libkammerton.so" "$scratch/libkammerton.a" "$header" "$dist/"
ln -sf libkammerton.so "$dist/libkammerton.so.$interface"
# It finds itself, wherever the folder lies.
cat >"$dist/kammerton.pc" <<END
prefix=\${pcfiledir}
libdir=\${prefix}
includedir=\${prefix}

Name: kammerton
Description: Hears, names, plays and sends musical tones
Version: $version
Libs: -L\${libdir} -lkammerton
Libs.private: -lm
Cflags: -I\${includedir}
END
# For CMake: find_package(Kammerton) with this folder in CMAKE_PREFIX_PATH.
mkdir -p "$dist/cmake"
cat >"$dist/cmake/KammertonConfig.cmake" <<END
# Kammerton::kammerton is the shared library, Kammerton::kammerton_static the static one.
get_filename_component(_kammerton "\${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(_kammerton_libdir "\${_kammerton}")
set(_kammerton_includedir "\${_kammerton}")
if(NOT TARGET Kammerton::kammerton)
  add_library(Kammerton::kammerton SHARED IMPORTED)
  set_target_properties(Kammerton::kammerton PROPERTIES
    IMPORTED_LOCATION "\${_kammerton_libdir}/libkammerton.so.$interface"
    IMPORTED_SONAME "libkammerton.so.$interface"
    INTERFACE_INCLUDE_DIRECTORIES "\${_kammerton_includedir}")
  add_library(Kammerton::kammerton_static STATIC IMPORTED)
  set_target_properties(Kammerton::kammerton_static PROPERTIES
    IMPORTED_LOCATION "\${_kammerton_libdir}/libkammerton.a"
    INTERFACE_INCLUDE_DIRECTORIES "\${_kammerton_includedir}"
    INTERFACE_LINK_LIBRARIES m)
endif()
END
cat >"$dist/cmake/KammertonConfigVersion.cmake" <<END
# As versions are numbered (https://semver.org): before 1.0.0, the second number tells what fits.
set(PACKAGE_VERSION $version)
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION AND PACKAGE_FIND_VERSION_MAJOR EQUAL ${version%%.*} AND
    (PACKAGE_FIND_VERSION_MAJOR GREATER 0 OR PACKAGE_FIND_VERSION_COUNT LESS 2 OR
      PACKAGE_FIND_VERSION_MINOR EQUAL $(cut -d . -f 2 <<<"$version")))
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
END
measure "$dist/libkammerton.so" "$dist/libkammerton.a"
