"""compare.py RATE FILE KAMMERTON: what vamp-simple-host prints for a sound, beside what `kammerton track` prints.

FILE has raw 32-bit floats. The host fills its last block with zeros, which the plug-in leaves off: the readings go on up
to the last one of `track`, if the sound itself does not end with zeros. Both print rounded numbers of the same
value."""

import array
import pathlib
import struct
import subprocess
import sys
import tempfile

BLOCK = 1024
# How long before its pitch a note may begin, in seconds: 60 ms and four periods of 31 Hz; and how long after (docs/onsets.md).
LEAD, LAG = 0.19, 0.03


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def write_wav(path, samples, rate):
    data = samples.tobytes()
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 3, 1, rate,
                         4 * rate, 4, 32, b"data", len(data))
    path.write_bytes(header + data)


def features(output, path):
    """[(time, duration or None, value)] of an output of the plug-in."""
    found = []
    for line in run("vamp-simple-host", f"kammerton:pitch:{output}", str(path)):
        place, _, rest = line.partition(":")
        time, _, duration = place.partition(",")
        found.append((float(time), float(duration) if duration else None, rest.split()[0]))
    return found


def is_same(printed, number):
    """Whether a number with six digits is a rounded form of another one, which was a Float in between."""
    step = 10.0 ** (len(f"{abs(number):.0f}") - 6) if abs(number) >= 1 else 1e-6
    return abs(float(printed) - number) <= 0.5 * step + abs(number) * 2.0 ** -24 + 1e-6


def main():
    rate, source, kammerton = float(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    samples = array.array("f", source.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        path, heard_sound = pathlib.Path(folder) / "sound.wav", pathlib.Path(folder) / "heard.wav"
        write_wav(path, samples, int(rate))
        total = len(samples) + BLOCK - len(samples) % BLOCK
        sound = len(samples)
        while sound and samples[sound - 1] == 0:
            sound -= 1
        heard = max(sound, total - BLOCK)
        samples.extend([0.0] * max(0, heard - len(samples)))
        write_wav(heard_sound, samples[:heard], int(rate))
        rows = [line.split(",") for line in run(kammerton, "track", str(heard_sound))[1:]]
        voiced = [(float(row[0]), float(row[1])) for row in rows if row[1]]
        f0 = features("f0", path)
        assert len(f0) == len(voiced), f"{len(f0)} and {len(voiced)} readings have a pitch"
        for (time, _, value), (wanted_time, wanted) in zip(f0, voiced):
            assert abs(time - wanted_time) < 1e-6 and is_same(value, wanted), (time, value, wanted_time, wanted)
        voicing, confidence = features("voicing", path), features("confidence", path)
        assert len(voicing) == len(confidence) == len(rows), "the plug-in has another number of readings"
        for row, voice, trust in zip(rows, voicing, confidence):
            assert float(voice[2]) == bool(row[1]) and abs(float(trust[2]) - float(row[2])) < 6e-5, (row, voice, trust)
        notes = [line.split(",") for line in run(kammerton, "track", str(heard_sound), "--notes")[1:]]
        found = features("notes", path)
        assert len(found) == len(notes), f"{len(found)} and {len(notes)} notes"
        for (onset, duration, value), row in zip(found, notes):
            # The plug-in divides by pitch alone, and the command's notes begin with their attack.
            assert -LAG < onset - float(row[0]) < LEAD and abs(onset + duration - float(row[1])) < 1e-3, (onset, row)
            assert abs(float(value) - float(row[2])) < 6e-3, (value, row)
    print(f"{source.stem}: {len(rows)} readings, {len(voiced)} with a pitch, {len(notes)} notes")


if __name__ == "__main__":
    main()
