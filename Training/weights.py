"""Writes the weights of a trained scorer as Swift."""

import numpy as np

HEADER = """// Written by Training/train.sh: do not edit.

/// The trained weights of the ``Perceptron`` of a ``CandidateScorer``.
enum ScorerWeights {{
  /// The number of inputs, and of the outputs of each layer.
  static let sizes = [{sizes}]
  /// For each input of each layer, and then for what is added: the unit of its weights, as a power of
  /// two, in quarters.
  static let units: [Int8] = [
{units}
  ]
  static let values: [Int8] = [
{values}
  ]
}}
"""


def lines(numbers):
    text, line = [], "   "
    for number in numbers:
        if len(line) + len(f" {number},") > 100:
            text.append(line)
            line = "   "
        line += f" {number},"
    return "\n".join([*text, line])


def swift(layers):
    """The source text of (weights of outputs × inputs, constants) of each layer."""
    units, numbers = [], []
    for weights, constants in layers:
        # An input has small weights where its values are large: each has a unit of its own.
        for row in [*weights.T, constants]:
            unit = int(np.ceil(4 * np.log2(max(np.abs(row).max(), 1e-9) / 127)))
            units.append(unit)
            numbers += list(np.round(row / 2.0 ** (unit / 4)).astype(int))
    sizes = [layers[0][0].shape[1]] + [weights.shape[0] for weights, _ in layers]
    return HEADER.format(sizes=", ".join(map(str, sizes)), units=lines(units), values=lines(numbers))
