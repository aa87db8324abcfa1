"""Writes the weights of a trained scorer as Swift."""

import numpy as np

HEADER = """// Written by Training/train.sh: do not edit.

/// What ``CandidateScorer`` has learned.
enum ScorerWeights {{
  /// The number of inputs, and of the outputs of each layer.
  static let sizes = [{sizes}]
  /// What the values are multiples of.
  static let unit: Float = {unit}
  static let values: [Int16] = [
"""


def swift(layers):
    """The source text of (weights of outputs × inputs, constants) of each layer."""
    flat = np.concatenate([np.concatenate([weights.T.flatten(), constants]) for weights, constants in layers])
    # Finer than that, they only take room.
    exponent = min(8, int(np.floor(np.log2(32767 / np.abs(flat).max()))))
    numbers = np.round(flat * 2.0**exponent).astype(int)
    sizes = [layers[0][0].shape[1]] + [weights.shape[0] for weights, _ in layers]
    text = HEADER.format(sizes=", ".join(map(str, sizes)), unit=repr(2.0**-exponent))
    line = "   "
    for number in numbers:
        if len(line) + len(f" {number},") > 100:
            text += line + "\n"
            line = "   "
        line += f" {number},"
    return text + line + "\n  ]\n}\n"
