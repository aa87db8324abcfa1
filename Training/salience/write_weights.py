"""Writes the weights of a trained salience network as Swift. Called by train-salience.sh.

    write_weights.py NETWORK OUTPUT --sounds FOLDER --training FOLDER [--bits 8]

NETWORK is a file of train.py, and the folders are those that make_dry_sounds.py and train.py wrote. The core reads
weights of 8 bits, with a unit for each row; those of 16 bits, with a unit for each layer, are there to compare with.
"""

import argparse
import pathlib

import rounding
import weights as text
from network import HARMONICS, NONE_WIDTH, RIVALS, load
from spectra import COUNT, LINES, LOWEST, STEPS_PER_OCTAVE

TEXT = """// Written by Training/train-salience.sh: do not edit.
{origin}

#if !arch(wasm32)
  /// The trained weights of a ``SalienceNetwork``.
  enum SalienceWeights {{
    /// The lowest frequency, in hertz; the number of steps in an octave, of frequencies that may be
    /// the pitch, and of lines.
    static let lowest = {lowest}
    static let stepsPerOctave = {steps}
    static let count = {count}
    static let lineCount = {lines}
    /// The distances of multiples and fractions of a frequency, and of its rivals, in lines.
    static let harmonics = [{harmonics}]
    static let rivals = [{rivals}]
    /// The number of outputs of each layer, and of the units that tell whether there is a pitch.
    static let widths = [{widths}]
    static let noneWidth = {none}
    {about}
    static let units: [Int8] = [
{units}
    ]
    static let values: [Int{bits}] = [
{values}
    ]
  }}
#endif
"""
UNITS = {
    8: """/// The unit of each row of weights, as a power of two, in quarters. A row is what one input of
    /// one tap of a layer gives to all outputs, or what a layer adds.""",
    16: "/// The unit of the weights of each layer and of what it adds, as a power of two, in quarters.",
}


def swift(network, bits, origin):
    """The source text of a network."""
    units, values = rounding.numbers(network, bits)
    listed = lambda numbers: ", ".join(map(str, numbers))
    return TEXT.format(
        origin=origin, lowest=LOWEST, steps=float(STEPS_PER_OCTAVE), count=COUNT, lines=LINES, none=NONE_WIDTH,
        harmonics=listed(HARMONICS), rivals=listed(RIVALS), widths=listed(network.widths), about=UNITS[bits], bits=bits,
        units=text.lines(units, 6), values=text.lines(values, 6))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--sounds", type=pathlib.Path, required=True)
    parser.add_argument("--training", type=pathlib.Path, required=True)
    parser.add_argument("--bits", type=int, choices=sorted(rounding.LIMITS), default=8)
    options = parser.parse_args()
    read = lambda folder, name: (folder / name).read_text().strip()
    origin = text.origin(read(options.sounds, "about"), read(options.sounds, "seeds"),
                         f"{read(options.training, 'settings')}.")
    options.output.write_text(swift(load(options.network), options.bits, origin))


if __name__ == "__main__":
    main()
