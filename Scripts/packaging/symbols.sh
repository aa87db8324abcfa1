#!/usr/bin/env bash
# Adds the functions of kammerton.h that debian/libkammerton1.symbols lacks, with this version, which is the first to
# have them. With --check, only says which are missing, and which have gone.
. "$(dirname "$0")/common.sh"
list=debian/libkammerton1.symbols
header=$(grep -oE '\bktn_[a-z0-9_]+\(' Sources/Bindings/CKammerton/include/kammerton.h | tr -d '(' | LC_ALL=C sort -u)
listed=$(sed -n 's/^ \(ktn_[a-z0-9_]*\)@KAMMERTON_1 .*/\1/p' "$list" | LC_ALL=C sort -u)
missing=$(LC_ALL=C comm -23 <(echo "$header") <(echo "$listed"))
gone=$(LC_ALL=C comm -13 <(echo "$header") <(echo "$listed"))
[ -z "$gone" ] || fail "$list has functions that kammerton.h no longer has, which programs may use: $(echo $gone)"
if [ "${1:-}" = --check ]; then
  [ -z "$missing" ] || fail "$list lacks $(echo $missing): run Scripts/packaging/symbols.sh"
  exit 0
fi
for function in $missing; do echo " $function@KAMMERTON_1 $version" >>"$list"; done
{ grep -v '^ ktn_' "$list"; grep '^ ktn_' "$list" | LC_ALL=C sort; } >"$list.new"
mv "$list.new" "$list"
