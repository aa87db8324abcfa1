"""What chords.sh plays beside chords and instead of them: drums, voices, single notes, mixes; and the peer of its tables."""

import json
import pathlib
import sys

import numpy as np

import mixes

RATE = mixes.RATE
# By the names of the files of a kit: what is struck on which eighths of a bar.
DRUMS = (("kick", (0, 3, 4), ("kick", "bassdrum", "bd")), ("snare", (2, 6), ("snare", "sd")), ("hat", range(8), ("hat", "hh")))


def drum_kits(folder):
    """The files of each kit that has a bass drum, a snare and a hi-hat."""
    kits = []
    for kit in sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir()):
        files = mixes.sounds(kit, "flac", "wav")
        parts = [[path for path in files if any(word in path.name.lower() for word in words)] for _, _, words in DRUMS]
        if all(parts):
            kits.append(parts)
    return kits


def drumming(kits, seconds, rng):
    """A beat of a kit, at 80 to 150 quarters a minute; hits are up to 10 ms off."""
    parts = kits[rng.integers(len(kits))]
    hits = [mixes.load(part[rng.integers(len(part))], 1.0) for part in parts]
    eighth = 30 / rng.uniform(80, 150)
    samples = np.zeros(int((seconds + 1.2) * RATE))
    for number in range(int(seconds / eighth)):
        for (_, places, _), hit in zip(DRUMS, hits):
            if number % 8 in places:
                start = int((number * eighth + rng.uniform(0, 0.01)) * RATE)
                samples[start:start + len(hit)] += hit / max(1e-9, np.abs(hit).max()) * 10 ** (rng.uniform(-6, 0) / 20)
    return samples[:int(seconds * RATE)]


def beside(samples, other, level):
    """Both, the other one this many decibels below."""
    other = np.resize(other, len(samples))
    power = np.mean(other**2)
    return samples + other * np.sqrt(np.mean(samples**2) / max(1e-12, power)) * 10 ** (-level / 20)


def passage(path, seconds, rng):
    """A part of a file, with sound in it."""
    samples = mixes.load(path)
    count = min(len(samples), int(seconds * RATE))
    starts = [int(rng.integers(0, len(samples) - count + 1)) for _ in range(5)]
    return max((samples[start:start + count] for start in starts), key=lambda part: np.mean(part**2))


def without_chords(data, kits, music, rng):
    """Sounds in which there is no chord to be told, and mixes in which there are some: titles, and samples of each."""
    files = lambda name: mixes.sounds(data / "pitch" / name, "wav", "flac")
    return {
        "single notes": [mixes.load(path) for path in files("real-notes")],
        "single notes beside noise, hum, voices": [mixes.load(path) for path in files("degraded")],
        "melodies of one voice": [mixes.load(path) for path in files("rendered")],
        "singing": [mixes.load(path) for path in files("singing")],
        "speech": [mixes.load(path) for path in files("speech")],
        "drums": [drumming(kits, 8, rng) for _ in range(20)],
        "full mixes (orchestra, drums)": [passage(path, 20, rng) for path in music],
    }


def told(report, seconds):
    """The shares of the time in which the report of `tune --chord --json` has a chord, and one with a name."""
    chords = json.loads(report)["chords"] if report else []
    several = [chord for chord in chords if len(chord["notes"]) > 1]
    # Hundredths of a second: one chord may begin while the last one is still told.
    shares = []
    for part in (several, [chord for chord in several if chord["chord"]]):
        times = {time for chord in part for time in range(round(100 * chord["start"]), round(100 * chord["time"]))}
        shares.append(len(times) / 100 / seconds)
    return tuple(shares)


def basic_pitch():
    """Spotify's model with its own notes and bends, over the whole file: a function from a path to times and frequencies."""
    import io
    import logging
    logging.disable(logging.CRITICAL)
    import basic_pitch as package
    from basic_pitch.inference import Model, predict
    model = Model(pathlib.Path(package.ICASSP_2022_MODEL_PATH).with_name("nmp.onnx"))

    def track(path):
        stdout, sys.stdout = sys.stdout, io.StringIO()
        try:
            events = predict(path, model)[2]
        finally:
            sys.stdout = stdout
        rows = []
        for start, end, key, _, bends in events:
            for time in np.arange(np.ceil(start * 100) / 100, end, 0.01):
                place = int((time - start) / (end - start) * len(bends)) if bends else 0
                # Three bins a semitone; a bend of 1 is in tune (measured by tones).
                bend = (bends[min(place, len(bends) - 1)] - 1) / 3 if bends else 0
                rows.append((time, 440 * 2 ** ((key + bend - 69) / 12)))
        return np.array(rows).reshape(-1, 2)
    return track
