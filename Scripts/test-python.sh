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
[ "$(wc -c <"$wheel")" -le 786000 ] || fail "$wheel has more than 786000 bytes"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$scratch/site" "$wheel"
[ "$(grep -c '^Requires-Dist: [^;]*$' "$scratch"/site/kammerton-*/METADATA)" -eq 1 ] ||
  fail "the package depends on more than NumPy"
export PYTHONPATH=$scratch/site PYTHONDONTWRITEBYTECODE=1
unset KAMMERTON_LIBRARY
version=$(Scripts/version)
[ "$(basename "$wheel")" = "kammerton-$version-py3-none-manylinux_2_17_$(uname -m).whl" ] &&
  [ "$("$python" -c 'import kammerton; print(kammerton.__version__)')" = "$version" ] ||
  fail "the package has another version than $version"
echo "test-python: $(basename "$wheel") installs, and needs NumPy only"

# The sdist makes the same package, of the library's sources or of a library that is there.
sdist=dist/kammerton-$version.tar.gz
tar -C "$scratch" -xzf "$sdist"
for source in $(Scripts/build-library.sh --sources); do
  diff -r -x '*.docc' "$source" "$scratch/kammerton-$version/native/$source" || fail "$sdist lacks what the library is built of"
done
# Its addresses are those of the repository, and nothing that leads nowhere.
! grep "^Project-URL: .*example" "$scratch"/site/kammerton-*/METADATA || fail "the package has made-up addresses"
(cd "$scratch/kammerton-$version" && echo https://forge.example/kammerton >address &&
  "$("$root/Scripts/python-with" Python/requirements-build.txt)" -m hatchling metadata urls) >"$scratch/urls"
for address in Homepage Documentation Source Issues Changelog; do
  grep -q "\"$address\": \"https://forge.example/kammerton" "$scratch/urls" ||
    fail "the package has no address for $address: $(cat "$scratch/urls")"
done
[ -n "${KAMMERTON_SOAK:-}" ] || export KAMMERTON_LIBRARY=$root/dist/libkammerton.so
"$(Scripts/python-with Python/requirements-build.txt)" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps \
  --wheel-dir "$scratch/built" "$sdist" || fail "$sdist does not build"
unset KAMMERTON_LIBRARY
diff <("$python" -m zipfile -l "$wheel" | awk '{ print $1, $NF }' | LC_ALL=C sort) \
  <("$python" -m zipfile -l "$scratch/built/$(basename "$wheel")" | awk '{ print $1, $NF }' | LC_ALL=C sort) ||
  fail "$sdist makes another package"
echo "test-python: $(basename "$sdist") makes the same package"

"$python" -m mypy --strict --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" Python/src/kammerton \
  >"$scratch/mypy.txt" || { cat "$scratch/mypy.txt" >&2; fail "types are wrong"; }
MYPYPATH=Python/src "$python" -m mypy --strict --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" Examples/python \
  >"$scratch/mypy.txt" || { cat "$scratch/mypy.txt" >&2; fail "types of the example are wrong"; }
printf 'import kammerton\nkammerton.Tracker(sr=8000, method="yinn")\n' >"$scratch/wrong.py"
MYPYPATH=Python/src "$python" -m mypy --config-file Python/pyproject.toml --cache-dir "$scratch/mypy" "$scratch/wrong.py" \
  >"$scratch/mypy.txt" && fail "mypy accepts a method that does not exist"
grep -q 'Argument "method" to "Tracker" has incompatible type' "$scratch/mypy.txt" || fail "$(cat "$scratch/mypy.txt")"
echo "test-python: package and example pass mypy --strict, and a misspelt method does not"

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

# Three channels, none like the others.
parts = [numpy.fromfile(golden / name, numpy.float32)[:40_000] for name in ("melody.f32", "glide.f32", "e2.f32")]
length = min(map(len, parts))
frames = numpy.stack([part[:length] for part in parts], axis=1)
wav = golden / "three.wav"
soundfile.write(wav, frames, 44_100, subtype="FLOAT")
wanted = subprocess.run([command, "track", wav], check=True, capture_output=True, text=True).stdout
got = kammerton.track_file(wav).to_csv()
wav.unlink()
assert got == wanted and kammerton.track(kammerton.mix(frames.T), sr=44_100).to_csv() == wanted, "three channels are mixed otherwise"
print("test-python: three channels are mixed as kammerton track mixes them")

# Practice, the frozen pitch and bells, of one file each.
wav = golden / "played.wav"
rate = 44_100
times = numpy.arange(rate // 2) / rate


def pluck(number):
    frequency = 440 * 2 ** ((number - 69) / 12)
    return 0.1 * sum(numpy.exp(-(1 + k) * times) * numpy.sin(2 * numpy.pi * k * frequency * times) for k in (1, 2, 3, 4))


def said(*arguments):
    return subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout


notes = [60, 62, 64.13, 65, 67, 69, 71, 72, 71, 69, 66.8, 65, 63, 62, 60]
scale = numpy.concatenate([numpy.zeros(4410), *map(pluck, notes), numpy.zeros(rate)]).astype(numpy.float32)
soundfile.write(wav, scale, rate, subtype="FLOAT")
# A recording that is followed: sharp, and slower.
teacher = golden / "teacher.wav"
led = numpy.concatenate([numpy.append(pluck(n + 0.2), numpy.zeros(rate // 20)) for n in (60, 62, 64, 65, 67, 69, 71, 72)]).astype(numpy.float32)
soundfile.write(teacher, led, rate, subtype="FLOAT")
for options, practice in [
    (["C4-major"], kammerton.Practice("C4-major")),
    (["C-major", "--temperament", "just", "--a4", "442", "--tempo", "110"],
     kammerton.Practice("C4-major", temperament="just", a4=442, tempo=110)),
    (["C4-major", "--rubato", "--swing", "own"], kammerton.Practice("C major", rubato=True, swing=None)),
    (["C4-major", "--wait"], kammerton.Practice("C4-major", mode="wait")),
    (["--rhythm", "4/4"], kammerton.Practice(rhythm="4/4")),
    (["--like", teacher], kammerton.Practice(like=led, like_sr=rate)),
    (["--rhythm", "3/4", "--pattern", "x.x", "--subdivide", "2"],
     kammerton.Practice(rhythm="3/4", pattern="x.x", subdivision=2)),
]:
    score = [] if options[0].startswith("--") else [options.pop(0)]
    printed = subprocess.run([command, "practice", *score, wav, *options, "--json", "--no-history"], capture_output=True, text=True).stdout
    result = practice.listen(scale, rate)
    assert len(result.json) > 100 and printed.endswith(", " + result.json[1:] + "\n"), f"{options}: kammerton practice prints {printed}"
frozen = kammerton.FrozenTuner(sr=rate)
read = frozen.append(scale) + frozen.finish()
lines = [json.loads(line) for line in said("tune", "--freeze", "--jsonl", "--no-history", wav).splitlines()]
assert len(lines) == len(read) >= 14
for line, note in zip(lines, read):
    assert (line["target"], line["targetCents"]) == (note.note, round(note.cents, 2)), f"{line}, {note}"
    assert (line["time"], line["frequency"]) == (round(note.time, 6), round(note.frequency, 3)), f"{line}, {note}"
times = numpy.arange(4 * rate) / rate
bell = sum(0.1 * numpy.exp(-6.9 * times / decay) * numpy.sin(2 * numpy.pi * 196.4 * factor * times)
           for factor, decay in ((0.5, 9), (1, 6), (1.19, 5), (1.502, 3), (2, 4), (2.002, 4)))
# The command takes a file as one stroke, and streams are cut into strokes: this file begins with its only one.
bell = bell.astype(numpy.float32)
soundfile.write(wav, bell, rate, subtype="FLOAT")
for settings in ({}, {"object": "bell"}):
    line = json.loads(said("bell", wav, "--jsonl", *(["--object", "bell"] if settings else [])))
    (measured,) = kammerton.Bell(sr=rate, **settings).measure(bell)
    assert (line["object"], line["note"], line["third"], line["doubtful"]) == (
        measured.object, measured.note, measured.third or None, measured.doubtful)
    for name, value, digits in (("strike", measured.strike, 5), ("cents", measured.cents, 3), ("score", measured.score, 3),
                                ("duration", measured.duration, 3)):
        assert line[name] == round(value, digits), f"{name}: {line[name]}, {value}"
    assert [part["name"] for part in line["partials"]] == [part.name for part in measured.partials]
    for part, own in zip(line["partials"], measured.partials):
        assert (part["frequency"], part["errorCents"], part["cents"], part["level"], part["decay"]) == (
            round(own.frequency, 5), round(own.error, 4), round(own.cents, 3), round(own.level, 1), round(own.decay, 3))
        assert (part["off"] is None and numpy.isnan(own.off)) or part["off"] == round(own.off, 3)
        assert (part["beats"] or [0])[0] == round(own.beat, 4)
# Notes that sound together, and the chords that they make.
chords = [(261.63, 331.92, 392.0), (220.0, 261.0, 330.0, 392.0), (174.6, 220.5)]
times = numpy.arange(rate * 4 // 5) / rate
sound = numpy.concatenate([numpy.zeros(rate // 5)] + [
    numpy.exp(-times) * sum(0.05 / k * numpy.sin(2 * numpy.pi * k * f * times) for f in chord for k in range(1, 9))
    for chord in chords] + [numpy.zeros(rate)]).astype(numpy.float32)
soundfile.write(wav, sound, rate, subtype="FLOAT")
for options, settings in ([], {}), (["--a4", "442", "--temperament", "just"], {"a4": 442, "temperament": "just"}):
    heard = kammerton.chords(sound, sr=rate, **settings)
    rows = [f"{time:.6f},{frequency:.3f},{confidence:.4f},{level:.2f},{error:.2f}"
            for time, frequency, level, confidence, error in heard.rows.tolist()]
    printed = said("track", "--chords", wav, *options).splitlines()[1:]
    assert rows == [",".join(line.split(",")[:5]) for line in printed] and len(rows) > 400, "other rows than track --chords"
    objects = [
        (reading["time"], note["frequency"], note["level"])
        for reading in json.loads(said("track", "--chords", "--format", "json", wav, *options))["readings"]
        for note in reading["notes"]]
    assert objects == [(round(row["time"], 6), round(row["frequency"], 3), round(row["level"], 2)) for row in heard.rows]
    told = json.loads(said("tune", "chord", "--json", "--no-history", wav, *options))["chords"]
    assert len(told) == len(heard.chords) == 3
    for line, chord in zip(told, heard.chords):
        assert (line["chord"] or "", line["start"], line["time"]) == (chord.name, round(chord.start, 3), round(chord.time, 3))
        assert [
            (f"{note['note']}{note['octave']}", note["midi"], note["frequency"], note["cents"], note["level"],
             note["sounding"], note["ratio"], note["ratioCents"]) for note in line["notes"]
        ] == [
            (note.note, note.number, round(note.frequency, 3), round(note.cents, 2), round(note.level, 2),
             note.sounding, note.ratio, round(note.ratio_cents, 2)) for note in chord.notes]
        assert [(beat["notes"], beat["partials"], beat["rate"], beat["locked"]) for beat in line["beats"]] == [
            ([*beat.notes], [*beat.partials], round(beat.rate, 3), beat.locked) for beat in chord.beats]
wav.unlink()
print("test-python: practice, frozen notes, bells and chords have the numbers of the command")
END

# Each Python that is installed, from the oldest that is served.
tried=() missing=()
if command -v pyenv >/dev/null; then PYENV_VERSION=$(pyenv versions --bare | paste -sd :); fi
own=python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
for name in python3.10 python3.11 python3.12 python3.13 python3.14; do
  if [ "$name" = "$own" ]; then tried+=("$name"); continue; fi
  if ! PYENV_VERSION=${PYENV_VERSION:-} "$name" -c '' 2>/dev/null; then missing+=("$name"); continue; fi
  other=$(PYENV_VERSION=${PYENV_VERSION:-} Scripts/python-with Python/requirements-versions.txt "$name")
  (cd "$scratch" && "$other" -W error -c 'import kammerton' && "$other" -m pytest -q -p no:cacheprovider "$root/Tests/PythonTests" >"$scratch/$name.txt" 2>&1) ||
    { tail -40 "$scratch/$name.txt" >&2; fail "tests fail with $name"; }
  tried+=("$name")
done
echo "test-python: tried with ${tried[*]}; not installed: ${missing[*]:-none}"

for number in 1 2; do
  Scripts/block-of docs/python.md python $number >"$scratch/document.py"
  Scripts/block-of docs/python.md text $number >"$scratch/document.txt"
  "$python" "$scratch/document.py" | diff "$scratch/document.txt" - || fail "block $number of docs/python.md prints other text"
done
"$python" Examples/python/from_librosa.py >"$scratch/example.txt"
grep -qE '^  1\.00 s +311\.[0-9]+ Hz' "$scratch/example.txt" ||
  [ "$(grep -cE '^ +[0-9.]+ s +[0-9.]+ Hz' "$scratch/example.txt")" -ge 9 ] ||
  fail "the example prints: $(cat "$scratch/example.txt")"
echo "test-python: the blocks of docs/python.md and the example print what they should"
"$python" - <<'END'
import numpy, time
start = time.process_time()
import kammerton
print(f"measured: import after NumPy {1000 * (time.process_time() - start):.1f} CPU ms")
END
