#!/usr/bin/env bash
# Tries what was built for packages, before it is packed: debian/rules.
#   try-build.sh [program] library
. "$(dirname "$0")/common.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

program() {
  need_stage
  "$stage/bin/kammerton" tone A4 --duration 1s --output "$work/a.wav"
  "$stage/bin/kammerton" track "$work/a.wav" >"$work/a.csv"
  grep -Eq ',4(39[.]9|40)' "$work/a.csv" || fail "the program does not find 440 Hz in a tone of A4"
  echo "package: the program tracks a tone"
}

library() {
  KAMMERTON_LIBRARY=$PWD/$scratch/shared/libkammerton.so.1 PYTHONPATH=Python/src PYTHONDONTWRITEBYTECODE=1 python3 - \
    "$scratch/shared" <<'TRY'
import ctypes, sys
shared = sys.argv[1]
library = ctypes.CDLL(f"{shared}/libkammerton.so.1")
cents = ctypes.c_double()
assert library.ktn_interval_cents(ctypes.c_double(440), ctypes.c_double(880), ctypes.byref(cents)) == 0
assert cents.value == 1200, cents
# Found already, because the loader knows it by its soname.
for path, symbol, count in (("vamp/kammerton.so", "vampGetPluginDescriptor", 1), ("lv2/kammerton.lv2/kammerton.so", "lv2_descriptor", 2)):
    descriptor = getattr(ctypes.CDLL(f"{shared}/{path}"), symbol)
    descriptor.restype = ctypes.c_void_p
    found = [descriptor(2, index) if count == 1 else descriptor(index) for index in range(3)]
    assert [bool(one) for one in found] == [index < count for index in range(3)], (path, found)
TRY
  echo "package: the library answers, and the plug-ins find it"
}

for part; do "$part"; done
