"""What the salience network sees of a sound: two spectra on lines in equal ratios, and memories of the frames before.

The same as Sources/Core/PitchEstimation/Salience/LineSpectrum.swift, which has it for one frame after the other.
"""

import math

import numpy as np
import torch

RATE = 22050
STEPS_PER_OCTAVE = 24
LOWEST = 26.0
COUNT = 184  # frequencies that may be the pitch: up to 5130 Hz
LINES = 210  # of the spectra: up to 10,860 Hz
HOP = 0.02
# Lines of each frame: long and short window, quick and slow mean, floor. Then numbers of the whole frame: age, drop.
LINE_INPUTS, FRAME_INPUTS = 5, 2
# The power that counts as nothing, relative to the peak.
LEAST = 1e-7


def bank(duration, spacing, highest):
    """Triangles over the bins of a spectrum, LINES × bins.

    They are as wide as a step, but not narrower than half the resolution of the window or the distance of the bins.
    Lines that reach beyond the highest frequency have none.
    """
    frequencies = LOWEST * 2 ** (np.arange(LINES) / STEPS_PER_OCTAVE)[:, None]
    step = frequencies * (2 ** (1 / STEPS_PER_OCTAVE) - 1)
    width = np.maximum(np.maximum(step, 0.5 / duration), spacing)
    bins = np.arange(int(highest / spacing) + 1)[None] * spacing
    heights = np.maximum(0, 1 - np.abs(bins - frequencies) / width)
    sums = heights.sum(1, keepdims=True)
    heights = np.where(sums > 0, heights / np.maximum(sums, 1e-9), 0)
    heights[(frequencies + width)[:, 0] > highest] = 0
    return heights.astype("f4")


class Spectra(torch.nn.Module):
    """The power of each line in two Hann windows about each frame, the second half as long.

    `duration` is that of the long window. The tracker's is 2.5 periods of the lowest pitch that it looks for.
    """

    def __init__(self, duration):
        super().__init__()
        self.sizes, self.lengths = [], []
        for index, (share, length, highest) in enumerate([(1, 3072, 5200), (0.5, 1536, 10400)]):
            size = int(duration * share * RATE)
            if duration < 0.06:
                length //= 2
            self.sizes.append(size)
            self.lengths.append(length)
            window = torch.hann_window(size, periodic=False)
            self.register_buffer(f"window{index}", window / window.sum())
            triangles = bank(duration * share, RATE / length, highest)[:, :length // 2 + 1]
            weights = np.zeros((length // 2 + 1, LINES), "f4")
            weights[:triangles.shape[1]] = triangles.T
            self.register_buffer(f"bank{index}", torch.tensor(weights))

    def forward(self, samples):
        """(batch, samples) to two spectra (batch, frames, LINES), a frame every HOP from 0 on."""
        hop = int(HOP * RATE)
        frames = samples.shape[1] // hop
        spectra = []
        for index, (size, length) in enumerate(zip(self.sizes, self.lengths)):
            padded = torch.nn.functional.pad(samples, (size // 2, size + hop))
            parts = padded.unfold(1, size, hop)[:, :frames] * getattr(self, f"window{index}")
            spectra.append(torch.fft.rfft(parts, n=length).abs() ** 2 @ getattr(self, f"bank{index}"))
        return spectra


def remember(long):
    """What each frame of (batch, frames, LINES) knows of those before: quick and slow mean, floor, and recent peak."""
    share = lambda seconds: 1 - math.exp(-HOP / seconds)
    quick_share, slow_share, fall_share = share(0.06), share(0.3), share(0.05)
    rise, fade = math.exp(HOP / 1.0), math.exp(-HOP / 1.5)
    quick = slow = torch.zeros_like(long[:, 0])
    floor = long[:, 0]
    peak = torch.full_like(long[:, 0, :1], 1e-12)
    memories = []
    for frame in range(long.shape[1]):
        now = long[:, frame]
        peak = torch.maximum(now.max(1, keepdim=True).values, peak * fade).clamp(min=1e-12)
        memories.append((quick, slow, floor, peak))
        quick = quick + quick_share * (now - quick)
        slow = slow + slow_share * (now - slow)
        falling = floor + fall_share * (now - floor)
        floor = torch.where(now < floor, falling, torch.minimum(now, floor * rise + 1e-12))
    return [torch.stack(memory, 1) for memory in zip(*memories)]


def inputs(spectra, samples):
    """Inputs of the network for all frames of all sounds: (frames, LINES, LINE_INPUTS) and (frames, FRAME_INPUTS).

    Levels are relative to the recent peak: 1 there, and -1 at -70 dB and below.
    """
    long, short = spectra(samples)
    quick, slow, floor, peak = remember(long)
    lines = torch.stack([long, short, quick, slow, floor], 3)
    lines = (torch.log10(lines + LEAST * peak[..., None]) - torch.log10(peak[..., None])) / 3.5 + 1
    batch, frames = long.shape[:2]
    age = torch.clamp(torch.arange(frames, device=samples.device) * HOP, max=1.0).expand(batch, frames)
    drop = torch.log10(long.max(2).values + LEAST * peak[:, :, 0]) - torch.log10(peak[:, :, 0])
    whole = torch.stack([age, drop / 3.5 + 1], 2)
    return lines.reshape(batch * frames, LINES, LINE_INPUTS), whole.reshape(batch * frames, FRAME_INPUTS)
