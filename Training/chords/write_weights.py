"""Writes the weights of a trained chord network as Swift. Called by train-chords.sh.

    write_weights.py NETWORK OUTPUT --notes FOLDER --training FOLDER

NETWORK is a file of train.py, and the folders are those that make_notes.py and train.py wrote.
"""

import argparse
import pathlib
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).parents[1]), str(pathlib.Path(__file__).parents[1] / "salience")]
import rounding
import weights as text
from network import HARMONICS, RIVALS, load
from spectra import COUNT, LINES, LOWEST, RATE, STEPS_PER_OCTAVE

TEXT = """// Written by Training/train-chords.sh: do not edit.
{origin}

/// The trained weights of a ``ChordNetwork``.
enum ChordWeights {{
  /// The lowest frequency, in hertz; the number of steps in an octave, of frequencies that may be
  /// a note, and of lines; the highest frequency that a line reads, in hertz.
  static let lowest = {lowest}
  static let stepsPerOctave = {steps}
  static let count = {count}
  static let lineCount = {lines}
  static let highest = {highest}
  /// The distances of multiples and fractions of a frequency, and of its rivals, in lines.
  static let harmonics = [
    {harmonics},
  ]
  static let rivals = [{rivals}]
  /// The number of outputs of each layer.
  static let widths = [{widths}]
  /// The unit of each row of weights, as a power of two, in quarters. A row is what one input of
  /// one tap of a layer gives to all outputs, or what a layer adds.
  static let units: [Int8] = [
{units}
  ]
  static let values: [Int8] = [
{values}
  ]
}}
"""


def rows(network):
    """The weights in the order of the written file, in rows with a unit each."""
    result = []
    for layer in (network.first, network.comb, network.near, network.rival, network.again):
        result += [[row] for row in layer.linear.weight.detach().T]
        result.append([layer.linear.bias.detach()])
    last = [network.last.weight.detach(), network.last.bias.detach()]
    return result + [[row] for row in last] + [[network.high.detach()]]


def swift(network, origin):
    """The source text of a network."""
    units, values = [], []
    for row in rows(network):
        units.append(rounding.unit(row, 8))
        for part in row:
            values += rounding.whole(part, units[-1]).int().tolist()
    listed = lambda numbers: ", ".join(map(str, numbers))
    return TEXT.format(
        origin=origin, lowest=LOWEST, steps=float(STEPS_PER_OCTAVE), count=COUNT, lines=LINES, highest=0.45 * RATE,
        harmonics=listed(HARMONICS), rivals=listed(RIVALS), widths=listed(network.widths), units=text.lines(units, 4),
        values=text.lines(values, 4))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--notes", type=pathlib.Path, required=True)
    parser.add_argument("--training", type=pathlib.Path, required=True)
    options = parser.parse_args()
    read = lambda folder, name: (folder / name).read_text().strip()
    origin = text.origin(read(options.notes, "about"), read(options.notes, "seeds"),
                         f"{read(options.training, 'settings')}.")
    options.output.write_text(swift(load(options.network), origin))


if __name__ == "__main__":
    main()
