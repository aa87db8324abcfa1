"""Makes the single notes that the chord network learns from. Called by train-chords.sh.

    make_notes.py PACKAGES OUTPUT [--size 1]

PACKAGES holds the unpacked packages with soundfonts. Writes OUTPUT/notes.ogg, all notes at 22,050 Hz one after the
other, OUTPUT/notes.json (kind, first sample and length of each note) and OUTPUT/notes.npy, the frequency in hertz every
10 ms (two for 441 samples): 0 before the note and after it.
"""

import argparse
import concurrent.futures
import json
import pathlib
import struct
import sys
import tempfile

import numpy as np
import soundfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "salience"))
import labels
import packages
import phrases
import sources
from labels import RATE

# Notes of each instrument of each soundfont, and the seconds from one to the next.
NOTES, SLOT = 12, 1.9
# Effects, bells and drums have no pitch of a chord; these organs and this synthesizer sound fifths or lower octaves too.
LEFT_OUT = {14, 16, 17, 18, 19, 47, 55, 86, *range(96, 104), *range(112, 128)}
OWN = {"string": 300, "oscillator": 120, "voice": 120, "bar": 80}
SENTENCES, KITS, BEATS = 60, [0, 8, 16, 24, 25, 32, 40], 8
LOWEST, HIGHEST = 21, 98
# Without toms, timbales, bells and triangles, whose pitch may be heard.
DRUMS = [35, 36, 37, 38, 39, 40, 42, 44, 46, 49, 51, 54, 55, 57, 59, 69, 70, 73, 74, 75]


def cut(samples, nominal):
    """The note's samples and frequencies at labels.RATE, or None where its pitch isn't the written one."""
    rate = sources.RATE
    count = int(len(samples) / rate / labels.STEP)
    times = np.arange(count) * labels.STEP
    level = labels.power(samples, rate, 882, count)
    if level.max() < 1e-6:
        return None
    padded = np.concatenate([np.zeros(rate // 10), samples, np.zeros(rate // 10)])
    low, high = max(20, 0.7 * nominal), min(8000, 1.45 * nominal)
    measured = labels.at(times + 0.1, labels.praat(padded, rate, low, high, 0.0003, 0.35))
    right = (measured > 0) & (labels.cents(np.maximum(measured, 1), nominal) < 80)
    heard = level > 1e-4 * level.max()
    if right.sum() < 15 or np.mean(right[heard]) < 0.6:
        return None
    last = np.flatnonzero(right & heard)[-1]
    first = np.flatnonzero(level > 1e-3 * level.max())[0]
    frequency = np.interp(times, times[right], measured[right])
    frequency[:first] = frequency[last + 1:] = 0
    return labels.resampled(samples, rate).astype("f4"), frequency.astype("f4")


def instrument(job):
    """All notes of one instrument of a soundfont."""
    name, soundfont, program = job
    rng = np.random.default_rng([81, sum(map(ord, name)), program])
    low, high = sources.soundfont_note_ranges(program)
    low, high = max(low, LOWEST), min(high, HIGHEST)
    written = []
    for index in range(NOTES):
        key = int(np.clip(round(low + (high - low) * (index + rng.random()) / NOTES), low, high))
        length = int(rng.uniform(500, 1600))
        written.append((key, int(rng.integers(45, 120)), length, int(1000 * SLOT) - length))
    samples = phrases.play(program, written, soundfont)
    found = []
    for index, (key, *_) in enumerate(written):
        start = int(index * SLOT * sources.RATE)
        note = cut(samples[start:start + int(1.75 * sources.RATE)], 440 * 2 ** ((key - 69) / 12))
        if note is not None:
            found.append((f"{name}-{program}", *note))
    return found


def own(job):
    """A sound of our own synthesis; only its first note."""
    kind, index = job
    rng = np.random.default_rng([82, sum(map(ord, kind)), index])
    samples, f0 = getattr(sources, kind)(rng)
    f0 = np.nan_to_num(np.asarray(f0, "f4"))
    voiced = np.flatnonzero(f0 > 0)
    if len(voiced) < 40:
        return []
    first = voiced[0]
    end = first
    while end < len(f0) and f0[end] > 0 and abs(np.log2(f0[end] / f0[max(first, end - 1)])) < 0.05 and end - first < 175:
        end += 1
    if end - first < 40 or not 40 < np.median(f0[first:end]) < 2300:
        return []
    part = np.asarray(samples[first * sources.HOP:end * sources.HOP], float)
    part[-441:] *= np.linspace(1, 0, 441)
    return [(kind, labels.resampled(part, sources.RATE).astype("f4"), f0[first:end])]


def spoken(index):
    """Pieces of a spoken sentence, labelled by Praat; -1 where it is not sure."""
    rng = np.random.default_rng([83, index])
    with tempfile.TemporaryDirectory() as work:
        samples = labels.resampled(sources.speech(rng, work), sources.RATE)
    found, length = [], int(1.75 * RATE)
    for start in range(0, len(samples) - RATE, length):
        part = samples[start:start + length]
        times = np.arange(int(len(part) / RATE / labels.STEP)) * labels.STEP
        sure = labels.at(times, labels.praat(part, RATE, 60, 500, 0.01))
        willing = labels.at(times, labels.praat(part, RATE, 60, 500, 0.003, 0.25))
        frequency = np.where(sure > 0, sure, np.where(willing > 0, -1, 0))
        found.append(("speech", part.astype("f4"), frequency.astype("f4")))
    return found


def drummed(job):
    """A few beats of the drums of a soundfont, which have no pitch of a chord."""
    name, soundfont, kit, index = job
    rng = np.random.default_rng([84, sum(map(ord, name)), kit, index])
    track = bytes([0, 0xC9, kit])
    for _ in range(8):
        key, velocity, wait = int(rng.choice(DRUMS)), int(rng.integers(50, 120)), int(rng.choice([60, 100, 120]))
        track += bytes([0, 0x99, key, velocity, wait, 0x89, key, 0])
        if rng.random() < 0.4:
            track += bytes([0, 0x99, int(rng.choice(DRUMS)), velocity, 40, 0x89, key, 0])
    track += b"\0\xff\x2f\0"
    data = b"MThd" + struct.pack(">IHHH", 6, 0, 1, 300) + b"MTrk" + struct.pack(">I", len(track)) + track
    samples = phrases.rendered(data, soundfont)[:int(1.75 * sources.RATE)]
    if len(samples) < sources.RATE or np.abs(samples).max() < 1e-3:
        return []
    samples = labels.resampled(samples, sources.RATE).astype("f4")
    return [("drum", samples, np.zeros(len(samples) * 2 // 441, "f4"))]


def save(folder, notes):
    index, known, start = [], [], 0
    with soundfile.SoundFile(folder / "notes.ogg", "w", RATE, 1, format="OGG", subtype="VORBIS",
                             compression_level=0.45) as file:
        for kind, samples, frequency in notes:
            count = len(samples) // 441 * 441
            samples = samples / max(1e-9, np.abs(samples).max()) * 0.7
            padded = np.zeros(count * 2 // 441, "f4")
            padded[:min(len(padded), len(frequency))] = frequency[:len(padded)]
            known.append(padded)
            file.write(samples[:count])
            index.append((kind, start, count))
            start += count
    (folder / "notes.json").write_text(json.dumps(index))
    np.save(folder / "notes.npy", np.concatenate(known))
    print(f"{len(index)} notes, {start / RATE:.0f} s, {(folder / 'notes.ogg').stat().st_size / 1e6:.1f} MB", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--size", type=float, default=1)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    fonts = [(name, str(options.packages / font), program) for name, font in packages.SOUNDFONTS.items()
             for program in range(phrases.PROGRAMS) if program not in LEFT_OUT]
    fonts = fonts[::max(1, int(1 / options.size))]
    ours = [(kind, index) for kind, count in OWN.items() for index in range(int(count * options.size))]
    drums = [(name, str(options.packages / font), kit, index) for name, font in packages.SOUNDFONTS.items()
             for kit in KITS for index in range(BEATS)][::max(1, int(1 / options.size))]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        found = [note for make, jobs in ((instrument, fonts), (own, ours), (spoken, range(int(SENTENCES * options.size))),
                                         (drummed, drums))
                 for notes in pool.map(make, jobs, chunksize=2) for note in notes]
    save(options.output, found)
    licences = {name: packages.LICENCES[name] for name in ("fluid-soundfont-gm", "opl3-soundfont", "timgm6mb-soundfont")}
    version = lambda name: (options.packages / name / "VERSION").read_text().strip()
    about = ", ".join(f"{name} {version(name)} ({licence})" for name, licence in licences.items())
    (options.output / "about").write_text(
        f"2 s mixtures of up to six notes of the Debian packages {about}, of espeak-ng, and of Training/sources.py. "
        "Nothing of the clips and rooms of the benchmarks.\n")
    (options.output / "seeds").write_text(f"81, 82, 83 and 84 of make_notes.py (size {options.size:g})\n")


if __name__ == "__main__":
    main()
