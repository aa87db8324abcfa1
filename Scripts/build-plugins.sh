#!/usr/bin/env bash
# Builds the plug-ins in Embedded Swift, each with the core in it: dist/vamp for Vamp hosts such as Sonic Visualiser
# and Audacity, and dist/lv2 for LV2 hosts such as Ardour.
#   build-plugins.sh [TARGET]    x86_64-linux or aarch64-linux; this machine's by default
# Another machine's go to dist/TARGET. Installs nothing, and builds again only what has changed.
script=build-plugins
. "$(dirname "$0")/embedded.sh"
for header in vamp/vamp.h lv2/core/lv2.h; do
  echo "#include <$header>" | gcc -E - >/dev/null 2>&1 ||
    fail "$header is missing: run Scripts/install-dependencies.sh plugins"
done
Scripts/build-library.sh "$target" >/dev/null
# The headers of both are the same for every machine.
[ "$target" != aarch64-linux ] || flags+=(-Xcc -idirafter -Xcc /usr/include)

# build MODULE FILE SYMBOL HEADER CORE_MODULE ...: a plug-in as a shared library that exports a symbol and has the core in it.
build() {
  local module=$1 file=$2 symbol=$3 header=$4 objects=("$scratch/support.o" "$scratch/$1.bc") core key
  shift 4
  for core; do objects+=("$scratch/$core.bc"); done
  key=$({
    cat "$scratch/key"
    hash_of Scripts/build-plugins.sh Scripts/embedded.sh Sources/*/"$module" "Sources/System/$header" ! -path '*/Bundle/*'
  } | sha256sum | cut -c 1-32)
  if [ "$(cat "$scratch/$module.key" 2>/dev/null)" != "$key" ]; then
    rm -f "$scratch/$module.key"
    # Swift 6.3.1 crashes where it would make constants of the tables of choices.
    compile "$module" -Osize -Xllvm -sil-disable-pass=object-outliner -I "Sources/System/$header"
    echo "{ global: $symbol; local: *; };" >"$scratch/$module.map"
    # What it has computed once stays when the host unloads it, and is there when the host loads it again.
    link_whole "$scratch/$module.so" "$scratch/$module.map" -z nodelete "${objects[@]}"
    echo "$key" >"$scratch/$module.key"
  fi
  mkdir -p "$(dirname "$file")"
  cp "$scratch/$module.so" "$file"
}

# Vamp hosts look in the folder itself; LV2 hosts look for folders in it.
build VampPlugin "$dist/vamp/kammerton.so" vampGetPluginDescriptor CVamp DecimalText SignalProcessing \
  PitchEstimation ClassicEstimators MusicTheory PolyphonicTuning OnsetDetection NoteDetection InstrumentTuning ToneGeneration CInterface
cp Sources/Bindings/VampPlugin/Bundle/* "$dist/vamp/"
build LV2Plugins "$dist/lv2/kammerton.lv2/kammerton.so" lv2_descriptor CLV2 DecimalText SignalProcessing PitchEstimation \
  MusicTheory PolyphonicTuning OnsetDetection InstrumentTuning ToneGeneration
cp Sources/Bindings/LV2Plugins/Bundle/* "$dist/lv2/kammerton.lv2/"
measure "$dist/vamp/kammerton.so" "$dist/lv2/kammerton.lv2/kammerton.so"
