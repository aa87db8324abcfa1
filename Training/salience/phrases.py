"""Phrases of one instrument of a soundfont, labelled by Praat near the written notes."""

import pathlib
import subprocess
import tempfile

import numpy as np

import labels
import sources

# Of General MIDI: those after these are effects and drums.
PROGRAMS = 112


def notes(rng, program):
    """A phrase of 4 to 8 notes, in leaps or small steps: (key, velocity, milliseconds, milliseconds of pause)."""
    low, high = sources.soundfont_note_ranges(program)
    high = min(high, 96)
    legato = rng.random() < 0.4
    key = int(rng.integers(low, high))
    phrase = []
    for _ in range(int(rng.integers(4, 9))):
        near = rng.random() < 0.7
        key = int(np.clip(key + rng.integers(-7, 8), low, high)) if near else int(rng.integers(low, high))
        length = int(np.exp(rng.uniform(np.log(120), np.log(1300))))
        pause = 0 if legato else int(rng.choice([0, rng.uniform(20, 700)]))
        phrase.append((key, int(rng.integers(45, 120)), length, pause))
    return phrase


def play(program, phrase, soundfont):
    """The samples of a phrase, at sources.RATE."""
    return rendered(sources.midi_file(program, phrase), soundfont)


def rendered(midi, soundfont):
    """The samples of a MIDI file, at sources.RATE."""
    with tempfile.TemporaryDirectory() as work:
        name = pathlib.Path(work) / "notes"
        name.with_suffix(".mid").write_bytes(midi)
        subprocess.run(["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "0.7", "-r", str(sources.RATE), "-F",
                        f"{name}.raw", "-T", "raw", "-O", "s16", soundfont, f"{name}.mid"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return np.fromfile(f"{name}.raw", "<i2").reshape(-1, 2).mean(1) / 32768


def label(samples, phrase, total):
    """What Praat measures within 80 cents of the note that is held; not known elsewhere, but 0 in silence."""
    rate = sources.RATE
    times = np.arange(int(len(samples) / sources.HOP)) * labels.STEP
    result = np.full(len(times), np.nan)
    level = labels.power(samples, rate, 882, len(times))
    start = 0.0
    for index, (key, _, length, pause) in enumerate(phrase):
        nominal = 440 * 2 ** ((key - 69) / 12)
        end = total if index == len(phrase) - 1 else start + (length + pause) / 1000
        before = max(0, start - 0.05)
        part = samples[int(before * rate):int((end + 0.05) * rate)]
        if len(part) > 0.1 * rate:
            measured = labels.praat(np.concatenate([part, np.zeros(rate // 10)]), rate, max(20, 0.7 * nominal),
                                    min(8000, 1.45 * nominal), 0.0003, 0.35)
            frequency = labels.at(times - before, measured)
            inside = (times >= start + 0.008) & (times < end)
            right = inside & (frequency > 0) & (labels.cents(np.maximum(frequency, 1), nominal) < 80)
            result[right] = frequency[right]
        start += (length + pause) / 1000
    quiet = level < 1e-5 * level.max()
    result[quiet] = np.where(level[quiet] < 1e-6 * level.max(), 0, np.nan)
    return result


def phrase(job):
    """One phrase: (kind, samples, labels), or None where hardly a note has a pitch."""
    name, soundfont, program, index = job
    rng = np.random.default_rng([78, sum(map(ord, name)), program, index])
    written = notes(rng, program)
    total = sum(length + pause for _, _, length, pause in written) / 1000 + 0.3
    samples = play(program, written, soundfont)[:int(total * sources.RATE)]
    if np.abs(samples).max() < 1e-3:
        return None
    result = label(samples, written, total)
    if np.mean(result > 0) < 0.15:
        return None
    return f"font-{name}", labels.resampled(samples, sources.RATE).astype("f4"), result.astype("f4")
