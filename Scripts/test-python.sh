#!/usr/bin/env bash
# Tests the Python package as it is installed from its wheel: types, documentation, properties, the example, and the
# same numbers as the command line. Needs make test's build.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
fail() { echo "test-python: $1" >&2; exit 1; }
if [ "$(uname -s)" != Linux ]; then
  echo "test-python: skipped, because libkammerton is built for Linux only so far"
  exit 0
fi
command=$root/.build/release/kammerton
[ -x "$command" ] || fail "$command is missing: run make build"
Scripts/build-wheel.sh | sed 's/^build-\(library\|wheel\): /measured: /'
python=$(Scripts/python-with Python/requirements-test.txt)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wheel=$(echo dist/kammerton-*"$(uname -m)".whl)
[ "$(wc -c <"$wheel")" -le 300000 ] || fail "$wheel has more than 300000 bytes"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$scratch/site" "$wheel"
[ "$(grep -c '^Requires-Dist: [^;]*$' "$scratch"/site/kammerton-*/METADATA)" -eq 1 ] ||
  fail "the package depends on more than NumPy"
export PYTHONPATH=$scratch/site PYTHONDONTWRITEBYTECODE=1
unset KAMMERTON_LIBRARY
echo "test-python: $(basename "$wheel") installs, and needs NumPy only"

"$python" -m mypy --strict --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" Python/src/kammerton \
  >"$scratch/mypy.txt" || { cat "$scratch/mypy.txt" >&2; fail "types are wrong"; }
MYPYPATH=Python/src "$python" -m mypy --strict --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" Examples/python \
  >"$scratch/mypy.txt" || { cat "$scratch/mypy.txt" >&2; fail "types of the example are wrong"; }
echo "test-python: package and example pass mypy --strict"

mkdir -p .build-test/logs
(
  cd "$scratch"
  "$python" -m pytest -q -p no:cacheprovider --junitxml "$root/.build-test/logs/python.xml" \
    --doctest-modules "$root/Tests/PythonTests" --pyargs kammerton
) || fail "tests fail"

# The command's numbers, to the last figure that it prints.
Scripts/web-reference.sh
"$python" - "$command" .build-web/golden <<'END'
import json, pathlib, subprocess, sys
import numpy, soundfile, kammerton
command, golden = sys.argv[1], pathlib.Path(sys.argv[2])
count = 0
for path in sorted(golden.glob("*.f32")):
    rate = json.loads(path.with_suffix(".json").read_text())["sampleRate"]
    samples = numpy.fromfile(path, numpy.float32)
    for method in ["best", "yin", "pyin"]:
        wav = path.with_suffix(".wav")
        soundfile.write(wav, samples, int(rate), subtype="FLOAT")
        wanted = subprocess.run(
            [command, "track", wav, "--estimator", method], check=True, capture_output=True, text=True).stdout
        wav.unlink()
        track = kammerton.track(samples, sr=rate, method=method)
        assert track.to_csv() == wanted, f"{path.name}, {method}: other numbers than kammerton track"
        count += 1
print(f"test-python: {count} tracks have the numbers of kammerton track")
END

sed -n '/^```python$/,/^```$/p' docs/python.md | sed '1d;/^```$/,$d' >"$scratch/document.py"
sed -n '/^```text$/,/^```$/p' docs/python.md | sed '1d;/^```$/,$d' >"$scratch/document.txt"
"$python" "$scratch/document.py" | diff "$scratch/document.txt" - || fail "the block of docs/python.md prints other text"
"$python" Examples/python/from_librosa.py >"$scratch/example.txt"
grep -qE '^  1\.00 s +311\.[0-9]+ Hz' "$scratch/example.txt" ||
  [ "$(grep -cE '^ +[0-9.]+ s +[0-9.]+ Hz' "$scratch/example.txt")" -ge 9 ] ||
  fail "the example prints: $(cat "$scratch/example.txt")"
echo "test-python: the block of docs/python.md and the example print what they should"
"$python" - <<'END'
import numpy, time
start = time.process_time()
import kammerton
print(f"measured: import after NumPy {1000 * (time.process_time() - start):.1f} CPU ms")
END
