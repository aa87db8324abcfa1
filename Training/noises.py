"""What training sounds are mixed with: noises, hum, voices, rooms and clipping."""

import numpy as np
import scipy.signal

from sources import RATE


def coloured(rng, count, slope):
    """Gaussian noise whose power falls by 3 dB an octave for each unit of slope."""
    spectrum = np.fft.rfft(rng.normal(size=count))
    frequency = np.maximum(20, np.fft.rfftfreq(count, 1 / RATE))
    noise = np.fft.irfft(spectrum * frequency ** (-slope / 2), count)
    return noise / np.sqrt(np.mean(noise**2))


def shaped(rng, count):
    """Noise of a random spectrum, smooth over octaves."""
    spectrum = np.fft.rfft(rng.normal(size=count))
    frequency = np.maximum(20, np.fft.rfftfreq(count, 1 / RATE))
    knots = np.log2(20) + np.arange(12)
    gain = np.interp(np.log2(frequency), knots, np.cumsum(rng.normal(-1.5, 4, 12)))
    noise = np.fft.irfft(spectrum * 10 ** (gain / 20), count)
    return noise / np.sqrt(np.mean(noise**2))


def hum(rng, count):
    time = np.arange(count) / RATE
    mains = rng.choice([50, 60]) * (1 + rng.normal(0, 5e-4))
    noise = 0.03 * coloured(rng, count, 1)
    slope = rng.uniform(0.5, 2)
    for order in range(1, 30):
        amplitude = order**-slope * np.exp(rng.normal(0, 0.6)) * (rng.choice([0.3, 1]) if order % 2 else 1)
        noise += amplitude * np.sin(2 * np.pi * order * mains * time + rng.uniform(0, 6.3))
    return noise / np.sqrt(np.mean(noise**2))


def drops(rng, count):
    """Drops, clicks and claps: many short sounds, over a hiss of their own."""
    noise = rng.choice([0, 0.02, 0.1]) * coloured(rng, count, rng.uniform(-1, 1))
    size = int(0.03 * RATE)
    time = np.arange(size) / RATE
    low = np.log(rng.uniform(300, 2000))
    for start in rng.integers(0, count - size, int(count / RATE * 10 ** rng.uniform(1, 2.8))):
        decay = 10 ** rng.uniform(-3.3, -2.2)
        rings = np.sin(2 * np.pi * np.exp(rng.uniform(low, np.log(10000))) * time)
        short = rings if rng.random() < 0.6 else rng.normal(size=size)
        noise[start:start + size] += rng.exponential() * short * np.exp(-time / decay)
    return noise / max(1e-9, np.sqrt(np.mean(noise**2)))


def breath(rng, count):
    """Noise of a mouth or of a passing car that swells and fades."""
    time = np.arange(count) / RATE
    noise = shaped(rng, count) if rng.random() < 0.5 else coloured(rng, count, 1)
    noise *= np.abs(np.sin(np.pi * time / rng.uniform(0.5, 5) + rng.uniform(0, 3))) ** rng.uniform(0.5, 2)
    return noise / np.sqrt(np.mean(noise**2))


def babble(rng, count, voices, least=2, most=8):
    noise = np.zeros(count)
    for _ in range(rng.integers(least, most + 1)):
        line = np.concatenate([voices[rng.integers(len(voices))] for _ in range(count // 44100 + 2)])
        line = np.roll(line, rng.integers(len(line)))[:count]
        line = line / max(1e-9, np.sqrt(np.mean(line**2)))
        noise[:len(line)] += line * 10 ** rng.uniform(-0.4, 0)
    return noise / max(1e-9, np.sqrt(np.mean(noise**2)))


def room(rng, sound):
    decay = rng.uniform(0.2, 0.9)
    count = int(decay * RATE)
    impulse = rng.normal(size=count) * 10 ** (-3 * np.arange(count) / count)
    impulse = scipy.signal.lfilter([0.4], [1, -0.6], impulse)
    impulse /= np.sqrt(np.sum(impulse**2)) / 10 ** rng.uniform(-0.7, 0.1)
    impulse[0] += 1
    return scipy.signal.fftconvolve(sound, impulse)[:len(sound)]


def clip(rng, sound):
    limit = np.quantile(np.abs(sound), rng.uniform(0.85, 0.99))
    return np.clip(sound, -limit, limit)


def noise(rng, count, voices):
    kind = rng.choice(["white", "pink", "brown", "shaped", "hum", "drops", "breath", "babble"],
                      p=[0.18, 0.18, 0.06, 0.09, 0.15, 0.05, 0.05, 0.24])
    return kind, alone(rng, kind, count, voices)


def alone(rng, kind, count, voices, least=2, most=8):
    """Noise of a kind; babble is of as many voices as said."""
    if kind in ("white", "pink", "brown"):
        return coloured(rng, count, {"white": 0, "pink": 1, "brown": 2}[kind])
    if kind == "babble":
        return babble(rng, count, voices, least, most)
    return {"shaped": shaped, "hum": hum, "drops": drops, "breath": breath}[kind](rng, count)
