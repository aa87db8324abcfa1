#!/usr/bin/env bash
# Follows docs/migrating.md from an empty folder, as someone does who has only read it: its Package.swift beside a fresh
# copy of this repository, with each of its Swift blocks in turn as the program. Blocks that need a sound card are
# only compiled; the others print what the document says. The build stays in .build-test, so that only the first
# run takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "test-migrating: $1" >&2; exit 1; }
folder=$PWD/.build-test/migrating
mkdir -p "$folder/moving/Sources/moving" "$folder/kammerton"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What a clone has, and no more; files that have not changed keep their times.
git ls-files -z --cached --others --exclude-standard -- Package.swift Sources Tools Tests |
  while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done >"$work/files"
tar -cf - --null --files-from="$work/files" | tar -xf - -C "$work" --one-top-level=copy
python3 - "$work/copy" "$folder/kammerton" <<'COPY'
import filecmp, os, pathlib, shutil, sys
new, old = (pathlib.Path(path) for path in sys.argv[1:])
files = {path.relative_to(new) for path in new.rglob("*") if not path.is_dir()}
for path in [path for path in old.rglob("*") if not path.is_dir() and ".build" not in path.parts]:
    if path.relative_to(old) not in files:
        path.unlink()
for path in files:
    if not (old / path).exists() or not filecmp.cmp(new / path, old / path, shallow=False):
        (old / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(new / path, old / path)
COPY

python3 - docs/migrating.md "$work" <<'BLOCKS'
import pathlib, re, sys
text = pathlib.Path(sys.argv[1]).read_text()
work = pathlib.Path(sys.argv[2])
blocks = re.findall(r"^```swift\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S)
(package,) = [source for source, _ in blocks if source.startswith("// swift-tools-version")]
blocks = [block for block in blocks if block[0] != package]
(work / "Package.swift").write_text(package)
for number, (source, expected) in enumerate(blocks):
    (work / f"{number:02}.swift").write_text(source)
    (work / f"{number:02}.txt").write_text(expected)
BLOCKS
cp "$work/Package.swift" "$folder/moving/"
count=0 run=0
for source in "$work"/[0-9][0-9].swift; do
  cp "$source" "$folder/moving/Sources/moving/main.swift"
  swift build --package-path "$folder/moving" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "this block does not build from an empty folder: $(cat "$source")"; }
  if grep -q 'warning:' "$work/log"; then cat "$work/log" >&2; fail "this block has warnings: $(cat "$source")"; fi
  expected=${source%.swift}.txt
  if [ -s "$expected" ]; then
    "$folder/moving/.build/debug/moving" >"$work/output" || fail "this block fails: $(cat "$source")"
    diff "$expected" "$work/output" >&2 || fail "this block prints other text: $(cat "$source")"
    run=$((run + 1))
  fi
  count=$((count + 1))
done
[ "$run" -ge 9 ] || fail "only $run blocks run"
[ ! -d "$folder/moving/.build/checkouts" ] || [ -z "$(ls -A "$folder/moving/.build/checkouts")" ] ||
  fail "the package fetches others: $(ls "$folder/moving/.build/checkouts")"
echo "test-migrating: $count blocks of docs/migrating.md build from an empty folder, $run print what they say"
