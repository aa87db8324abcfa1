"""The chord network: which frequencies are notes.

The same layers as Sources/Core/ChordEstimation/Network.
"""

import math

import torch

from spectra import COUNT, INPUTS, LINES, STEPS_PER_OCTAVE

# Multiples and fractions of a frequency, and the distances of their lines.
RATIOS = [1 / 3, 1 / 2, 2 / 3, 1, 4 / 3, 3 / 2, 2, 5 / 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]
HARMONICS = [round(STEPS_PER_OCTAVE * math.log2(ratio)) for ratio in RATIOS]
# Neighbours, and the frequencies that are often taken for each other.
INTERVALS = [4, 20, 28, 48, 76, 96, 111]
RIVALS = sorted([-step for step in INTERVALS] + [-1, 0, 1] + INTERVALS)
NEIGHBOURS = list(range(-4, 5))


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


class ChordNetwork(torch.nn.Module):
    """`widths` are the outputs of the five layers. Names of parameters are those of the saved files."""

    def __init__(self, widths=(16, 48, 32, 32, 32)):
        super().__init__()
        self.widths = tuple(widths)
        first, comb, near, rival, again = self.widths
        self.first = TapLayer([-2, -1, 0, 1, 2], INPUTS, first, LINES)
        self.comb = TapLayer(HARMONICS, first, comb, COUNT)
        self.near = TapLayer(NEIGHBOURS, comb, near, COUNT)
        self.rival = TapLayer(RIVALS, near, rival, COUNT)
        self.again = TapLayer(RIVALS, rival, again, COUNT)
        self.last = torch.nn.Linear(again, 1)
        # How often each height is a note: all else is the same for every frequency.
        self.high = torch.nn.Parameter(torch.full((COUNT,), -3.0))

    def forward(self, lines):
        """Inputs of moments to the logit of each frequency, (moments, COUNT)."""
        values = self.again(self.rival(self.near(self.comb(self.first(lines)))))
        return (self.last(values)[:, :, 0] + self.high).float()


def save(network, path):
    torch.save({"sizes": network.widths, "state": network.state_dict()}, path)


def load(path):
    stored = torch.load(path, map_location="cpu")
    network = ChordNetwork(stored["sizes"])
    network.load_state_dict(stored["state"])
    return network.eval()
