"""Measures what rounding the weights changes: compare_bits.py SOUNDS NETWORK …

Prints for random inputs and for mixtures of the dry sounds how far the probabilities are from those of the network as
trained, and how often another frequency is the likeliest.
"""

import pathlib
import sys

import torch

import mixtures
import rounding
from batches import DURATIONS
from network import load
from spectra import FRAME_INPUTS, LINE_INPUTS, LINES, Spectra, inputs


def main():
    folder, *paths = map(pathlib.Path, sys.argv[1:])
    torch.manual_seed(1)
    with torch.no_grad():
        samples, _, _ = mixtures.Mixer(mixtures.read(folder), 12345).batch(8)
        cases = {"mixtures": inputs(Spectra(DURATIONS[0]), samples),
                 "random": (2 * torch.rand(500, LINES, LINE_INPUTS) - 1, 2 * torch.rand(500, FRAME_INPUTS) - 1)}
        for path in paths:
            network = load(path)
            for name, case in cases.items():
                exact = torch.softmax(network(*case), 1)
                for bits in rounding.LIMITS:
                    other = torch.softmax(rounding.rounded(network, bits)(*case), 1)
                    change = (other - exact).abs()
                    moved = (other.argmax(1) != exact.argmax(1)).float().mean()
                    none = change[:, 0]
                    print(f"{path.stem} {name}, {bits:2} bits: mean {change.mean():.2g}, largest {change.max():.2g}, "
                          f"of no pitch {none.mean():.2g} and {none.max():.2g}; another is the likeliest in "
                          f"{100 * moved:.2f} %", flush=True)


if __name__ == "__main__":
    main()
