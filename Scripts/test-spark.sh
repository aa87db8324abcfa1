#!/usr/bin/env bash
# Tests corpora on Spark: a standalone master with two workers, on this machine and its loopback only.
#   test-spark.sh          200 short and 6 long files
#   test-spark.sh soak     2000 short and 24 long files, beside plain processes
# pyspark and Ray come from PyPI into .build-test at the first call (1.5 GB). Needs Java 17 or later.
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
mkdir "$scratch/sounds"
cp Tests/PythonTests/*.py "$scratch/sounds/"  # No sounds, so that they become errors.
"$python" - "$scratch/sounds" <<'END'
import sys, numpy, soundfile
for index in range(20):
    soundfile.write(f"{sys.argv[1]}/{index}.wav", 0.3 * numpy.sin(0.05 * (index + 1) * numpy.arange(8000)), 16_000)
END
RAY_USAGE_STATS_ENABLED=0 "$(Scripts/python-with Python/requirements-ray.txt)" Examples/python/corpus_with_ray.py \
  "$scratch/sounds" "$scratch/ray" >"$scratch/ray.txt" 2>&1 || { cat "$scratch/ray.txt" >&2; fail "the example of Ray fails"; }
"$python" - "$scratch/ray" "$(find Tests/PythonTests -name '*.py' | wc -l)" <<'END'
import sys, pyarrow.dataset
rows = pyarrow.dataset.dataset(sys.argv[1]).to_table()
assert len(rows) == 20 + int(sys.argv[2]) and rows["error"].null_count == 20, rows
END
echo "test-spark: the example for Ray has a row for each file"
if [ "${1:-}" = soak ]; then
  "$python" "$root/Scripts/test-spark.py" "$scratch" --short 2000 --long 24 --plain
else
  "$python" "$root/Scripts/test-spark.py" "$scratch" --short 200 --long 6
fi
