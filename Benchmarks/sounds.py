"""Sounds with a known onset and pitch, for time-to-truth.sh: tones in noise, real notes, keys of a piano."""

import json

import numpy as np

import mixes

RATE = mixes.RATE
LEAD = 0.3  # seconds before the sound
FAMILIES = {  # Words of an instrument's name; the first that has one of them.
    "pianos": ("grand piano", "upright piano"), "voices": ("voice", "sing"),
    "bars": ("glock", "xylo", "celesta", "marimba", "vibra", "electric piano"),
    "strings": ("guitar", "bass", "harp", "banjo", "violin", "viola", "cello", "koto", "sitar", "ukulele", "mandolin"),
    "winds": ("",)}
LOWEST = 80.0  # hertz: just under E2


class Sound:
    """A sound with its onset, and what a reading should be: any of some frequencies.

    right(time) are those that sound at a time, settled those that the note comes to.
    """

    def __init__(self, samples, onset, family, right, settled, bound=None):
        self.samples, self.onset, self.family, self.bound = samples, onset, family, bound
        self.right, self.settled = right, settled

    def until(self, milliseconds):
        return self.samples[:int((self.onset + milliseconds / 1000) * RATE)]

    def errors(self, reading):
        """How far a reading (time, frequency) is from what sounds then, and from what the note settles to, in cents."""
        if reading is None:
            return None, None
        off = lambda right: min((1200 * np.log2(reading[1] / frequency) for frequency in right), key=abs)
        return off(self.right(reading[0])), off(self.settled)


def bound(frequency, amplitudes, noise, milliseconds):
    """The Cramér-Rao bound of the standard error of a fundamental frequency, in cents.

    Of harmonic sinusoids of unknown amplitudes and phases in white noise (a standard deviation): they act as one sinusoid
    with the amplitudes' squares weighted by the squares of their numbers.
    """
    count = int(milliseconds / 1000 * RATE)
    power = sum((number * amplitude) ** 2 for number, amplitude in enumerate(amplitudes, 1))
    radians = np.sqrt(24 * noise ** 2 / (power * count * (count ** 2 - 1)))
    return 1200 / np.log(2) * radians * RATE / (2 * np.pi) / frequency


def tones(count, random):
    """Harmonic tones from E2 to E6 that begin at once, in white noise 0 to 20 dB below them."""
    for _ in range(count):
        frequency, decibels = 440 * 2 ** ((random.uniform(40, 88) - 69) / 12), random.uniform(0, 20)
        times = np.arange(int(0.6 * RATE)) / RATE
        amplitudes = [0.2 / number for number in range(1, min(10, int(0.45 * RATE / frequency)) + 1)]
        tone = sum(amplitude * np.sin(2 * np.pi * number * frequency * times + random.uniform(0, 2 * np.pi))
                   for number, amplitude in enumerate(amplitudes, 1))
        noise = np.sqrt(np.mean(tone ** 2)) * 10 ** (-decibels / 20)
        samples = np.concatenate([np.zeros(int(LEAD * RATE)), tone])
        samples += noise * random.standard_normal(len(samples))
        yield Sound(samples, LEAD, "tones", lambda _, frequency=frequency: (frequency,), (frequency,),
                    lambda milliseconds, args=(frequency, amplitudes, noise): bound(*args, milliseconds))


def onset(samples):
    """When the attack first reaches a quarter of its amplitude, in seconds; the amplitude is that of the first 0.3 s."""
    size = int(0.002 * RATE)
    levels = np.sqrt(np.mean(samples[:len(samples) // size * size].reshape(-1, size) ** 2, axis=1))
    first = int(np.argmax(levels > 0.05 * levels.max()))
    attack = levels[first:first + int(0.3 * RATE / size)]
    return (first + int(np.argmax(attack > 0.25 * attack.max()))) * size / RATE


def first_partial(samples, start, frequency):
    """The strongest line within 40 cents of a pitch in the half second after a time; the pitch itself without one."""
    part = samples[int((start + 0.15) * RATE):int((start + 0.9) * RATE)]
    if len(part) < 0.3 * RATE:
        return frequency
    size = 1 << 19
    spectrum = np.abs(np.fft.rfft(part * np.hanning(len(part)), size))
    low, high = (int(frequency * 2 ** (cents / 1200) * size / RATE) for cents in (-40, 40))
    top = low + int(np.argmax(spectrum[low:high + 1]))
    is_line = low < top < high and spectrum[top] > 0.01 * spectrum.max()
    return top * RATE / size if is_line else frequency


def padded(samples, random):
    """With a moment of very soft noise before it, as a microphone has."""
    silence = 1e-5 * random.standard_normal(int(LEAD * RATE))
    return np.concatenate([silence, samples])


def family(instrument):
    return next(name for name, words in FAMILIES.items() if any(word in instrument.lower() for word in words))


def real_notes(folder, random):
    """Real notes from E2 up: their period at each time by the labels, or their first partial, is right."""
    meta = json.loads((folder / "meta.json").read_text())
    for name, clip in sorted(meta.get("clips", meta).items()):
        path = folder / f"{name}.wav"
        if clip.get("refined_hz", 0) < LOWEST or not path.exists():
            continue
        samples = mixes.load(path)
        start = onset(samples)
        times, frequencies = mixes.read(next(
            path for end in ("refined.csv", "f0.csv") if (path := folder / f"{name}.{end}").exists()))
        times, frequencies = times[frequencies > 0], frequencies[frequencies > 0]
        settled = clip["refined_hz"], first_partial(samples, start, clip["refined_hz"])
        stiffness = settled[1] / settled[0]

        def right(time, times=times, frequencies=frequencies, stiffness=stiffness):
            period = frequencies[np.argmin(np.abs(times - (time - LEAD)))]
            return period, period * stiffness
        yield Sound(padded(samples, random), start + LEAD, family(clip["instrument"]), right, settled)


def piano_keys(folder, random):
    """Keys of a grand piano from E2 up, labelled with their first partials."""
    keys = json.loads((folder / "meta.json").read_text())["keys"]
    for name, key in sorted(keys.items()):
        trusted = key.get("trusted", True)
        trusted = trusted.get("frequency", True) if isinstance(trusted, dict) else trusted
        if not trusted or not key.get("frequency") or key["frequency"] < LOWEST:
            continue
        samples = mixes.load(folder / name)
        stiffness = key.get("inharmonicity") or 0
        right = key["frequency"], key["frequency"] * np.sqrt((1 + 4 * stiffness) / (1 + stiffness))
        yield Sound(padded(samples, random), onset(samples) + LEAD, "pianos", lambda _, right=right: right, right)
