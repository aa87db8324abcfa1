"""Counts the notes that `track --notes` hears in single, repeated and different notes; called by note-counts.sh."""

import argparse
import concurrent.futures
import pathlib
import subprocess
import tempfile

import numpy as np
import soundfile

import tables

# What sounds for as long as the player bows or blows. All other instruments are plucked or struck.
SUSTAINED = (
    "accordion", "altosax", "alto-sax", "barisax", "baritone-sax", "bassoon", "bottle", "dbass-arco", "dbass2-arco", "fclar",
    "fcor", "fflute", "fhorn", "foboe", "ftbn", "mtg-soprano", "mtg-violin", "organ", "piccolo", "recorder", "solovox",
    "sopsax", "tinysol", "trumpet", "tuba", "viola", "violin", "voice")
PREFIXES = ("freepats-", "karoryfer.bear-", "karoryfer.war--")
KINDS = ("sustained", "struck", "repeated strokes", "tongued", "scales")
STEPS = (0, 2, 4, 5, 7, 5, 4, 2, 0)  # of a scale, in semitones
FADE = 0.03  # seconds in which a note ends


def clips(data):
    """{set: {name: (samples, rate)}}, the single notes of the data."""
    found = {"sustained": {}, "struck": {}}
    paths = [*data.glob("pitch/real-notes/*.wav"), *data.glob("instruments/dev/*.flac"),
             *data.glob("piano/headroom/*.flac")]
    for path in sorted(paths):
        name = path.stem
        for prefix in PREFIXES:
            name = name.removeprefix(prefix)
        if path.parent.name == "headroom":
            name = "headroom-" + name
        samples, rate = soundfile.read(path)
        found["sustained" if name.startswith(SUSTAINED) else "struck"][name] = samples, rate
    return found


def resampled(samples, ratio):
    """The sound with all its frequencies multiplied by a ratio, by its spectrum."""
    padded = np.concatenate([samples, np.zeros(len(samples) // 4 + 1024)])
    count = int(round(len(padded) / ratio))
    spectrum = np.fft.rfft(padded)
    spectrum = spectrum[:count // 2 + 1] if count < len(padded) else np.pad(spectrum, (0, count // 2 + 1 - len(spectrum)))
    return (np.fft.irfft(spectrum, count) * count / len(padded))[:int(len(samples) / ratio)]


def start_of(samples, rate):
    """The first sample within 40 dB of the loudest, less 5 ms."""
    loud = np.flatnonzero(np.abs(samples) > 0.01 * np.abs(samples).max())
    return max(0, int(loud[0] - 0.005 * rate))


def cut(samples, rate, seconds):
    """The start of a sound, which ends in a fade."""
    part = samples[:int(min(seconds * rate, len(samples)))].copy()
    count = min(len(part), int(FADE * rate))
    part[len(part) - count:] *= np.linspace(1, 0, count)
    return part


def padded(samples, rate):
    """A recording with a little of quiet noise around, as a microphone has."""
    random = np.random.default_rng(len(samples))
    samples = np.concatenate([np.zeros(int(0.3 * rate)), samples, np.zeros(int(0.3 * rate))])
    samples = 0.5 * samples / max(1e-9, np.abs(samples).max())
    return samples + 10 ** (-75 / 20) * random.standard_normal(len(samples))


def repeats(random, samples, rate):
    """A pluck that is repeated, at other levels and a little other pitches; the string is damped or rings on."""
    samples = samples[start_of(samples, rate):]
    count = int(random.integers(2, 9))
    gaps = np.clip(random.uniform(0.2, 1.0) * random.uniform(0.9, 1.1, count), 0.2, 1.0)
    starts = np.concatenate([[0], np.cumsum(gaps[:-1])])
    ringing = random.random() < 0.5
    sound = np.zeros(int((starts[-1] + 1.0) * rate) + len(samples))
    for index, start in enumerate(starts):
        note = resampled(samples, 2 ** (random.uniform(-4, 4) / 1200)) * 10 ** (random.uniform(-6, 0) / 20)
        length = 0.015 + (gaps[index] if index + 1 < count else 1.0)
        note = cut(note, rate, np.inf if ringing else length)
        place = int(start * rate)
        sound[place:place + len(note)] += note[:len(sound) - place]
    return cut(sound, rate, starts[-1] + 1.0), [float(value) for value in starts]


def scale(random, samples, rate):
    """Notes of a scale, each from the start of the clip, one after another without silence."""
    samples = samples[start_of(samples, rate):]
    length = random.uniform(0.3, 0.7)
    notes = [cut(resampled(samples, 2 ** (step / 12)), rate, length + FADE) for step in STEPS]
    sound = np.zeros(int(length * len(notes) * rate) + max(map(len, notes)) + 1)
    starts = []
    for index, note in enumerate(notes):
        place = int(index * length * rate)
        sound[place:place + len(note)] += note
        starts.append(place / rate)
    return sound, starts


def tongued(random, samples, rate):
    """A sustained note that is stopped by the tongue or the bow for 10 to 50 ms and starts again, two to eight times."""
    samples = samples[start_of(samples, rate):]
    length = random.uniform(0.25, 0.8)
    count = int(random.integers(2, 9))
    sound = np.zeros(int(length * count * rate) + len(samples) + 1)
    starts = []
    for index in range(count):
        note = cut(resampled(samples, 2 ** (random.uniform(-4, 4) / 1200)), rate, length - random.uniform(0.01, 0.05))
        note = note * 10 ** (random.uniform(-4, 0) / 20)
        place = int(index * length * rate)
        sound[place:place + len(note)] += note
        starts.append(place / rate)
    return sound[:place + len(note)], starts


def in_room(samples, rate, room):
    response, room_rate = room
    response = resampled(response, room_rate / rate) if room_rate != rate else response
    response = response[max(0, int(np.abs(response).argmax()) - 32):]
    size = 1 << (len(samples) + len(response)).bit_length()
    return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)[:len(samples) + len(response)]


def cases(data):
    """Each sound: its kind, clip, place, samples, rate, and the starts of its notes in seconds."""
    found = clips(data)
    rooms = {path.stem: soundfile.read(path) for path in sorted(data.glob("rooms/dev/*.flac"))}
    made = []
    for kind, notes in found.items():
        for name, (samples, rate) in notes.items():
            made.append((kind, name, cut(samples, rate, np.inf), rate, [0.0]))
    for name, (samples, rate) in found["struck"].items():
        made.append(("repeated strokes", name, *with_rate(repeats(generator(0, name), samples, rate), rate)))
    for name, (samples, rate) in found["sustained"].items():
        random = generator(7, name)
        made.append(("scales", name, *with_rate(scale(random, samples, rate), rate)))
        made.append(("tongued", name, *with_rate(tongued(random, samples, rate), rate)))
    for index, (kind, name, samples, rate, starts) in enumerate(made):
        yield kind, name, "dry", padded(samples, rate), rate, starts
        room = list(rooms)[index % len(rooms)] if rooms else None
        if room:
            yield kind, name, room, padded(in_room(samples, rate, rooms[room]), rate), rate, starts


def generator(seed, name):
    return np.random.default_rng([seed, *name.encode()])


def with_rate(made, rate):
    sound, starts = made
    return sound, rate, starts


def count(program, path):
    """The notes that are heard in a file."""
    text = subprocess.run([program, "track", path, "--notes"], capture_output=True, check=True, text=True).stdout
    return len(text.splitlines()) - 1


def measure(program, data):
    """(kind, place, clip, notes heard, notes played) of each sound."""
    def heard(case):
        kind, name, place, samples, rate, starts = case
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            soundfile.write(file.name, samples, rate, subtype="PCM_16")
            return kind, place, name, count(program, file.name), len(starts)

    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        return list(executor.map(heard, cases(data)))


def main():
    parser = argparse.ArgumentParser(prog="note-counts.sh")
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true", help="show each sound whose count is not right")
    options = parser.parse_args()
    rows = measure(options.program, options.data)
    table, wrong = {}, {}
    for kind in KINDS:
        for place in ("dry", "rooms"):
            counts = [(heard, played) for row_kind, room, _, heard, played in rows
                      if row_kind == kind and (room == "dry") == (place == "dry")]
            if counts:
                table[f"{kind}, {place}"] = {
                    "sounds": len(counts),
                    "exact": percent(heard == played for heard, played in counts),
                    "too many": percent(heard > played for heard, played in counts),
                    "too few": percent(heard < played for heard, played in counts)}
    for kind, room, name, heard, played in rows:
        if heard != played:
            if kind == "sustained" and room == "dry":
                wrong[name] = heard
            if options.verbose:
                print(f"{kind}, {room}, {name}: {heard} of {played}")
    tables.show("notes", table)
    tables.write("note-counts", "Benchmarks/note-counts.sh DATA", "notes", table,
                 values={"sustained dry, not one": ", ".join(f"{name} {heard}" for name, heard in wrong.items())})


def percent(values):
    values = list(values)
    return f"{100 * sum(values) / len(values):.1f} %"


if __name__ == "__main__":
    main()
