"""Writes the weights of a trained scorer as Swift, and reads what the sources name."""

import datetime
import pathlib
import re
import subprocess
import textwrap

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = ROOT / "Sources/Core/PitchEstimation"

HEADER = """// Written by Training/train.sh: do not edit.
{origin}

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


def lines(numbers, indent=4):
    text, line = [], " " * (indent - 1)
    for number in numbers:
        if len(line) + len(f" {number},") > 100:
            text.append(line)
            line = " " * (indent - 1)
        line += f" {number},"
    return "\n".join([*text, line])


def inputs():
    """The names of the scorer's inputs, in their order."""
    return re.findall(r"^  case (\w+)$", (CORE / "Scoring/ScorerInput.swift").read_text(), re.M)


def parameter(name):
    """A parameter of the tracker, such as Path.unvoicedStrength."""
    stage, constant = name.split(".")
    texts = "".join(path.read_text() for path in sorted((CORE / "Parameters").glob("*.swift")))
    body = re.search(rf"^  enum {stage} \{{\n(.*?)^  \}}$", texts, re.M | re.S)[1]
    return float(re.search(rf"static let {constant}(?:: Float)? = (\S+)$", body, re.M)[1])


def origin(data, made, options):
    """Comment lines that say what numbers were learned from: data, seeds, commit and date."""
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    changed = " and changes" if git("status", "--porcelain", "--", "Sources", "Training") else ""
    commit = git("rev-parse", "--short=8", "HEAD")
    sentences = [f"Data: {data}", f"Seeds: {made}; {options}",
                 f"Made on {datetime.date.today()} with the sources of commit {commit}{changed}."]
    # Names of packages have hyphens.
    comment = textwrap.TextWrapper(100, initial_indent="// ", subsequent_indent="//   ", break_on_hyphens=False)
    return "\n".join(map(comment.fill, sentences))


def swift(layers, origin):
    """The source text of (weights of outputs × inputs, constants) of each layer."""
    units, numbers = [], []
    for weights, constants in layers:
        # An input has small weights where its values are large: each has a unit of its own.
        for row in [*weights.T, constants]:
            unit = int(np.ceil(4 * np.log2(max(np.abs(row).max(), 1e-9) / 127)))
            units.append(unit)
            numbers += list(np.round(row / 2.0 ** (unit / 4)).astype(int))
    sizes = [layers[0][0].shape[1]] + [weights.shape[0] for weights, _ in layers]
    return HEADER.format(origin=origin, sizes=", ".join(map(str, sizes)), units=lines(units), values=lines(numbers))
