#!/usr/bin/env bash
# Tests corpora on Spark: a standalone master with two workers, on this machine and its loopback only.
#   test-spark.sh          200 short and 6 long files
#   test-spark.sh soak     2000 short and 24 long files, beside plain processes
# pyspark comes from PyPI into .build-test at the first call (1 GB). Needs Java 17 or later.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
fail() { echo "test-spark: $1" >&2; exit 1; }
if [ "$(uname -s)" != Linux ]; then
  echo "test-spark: skipped, because libkammerton is built for Linux only so far"
  exit 0
fi
command -v java >/dev/null || fail "java is missing: run Scripts/install-dependencies.sh spark"
Scripts/build-wheel.sh >/dev/null
python=$(Scripts/python-with Python/requirements-spark.txt)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$scratch/site" \
  dist/kammerton-*"$(uname -m)".whl
export PYTHONPATH=$scratch/site PYTHONDONTWRITEBYTECODE=1
unset KAMMERTON_LIBRARY
"$scratch/site/bin/kammerton-corpus" --help | grep -q 'a folder that all workers can read' ||
  fail "kammerton-corpus --help does not explain IN"
"$python" -m mypy --strict --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" \
  Python/src/kammerton >"$scratch/mypy.txt" || { cat "$scratch/mypy.txt" >&2; fail "types are wrong"; }
echo "test-spark: the package passes mypy --strict beside pyspark"
if [ "${1:-}" = soak ]; then
  "$python" "$root/Scripts/test-spark.py" "$scratch" --short 2000 --long 24 --plain
else
  "$python" "$root/Scripts/test-spark.py" "$scratch" --short 200 --long 6
fi
