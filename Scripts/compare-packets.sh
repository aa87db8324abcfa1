#!/usr/bin/env bash
# compare-packets.sh TEXTS OBJECTS LEAST: fails if `kammerton receive --jsonl` has heard anything that was not
# sent, or anything twice, or fewer than LEAST.
set -euo pipefail
texts=$1 objects=$2 least=$3
heard=$(sed 's/.*"text":"\{0,1\}\([^",]*\).*/\1/' "$objects" | LC_ALL=C sort)
wrong=$(comm -13 <(LC_ALL=C sort "$texts") <(echo "$heard"))
[ -z "$wrong" ] || { echo "heard, but not sent, or twice: $wrong" >&2; exit 1; }
count=$(wc -l <"$objects")
[ "$count" -ge "$least" ] ||
  { echo "of $(wc -l <"$texts") packets only $count arrived" >&2; exit 1; }
