"""The salience network: which frequency is the pitch of the sound in front, or none.

The same layers as Sources/Core/PitchEstimation/Salience/SalienceNetwork.swift.
"""

import math

import torch

from spectra import COUNT, FRAME_INPUTS, LINE_INPUTS, LINES, STEPS_PER_OCTAVE

# Multiples and fractions of a frequency, and the distances of their lines.
RATIOS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 3 / 2, 2, 5 / 2, 3, 4, 5, 6, 7, 8, 10, 12]
HARMONICS = [round(STEPS_PER_OCTAVE * math.log2(ratio)) for ratio in RATIOS]
# Neighbours, and the frequencies that are often taken for each other: 3/2, 2, 3 and 4 times as high or low.
RIVALS = [-48, -38, -24, -14, -1, 0, 1, 14, 24, 38, 48]
NONE_WIDTH = 16


class TapLayer(torch.nn.Module):
    """Reads rows of the layer before at fixed distances, with the same weights for all rows. Negative sums become 0."""

    def __init__(self, taps, inputs, outputs, rows):
        super().__init__()
        self.taps, self.rows = taps, rows
        self.before, self.after = max(0, -min(taps)), max(taps)
        self.linear = torch.nn.Linear(len(taps) * inputs, outputs)

    def forward(self, values):
        missing = max(0, self.rows + self.after - values.shape[1])
        values = torch.nn.functional.pad(values, (0, 0, self.before, missing))
        starts = [self.before + tap for tap in self.taps]
        return torch.relu(self.linear(torch.cat([values[:, start:start + self.rows] for start in starts], 2)))


class SalienceNetwork(torch.nn.Module):
    """`widths` are the outputs of the four layers. Names of parameters are those of the saved files."""

    def __init__(self, widths=(8, 24, 16, 16)):
        super().__init__()
        self.widths = tuple(widths)
        first, comb, near, rival = self.widths
        self.first = TapLayer([-1, 0, 1], LINE_INPUTS + FRAME_INPUTS, first, LINES)
        self.comb = TapLayer(HARMONICS, first, comb, COUNT)
        self.near = TapLayer(list(range(-3, 4)), comb, near, COUNT)
        self.rival = TapLayer(RIVALS, near, rival, COUNT)
        self.last = torch.nn.Linear(rival, 1)
        # How often each height is the pitch: all else is the same for every frequency.
        self.high = torch.nn.Parameter(torch.zeros(COUNT))
        self.none1 = torch.nn.Linear(2 * rival + FRAME_INPUTS, NONE_WIDTH)
        self.none2 = torch.nn.Linear(NONE_WIDTH, 1)
        torch.nn.init.constant_(self.none2.bias, 4.5)

    def forward(self, lines, whole):
        """Inputs of frames to the logits of no pitch and of each frequency, (frames, 1 + COUNT)."""
        values = torch.cat([lines, whole[:, None].expand(-1, lines.shape[1], -1)], 2)
        values = self.rival(self.near(self.comb(self.first(values))))
        pooled = torch.cat([values.amax(1), values.mean(1), whole], 1)
        none = self.none2(torch.relu(self.none1(pooled)))
        return torch.cat([none, self.last(values)[:, :, 0] + self.high], 1).float()


def save(network, path):
    torch.save({"sizes": network.widths, "state": network.state_dict()}, path)


def load(path):
    stored = torch.load(path, map_location="cpu")
    network = SalienceNetwork(stored["sizes"])
    network.load_state_dict(stored["state"])
    return network.eval()
