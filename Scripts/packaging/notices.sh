#!/usr/bin/env bash
# Prints the notices of the packages that are linked into the program, for those who get it without their sources.
. "$(dirname "$0")/common.sh"
links=$scratch/release/kammerton-network.product/Objects.LinkFileList
[ -f "$links" ] || fail "the program is not built: run Scripts/package.sh program"
cat <<'TEXT'
The program kammerton contains, besides its own code, the packages below and the runtime library of Swift
(https://swift.org). All of them are under the Apache License 2.0, the runtime library with the Runtime Library
Exception. The licence is in /usr/share/common-licenses/Apache-2.0 of a Debian system, in the file Apache-2.0
beside this one, or at https://www.apache.org/licenses/LICENSE-2.0. Their own notices follow.
TEXT
for folder in "$scratch"/checkouts/*/; do
  package=$(basename "$folder")
  # A package is in the program if an object of one of its targets is.
  linked=
  for target in "$folder"Sources/*/; do
    if grep -q "/$(basename "$target").build/" "$links"; then linked=1; fi
  done
  [ -n "$linked" ] || continue
  # The Apache licence, or whatever else a package turns out to have one day.
  grep -q 'Apache License' "$folder"LICENSE* || fail "$package is not under the Apache License: name its licence here"
  printf '\n==== %s ====\n' "$package"
  if [ -f "$folder/NOTICE.txt" ]; then cat "$folder/NOTICE.txt"; else sed -n '/Copyright [0-9(]/p' "$folder"LICENSE*; fi
done
