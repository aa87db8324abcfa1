"""What mixtures add to a dry sound: noise, steady sounds such as hum, and rooms."""

import math

import torch

from spectra import RATE

# The samples of a mixture: 3.2 s.
CLIP = int(3.2 * RATE) // 441 * 441
ROOM = int(1.3 * RATE)


class Interference:
    """`rng` (NumPy) draws the parameters, `generator` (torch) the samples of noise."""

    def __init__(self, rng, generator):
        self.rng, self.generator = rng, generator

    def noise(self, slope=None):
        """Coloured noise, sometimes of an uneven spectrum; its power falls by 3 dB an octave for a unit of slope."""
        rng = self.rng
        spectrum = torch.fft.rfft(torch.randn(CLIP, generator=self.generator))
        frequencies = torch.arange(len(spectrum)).float().clamp(min=1) / CLIP * RATE
        if slope is None:
            slope = rng.uniform(0, 2)
        gain = frequencies.clamp(min=20) ** (-slope / 2)
        if rng.random() < 0.3:
            # Decibels at each octave from 20 Hz on.
            knots = torch.tensor(rng.normal(0, 6, 13), dtype=torch.float32)
            place = torch.log2(frequencies.clamp(min=20) / 20).clamp(max=11.9)
            octave = place.long()
            level = knots[octave] + (place - octave) * (knots[octave + 1] - knots[octave])
            gain = gain * 10 ** (level / 20)
        return torch.fft.irfft(spectrum * gain, CLIP)

    def steady(self):
        """Mains hum, transformers and fans, other steady tones, or a tuned note, with pink noise 0 to 30 dB below."""
        rng = self.rng
        kind = rng.integers(4)
        if kind == 0:
            base = rng.choice([50, 60]) * (1 + rng.normal(0, 5e-4))
            orders, slope = range(1, rng.integers(4, 25)), rng.uniform(0.5, 2)
        elif kind == 1:
            base = rng.choice([100, 120, 87, 91, 117]) * (1 + rng.normal(0, 1e-3))
            orders, slope = range(1, rng.integers(2, 7)), rng.uniform(0.5, 2)
        elif kind == 2:
            base = rng.uniform(60, 350)
            orders, slope = range(1, rng.integers(2, 5)), rng.uniform(0.5, 2)
        else:
            base = 440 * 2 ** ((rng.uniform(40, 84) - 69) / 12)
            orders, slope = range(1, rng.integers(3, 9)), rng.uniform(1, 2)
        time = torch.arange(CLIP).double() / RATE
        sound = torch.zeros(CLIP, dtype=torch.float64)
        for order in orders:
            amplitude = order**-slope * math.exp(rng.normal(0, 0.6))
            sound += amplitude * torch.sin(2 * math.pi * order * base * time + rng.uniform(0, 6.3))
        sound = sound.float()
        sound = sound / sound.std().clamp(min=1e-6)
        noise = self.noise(1.0)
        return sound + noise / noise.std().clamp(min=1e-9) * 10 ** (-rng.uniform(0, 30) / 20)

    def room(self):
        """An impulse response: direct sound, early reflections, and a tail whose high frequencies decay sooner."""
        rng = self.rng
        time = torch.arange(ROOM) / RATE
        decay = math.exp(rng.uniform(math.log(0.15), math.log(2.2)))
        low, high = decay * math.exp(rng.uniform(-0.2, 0.5)), decay * math.exp(rng.uniform(-0.9, 0.1))
        spectra = torch.fft.rfft(torch.randn(2, ROOM, generator=self.generator))
        corner = rng.uniform(400, 3000)
        frequencies = torch.arange(spectra.shape[1]) / ROOM * RATE
        share = 1 / (1 + (frequencies / corner) ** 2)
        below = torch.fft.irfft(spectra[0] * share.sqrt(), ROOM)
        above = torch.fft.irfft(spectra[1] * (1 - share).sqrt(), ROOM)
        tail = below * 10 ** (-3 * time / low) + above * 10 ** (-3 * time / high) * rng.uniform(0.3, 1)
        start = int(rng.uniform(0.0005, 0.02) * RATE)
        tail[:start] = 0
        rise = rng.uniform(0.0005, 0.02)
        tail[start:] = tail[start:] * (1 - torch.exp(-(time[start:] - time[start]) / rise))
        response = torch.zeros(ROOM)
        for _ in range(rng.integers(2, 20)):
            place = int(rng.uniform(0.001, 0.06) * RATE)
            response[place] += float(rng.choice([-1, 1]) * rng.uniform(0.05, 0.7))
        ratio = rng.uniform(-8, 12)  # direct to reverberant, decibels
        tail = tail / tail.norm().clamp(min=1e-9) * 10 ** (-ratio / 20)
        response = response / response.norm().clamp(min=1e-9) * 10 ** (-rng.uniform(0, 14) / 20) + tail
        response[0] = 1.0
        return response / response.abs().max()


def convolved(sounds, responses):
    length = 1 << (sounds.shape[1] + responses.shape[1] - 1).bit_length()
    product = torch.fft.rfft(sounds, length) * torch.fft.rfft(responses, length)
    return torch.fft.irfft(product, length)[:, :sounds.shape[1]]
