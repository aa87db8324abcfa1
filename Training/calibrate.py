"""Fits the confidence of readings to training sounds that the scorer has not seen. Called by train.sh."""

import argparse
import pathlib
import re
import subprocess

import numpy as np

from weights import origin

# All count the same, however many readings there are: sounds alone, in rooms, and in noises at 0 to 22 dB.
CONDITIONS = ["none", "room", "white", "pink", "brown", "shaped", "hum", "babble"]


def fit(evidence, right, weights):
    """The constant and the slopes of a logistic regression, by Newton's method."""
    inputs = np.c_[np.ones(len(evidence)), evidence]
    values = np.zeros(inputs.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ values))
        curvature = (inputs.T * (weights * chance * (1 - chance))) @ inputs
        values += np.linalg.solve(curvature, inputs.T @ (weights * (right - chance)))
    return values


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    work = options.work
    made = zip((work / "mixtures").read_text().splitlines(), (work / "groups").read_text().splitlines())
    chosen = {}
    for index, (mixture, group) in enumerate(made):
        _, _, condition, ratio = group.split(",")
        if condition in CONDITIONS and float(ratio) >= 0:
            chosen[index] = (mixture.split(), CONDITIONS.index(condition))
    (work / "tracks").write_text("\n".join(
        f"{samples} {rate} {low} {high} {work}/mix-{index}.track learned"
        for index, ((samples, rate, low, high, *_), _) in chosen.items()))
    subprocess.run([options.tool, str(work / "tracks")], check=True)
    evidence, right, conditions = [], [], []
    for index, (_, condition) in chosen.items():
        frequency, *columns = np.fromfile(work / f"mix-{index}.track", "<f4").reshape(-1, 4).T
        label = np.load(work / f"mix-{index}.npy")
        count = min(len(label), len(frequency))
        label, frequency = label[:count], frequency[:count]
        with np.errstate(all="ignore"):
            good = (label > 0) & (np.abs(1200 * np.log2(np.abs(frequency) / label)) < 50)
        here = (frequency > 0) & ~np.isnan(label)
        evidence.append(np.stack(columns, 1)[:count][here])
        right.append(good[here])
        conditions.append(np.full(here.sum(), condition))
    conditions = np.concatenate(conditions)
    weights = 1 / np.bincount(conditions, minlength=len(CONDITIONS))[conditions]
    values = fit(np.concatenate(evidence), np.concatenate(right), weights / weights.mean())
    left = iter(values)
    text = re.sub(r"= -?[0-9.]+", lambda _: f"= {next(left):.3f}", options.output.read_text())
    about = f"{len(chosen)} mixtures by make_sounds.py, {len(conditions):,} readings of {len(CONDITIONS)} conditions alike."
    about = origin(about, (work / "seed").read_text().strip(), "the fit has none.")
    options.output.write_text(re.sub(r"(?<=do not edit.\n)(//.*\n)*", lambda _: about + "\n", text, count=1))
    print(f"calibrate: {len(conditions)} readings, weights {', '.join(f'{value:.3f}' for value in values)}")


if __name__ == "__main__":
    main()
