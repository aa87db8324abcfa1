"""Training sounds with labels: our own strings, oscillators and voices, notes of a soundfont, spoken sentences.

A sound is (samples, f0): float32 at RATE, and one frequency every 10 ms; 0 means no pitch, nan not known.
"""

import pathlib
import struct
import subprocess

import numpy as np
import scipy.signal

RATE = 44100
HOP = 441
SENTENCES = {
    "en": ["The old clock in the hall struck nine before anyone noticed the rain.",
           "Please turn the left peg a little further, and then listen once more.",
           "We walked along the river until the lamps were lit.", "How many strings does a lute have?",
           "Seven boats left the harbour early, but only five came back that evening."],
    "de": ["Am Morgen lag noch Nebel über den Feldern, und niemand war zu sehen.",
           "Bitte stimmen Sie die dritte Saite etwas höher.", "Wann fährt der nächste Zug nach Süden?"],
    "fr": ["Le chat dort sous la table pendant que nous parlons de musique.",
           "Il faudra accorder le piano avant la fin de la semaine.", "Où avez-vous trouvé ce vieux livre ?"],
    "es": ["Mañana por la tarde iremos juntos al mercado del puerto.",
           "La guitarra estaba sobre la silla, cerca de la ventana."],
    "it": ["Domani mattina suoneremo insieme nella piazza del paese.",
           "La finestra era aperta e si sentiva il rumore del mare."],
    "pl": ["Wieczorem siedzieliśmy przy stole i słuchaliśmy starych piosenek."],
    "sv": ["På kvällen satt vi vid bordet och lyssnade på gamla visor."],
}
VARIANTS = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "f1", "f2", "f3", "f4", "f5", "croak"]


def frames(count):
    return np.arange(-(-count // HOP)) * HOP


def at_frames(values):
    return values[np.minimum(frames(len(values)), len(values) - 1)]


def phase(f0):
    return 2 * np.pi * np.cumsum(f0) / RATE


def string(rng):
    """Plucked or struck strings and bars: decaying partials, stiff or not."""
    parts, labels = [], []
    for _ in range(rng.integers(1, 4)):
        seconds, midi = rng.uniform(0.4, 2.5), rng.uniform(21, 108)
        midi = rng.choice([midi, rng.uniform(21, 40), rng.uniform(36, 76)], p=[0.4, 0.25, 0.35])
        f0 = 440 * 2 ** ((midi - 69) / 12)
        stiffness = rng.choice([0, 10 ** rng.uniform(-5, -3.3)]) * (f0 / 200) ** rng.uniform(0, 1)
        time = np.arange(int(seconds * RATE)) / RATE
        place, slope = rng.uniform(0.05, 0.5), rng.uniform(0.3, 2.2)
        decay = rng.uniform(0.15, 3) * (200 / f0) ** rng.uniform(0, 0.7)
        sound, energy = np.zeros(len(time)), np.zeros(len(time))
        for order in range(1, rng.integers(3, 60 if midi < 45 else 30)):
            partial = order * f0 * np.sqrt((1 + stiffness * order**2) / (1 + stiffness))
            if partial > 0.45 * RATE:
                break
            amplitude = abs(np.sin(np.pi * order * place)) * order**-slope * np.exp(rng.normal(0, 0.5))
            envelope = amplitude * np.exp(-time / decay * (1 + rng.uniform(0.05, 0.4) * (order - 1)))
            sound += envelope * np.sin(2 * np.pi * partial * time + rng.uniform(0, 2 * np.pi))
            energy += envelope**2
        rise = np.minimum(1, time / rng.uniform(0.001, 0.01))
        fall = np.minimum(1, (time[-1] - time) / rng.uniform(0.01, 0.08))
        sound *= rise * fall
        power = energy * fall**2 / energy.max()
        pitch = np.where(power > 1e-4, f0, np.where(power > 1e-6, np.nan, 0))
        gap = np.zeros(int(rng.uniform(0, 0.4) * RATE) * int(rng.random() < 0.7))
        sound = sound / np.abs(sound).max() + knock(rng, len(time)) * fall
        parts += [gap, sound * 10 ** rng.uniform(-0.4, 0)]
        labels += [gap, pitch]
    return np.concatenate(parts), at_frames(np.concatenate(labels))


BARS = [[1, 4, 10], [1, 3.93, 9.2, 16], [1, 2.756, 5.404, 8.933], [1], [1, 2]]


def bar(rng):
    """Struck bars, tuned (vibraphone, marimba) or not (glockenspiel), and tuning forks: few partials, far apart."""
    parts, labels = [], []
    for _ in range(rng.integers(1, 5)):
        seconds, f0 = rng.uniform(0.3, 2), 440 * 2 ** ((rng.uniform(45, 109) - 69) / 12)
        time = np.arange(int(seconds * RATE)) / RATE
        decay = rng.uniform(0.1, 2) * (400 / f0) ** rng.uniform(0, 0.5)
        sound = np.exp(-time / decay) * np.sin(2 * np.pi * f0 * time)
        for ratio in BARS[rng.integers(len(BARS))][1:]:
            partial = f0 * ratio * np.exp(rng.normal(0, 0.003))
            if partial < 0.45 * RATE:
                sound += (10 ** rng.uniform(-2, 0) * np.exp(-time / decay * ratio ** rng.uniform(0.3, 1.5))
                          * np.sin(2 * np.pi * partial * time + rng.uniform(0, 6.3)))
        sound = sound / np.abs(sound).max() + knock(rng, len(time))
        fall = np.minimum(1, (time[-1] - time) / rng.uniform(0.01, 0.08))
        power = np.exp(-2 * time / decay) * fall**2
        gap = np.zeros(int(rng.uniform(0, 0.4) * RATE) * int(rng.random() < 0.6))
        parts += [gap, sound * fall * 10 ** rng.uniform(-0.4, 0)]
        labels += [gap, np.where(power > 1e-4, f0, np.where(power > 1e-6, np.nan, 0))]
    return np.concatenate(parts), at_frames(np.concatenate(labels))


def knock(rng, count):
    """What a hammer or a plectrum adds: a short thump of wood."""
    if rng.random() < 0.4:
        return np.zeros(count)
    time = np.arange(count) / RATE
    thump = rng.normal(size=count) * np.exp(-time / rng.uniform(0.005, 0.04))
    b, a = scipy.signal.butter(1, np.array([rng.uniform(60, 300), rng.uniform(400, 3000)]) * 2 / RATE, "band")
    thump = scipy.signal.lfilter(b, a, thump)
    return thump / max(1e-9, np.abs(thump).max()) * 10 ** rng.uniform(-2.5, -0.3)


def contour(rng, seconds, low, high, speed):
    """A pitch that moves: in semitones from a line, with vibrato."""
    count = int(seconds * RATE)
    knots = max(2, int(seconds * speed) + 1)
    points = np.cumsum(rng.normal(0, rng.choice([0.3, 2, 4]), knots))
    line = np.interp(np.arange(count) / count * (knots - 1), np.arange(knots), points - points.mean())
    vibrato = rng.choice([0, rng.uniform(0.1, 0.8)]) * np.sin(
        2 * np.pi * rng.uniform(4.5, 7) * np.arange(count) / RATE)
    middle = np.exp(rng.uniform(np.log(low), np.log(high)))
    return np.clip(middle * 2 ** ((line + vibrato) / 12), 0.8 * low, 1.2 * high)


def oscillator(rng):
    """Winds and the like: a steady or moving series of partials with breath noise."""
    parts, labels = [], []
    for _ in range(rng.integers(1, 5)):
        seconds = rng.uniform(0.25, 1.5)
        f0 = contour(rng, seconds, *rng.choice([[26, 65], [40, 130], [110, 500], [400, 4000]]), 1)
        if rng.random() < 0.6:
            f0[:] = np.median(f0)
        turn, sound = phase(f0), 0
        slope, odd = rng.uniform(0, 2.5), rng.choice([1, 1, rng.uniform(0, 0.5)])
        for order in range(1, rng.integers(2, 60 if np.median(f0) < 120 else 25)):
            amplitude = order**-slope * np.exp(rng.normal(0, 0.7)) * (odd if order % 2 == 0 else 1)
            sound = sound + amplitude * np.sin(order * turn + rng.uniform(0, 6.3)) * (order * f0 < 0.45 * RATE)
        count = len(f0)
        time = np.arange(count) / RATE
        rise, fall = rng.uniform(0.01, 0.1), rng.uniform(0.02, 0.15)
        envelope = np.minimum(1, time / rise) * np.minimum(1, (time[-1] - time) / fall)
        envelope *= 1 + rng.uniform(0, 0.3) * np.sin(2 * np.pi * rng.uniform(2, 7) * time)
        sound = sound / np.abs(sound).max() * envelope
        sound += rng.choice([0, 10 ** rng.uniform(-2.5, -1)]) * rng.normal(size=count) * envelope
        gap = np.zeros(int(rng.uniform(0, 0.3) * RATE) * int(rng.random() < 0.6))
        parts += [gap, sound * 10 ** rng.uniform(-0.4, 0)]
        labels += [gap, np.where(envelope > 0.03, f0, np.where(envelope > 0.003, np.nan, 0))]
    return np.concatenate(parts), at_frames(np.concatenate(labels))


def formants(rng, sound):
    for center, width in zip(rng.uniform([250, 700, 2000, 3000], [900, 2200, 3200, 4200]),
                             rng.uniform([50, 70, 100, 150], [120, 160, 250, 300])):
        radius = np.exp(-np.pi * width / RATE)
        turn = 2 * np.pi * center / RATE
        sound = scipy.signal.lfilter([1 - 2 * radius * np.cos(turn) + radius**2],
                                     [1, -2 * radius * np.cos(turn), radius**2], sound)
    return sound


def voice(rng):
    """A source and a filter: singing or speech, with pauses and consonants."""
    sings = rng.random() < 0.4
    parts, labels = [], []
    low, high = (80, 900) if sings else (65, 350)
    for _ in range(rng.integers(3, 8)):
        seconds = rng.uniform(0.3, 1.2) if sings else rng.uniform(0.08, 0.45)
        f0 = contour(rng, seconds, low, high, 1.5 if sings else 6)
        f0 *= 1 + 0.004 * scipy.signal.lfilter([0.1], [1, -0.9], rng.normal(size=len(f0)))
        turn = np.mod(phase(f0) / (2 * np.pi), 1)
        opening = rng.uniform(0.3, 0.8)
        flow = np.where(turn < opening, np.sin(np.pi * turn / opening) ** 2, 0)
        sound = formants(rng, np.diff(flow, prepend=0) + 10 ** rng.uniform(-4.5, -2.7) * rng.normal(size=len(f0)))
        time = np.arange(len(f0)) / RATE
        envelope = np.minimum(1, time / 0.02) * np.minimum(1, (time[-1] - time) / 0.03)
        sound = sound * envelope / np.sqrt(np.mean(sound**2)) * 0.1 * 10 ** rng.uniform(-0.4, 0)
        parts.append(sound)
        labels.append(np.where(envelope > 0.05, f0, np.nan))
        count = int(rng.uniform(0, 0.25) * RATE)
        hiss = rng.normal(size=count) * rng.choice([0, 10 ** rng.uniform(-3, -1.3)])
        parts.append(scipy.signal.lfilter([1, -rng.uniform(-0.5, 0.95)], [1], hiss) if count else hiss)
        labels.append(np.zeros(count))
    return np.concatenate(parts), at_frames(np.concatenate(labels))


def midi_file(program, notes):
    def length(value):
        out = [value & 127]
        while value := value >> 7:
            out.insert(0, 128 | value & 127)
        return bytes(out)
    track, wait = bytes([0, 0xC0, program]), 0
    for key, velocity, ticks, pause in notes:
        track += length(wait) + bytes([0x90, key, velocity]) + length(ticks) + bytes([0x80, key, 0])
        wait = pause
    track += length(wait) + b"\xff\x2f\x00"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 500) + b"MTrk" + struct.pack(">I", len(track)) + track


def soundfont_note_ranges(program):
    if 32 <= program < 40 or program in (43, 58, 70):
        return 26, 60
    if program in (8, 9, 10, 13, 14, 72):
        return 67, 100
    if program < 8:
        return 22, 107
    return 40, 88


def soundfont(rng, program, work, soundfont_path="/usr/share/sounds/sf2/FluidR3_GM.sf2"):
    """Notes of one instrument: samples, and the nominal frequency of each frame, 0 between the notes."""
    low, high = soundfont_note_ranges(program)
    notes = [(int(rng.integers(low, high)), int(rng.integers(50, 120)), int(rng.uniform(300, 1300)),
              int(rng.uniform(100, 700))) for _ in range(5)]
    name = pathlib.Path(work) / f"notes-{program}"
    name.with_suffix(".mid").write_bytes(midi_file(program, notes))
    subprocess.run(["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "0.7", "-r", str(RATE), "-F",
                    f"{name}.raw", "-T", "raw", "-O", "s16", soundfont_path, f"{name}.mid"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    samples = np.fromfile(f"{name}.raw", "<i2").reshape(-1, 2).mean(1) / 32768
    nominal = np.zeros(len(frames(len(samples))))
    start = 0.0
    for key, _, ticks, pause in notes:  # 500 ticks are half a second
        nominal[int(start * 100):int((start + (ticks + pause) / 1000) * 100)] = 440 * 2 ** ((key - 69) / 12)
        start += (ticks + pause) / 1000
    end = int(start * RATE)
    return samples[:end], nominal[:len(frames(end))]


def speech(rng, work):
    """A spoken sentence, without labels."""
    language = rng.choice(list(SENTENCES))
    path = pathlib.Path(work) / "speech.wav"
    subprocess.run(["espeak-ng", "-v", f"{language}+{rng.choice(VARIANTS)}", "-p", str(rng.integers(10, 95)),
                    "-s", str(rng.integers(120, 200)), "-w", str(path), str(rng.choice(SENTENCES[language]))],
                   check=True, stderr=subprocess.DEVNULL)
    data = path.read_bytes()
    samples = np.frombuffer(data[44:len(data) // 2 * 2], "<i2") / 32768
    return scipy.signal.resample_poly(samples, 2, 1)
