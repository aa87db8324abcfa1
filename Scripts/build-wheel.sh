#!/usr/bin/env bash
# Builds the Python package, with libkammerton in it: dist/kammerton-*.whl; and dist/kammerton-*.tar.gz, an sdist with the
# sources of both.
#   build-wheel.sh [TARGET]    x86_64-linux or aarch64-linux; this machine's by default
# hatchling and zopflipy come from PyPI into .build-test at the first call.
set -euo pipefail
cd "$(dirname "$0")/.."
own=$(uname -m)-linux
target=${1:-$own}
Scripts/build-library.sh "$target"
python=$(Scripts/python-with Python/requirements-build.txt)
library=$PWD/dist/libkammerton.so
[ "$target" = "$own" ] || library=$PWD/dist/$target/libkammerton.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Python "$work/Python"
cp LICENSE "$work/Python/"
cp -R Tests/PythonTests "$work/Python/tests"
Scripts/address >"$work/Python/address"
for source in $(Scripts/build-library.sh --sources); do
  mkdir -p "$work/Python/native/$(dirname "$source")"
  cp -R "$source" "$work/Python/native/$source"
done
find "$work/Python" \( -name __pycache__ -o -name '*.docc' \) -prune -exec rm -rf {} +
(
  cd "$work/Python"
  KAMMERTON_LIBRARY=$library KAMMERTON_MACHINE=${target%-linux} SOURCE_DATE_EPOCH=1577836800 \
    "$python" -m hatchling build -t sdist -t wheel -d "$work/dist" >"$work/log" 2>&1
) || { cat "$work/log" >&2; exit 1; }
"$python" Scripts/pack-wheel.py "$work"/dist/*.whl
mv "$work"/dist/*.whl "$work"/dist/*.tar.gz dist/
for wheel in dist/kammerton-*"${target%-linux}".whl; do
  echo "build-wheel: $wheel $(wc -c <"$wheel") bytes"
done
sdist=dist/kammerton-$(Scripts/version).tar.gz
echo "build-wheel: $sdist $(wc -c <"$sdist") bytes"
