"""What the chord network sees of a sound about a moment: three spectra on lines in equal ratios, and where between two
lines the partials of the two longer ones lie.

The same as Sources/Core/ChordEstimation/Spectrum, which has it for one moment after the other.
"""

import math

import numpy as np
import torch

RATE = 22050
STEPS_PER_OCTAVE = 48
LOWEST = 26.0
COUNT = 307  # frequencies that may be a note: up to 2158 Hz
LINES = 417  # of the spectra: up to 10,600 Hz
# The windows: their durations, and their centres after the moment, in seconds. None ends later than 0.15 s after it.
WINDOWS = [(0.4, -0.05), (0.2, 0.05), (0.1, 0.05)]
LENGTHS = [16384, 8192, 4096]
# Levels of the three windows, and the places of the partials in two.
INPUTS = 5
# The power that counts as nothing, relative to the highest line.
LEAST = 1e-7
# The farthest place of a partial, in lines.
FARTHEST = 1.5


def bank(duration, spacing, highest):
    """Triangles over the bins of a spectrum, bins × LINES.

    They are as wide as a step, but not narrower than half the resolution of the window or the distance of the bins.
    Lines that reach beyond the highest frequency have none.
    """
    frequencies = LOWEST * 2 ** (np.arange(LINES) / STEPS_PER_OCTAVE)[:, None]
    step = frequencies * (2 ** (1 / STEPS_PER_OCTAVE) - 1)
    width = np.maximum(np.maximum(step, 0.5 / duration), spacing)
    bins = np.arange(int(round(RATE / 2 / spacing)) + 1)[None] * spacing
    heights = np.maximum(0, 1 - np.abs(bins - frequencies) / width)
    sums = heights.sum(1, keepdims=True)
    heights = np.where(sums > 0, heights / np.maximum(sums, 1e-9), 0)
    heights[(frequencies + width)[:, 0] > highest] = 0
    return torch.tensor(heights.T.astype("f4"))


class Spectra(torch.nn.Module):
    def __init__(self):
        super().__init__()
        for index, ((duration, _), length) in enumerate(zip(WINDOWS, LENGTHS)):
            size = int(duration * RATE)
            turn = 2 * math.pi * (torch.arange(size, dtype=torch.float64) + 0.5) / size
            window = 0.5 - 0.5 * torch.cos(turn)
            slope = math.pi / size * torch.sin(turn)
            self.register_buffer(f"window{index}", (window / window.sum()).float())
            self.register_buffer(f"slope{index}", (slope / window.sum()).float())
            weights = bank(duration, RATE / length, 0.45 * RATE)
            self.register_buffer(f"bank{index}", weights)
            # The same in lines, for what lies above a bin, and for where the bin lies from the line.
            frequencies = LOWEST * 2 ** (torch.arange(LINES) / STEPS_PER_OCTAVE)
            by_hertz = weights / (frequencies * math.log(2) / STEPS_PER_OCTAVE)
            bins = torch.arange(length // 2 + 1)[:, None] * (RATE / length)
            self.register_buffer(f"above{index}", by_hertz)
            self.register_buffer(f"place{index}", by_hertz * (bins - frequencies))

    def forward(self, samples, moments):
        """(batch, samples) and moments in seconds, to the inputs (batch × moments, LINES, INPUTS).

        Levels are relative to the highest line: 1 there, and -1 at -70 dB and below.
        """
        levels, places = [], []
        before = int(0.5 * RATE)
        padded = torch.nn.functional.pad(samples, (before, before))
        for index, ((_, centre), length) in enumerate(zip(WINDOWS, LENGTHS)):
            window, slope = getattr(self, f"window{index}"), getattr(self, f"slope{index}")
            weights = getattr(self, f"bank{index}")
            size = len(window)
            starts = ((moments + centre) * RATE).round().long() - size // 2 + before
            parts = padded[:, starts[:, None] + torch.arange(size, device=samples.device)].flatten(0, 1)
            spectrum = torch.fft.rfft(parts * window, n=length)
            power = spectrum.real**2 + spectrum.imag**2
            lines = power @ weights
            levels.append(lines)
            if index == 2:
                continue
            turned = torch.fft.rfft(parts * slope, n=length)
            # How far the sinusoid in each bin lies above it, in hertz, times its power.
            above = -(turned.imag * spectrum.real - turned.real * spectrum.imag) * (RATE / (2 * math.pi))
            moved = above @ getattr(self, f"above{index}") + power @ getattr(self, f"place{index}")
            places.append((moved / lines.clamp(min=1e-20) / FARTHEST).clamp(-1, 1))
        peak = torch.stack([lines.amax(1) for lines in levels]).amax(0).clamp(min=1e-12)[:, None]
        levels = [torch.log10(lines / peak + LEAST) / 3.5 + 1 for lines in levels]
        # Where there is nothing, no partial has a place.
        places = [place * (level > -0.9) for place, level in zip(places, levels)]
        return torch.stack(levels + places, 2)
