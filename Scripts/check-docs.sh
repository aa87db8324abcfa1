#!/usr/bin/env bash
# Builds the reference of the core and the audio modules from the release build, in .build-docs: `make docs`.
# Warnings fail, and so does a public symbol that the first page of its module does not name.
set -euo pipefail
cd "$(dirname "$0")/.."
build=.build/release
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
docc=$toolchain/docc
[ -x "$docc" ] || docc=$(command -v docc) ||
  { echo "check-docs: this toolchain has no docc" >&2; exit 1; }
scratch=.build-docs
catalog=$scratch/Kammerton.docc graphs=$scratch/graphs
rm -rf "$scratch"
mkdir -p "$catalog" "$graphs"
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
maps=()
for library in CPortAudio CSndfile; do
  maps+=(-Xcc "-fmodule-map-file=$PWD/Sources/System/$library/module.modulemap")
done
for page in Sources/*/*/Documentation.docc/*.md; do
  module=$(basename "$page" .md)
  [ -f "$build/Modules/$module.swiftmodule" ] ||
    { echo "check-docs: $module is not built: run make build" >&2; exit 1; }
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" "${maps[@]}" -target "$target" \
    -minimum-access-level public -skip-inherited-docs -output-dir "$graphs"
  cp "$page" "$catalog/"
done
python3 - "$graphs" "$catalog" <<'END'
import json, pathlib, re, sys
graphs, catalog = map(pathlib.Path, sys.argv[1:])
missing = []
for path in sorted(graphs.glob("*.symbols.json")):
    if "@" in path.name:  # what it adds to types of other modules
        continue
    graph = json.loads(path.read_text())
    module = graph["module"]["name"]
    text = (catalog / f"{module}.md").read_text().partition("## Topics")[2]
    named = set(re.findall(r"^- ``([^`]+)``$", text, re.M))
    missing += sorted({f"{module}.{symbol['pathComponents'][0]}" for symbol in graph["symbols"]
                       if len(symbol["pathComponents"]) == 1 and symbol["pathComponents"][0] not in named})
if missing:
    sys.exit("check-docs: no topic of the module's page names " + ", ".join(missing))
END
"$docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
  --fallback-display-name Kammerton --fallback-bundle-identifier kammerton \
  --output-dir "$scratch/Kammerton.doccarchive"
count=$(find "$scratch/Kammerton.doccarchive/data/documentation" -name '*.json' | wc -l)
echo "check-docs: $count pages are in $scratch/Kammerton.doccarchive, a folder for any web server"
