"""Fits the confidence of readings to training sounds that the scorer has not seen. Called by train.sh."""

import argparse
import pathlib
import re
import subprocess

import numpy as np

STRIDE = 4  # Mixtures of which one is read.


def fit(odds, right):
    """The constant and slope of a logistic regression, by Newton's method."""
    inputs, values = np.c_[np.ones(len(odds)), odds], np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ values))
        curvature = (inputs.T * (chance * (1 - chance))) @ inputs
        values += np.linalg.solve(curvature, inputs.T @ (right - chance))
    return values


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("odds", type=pathlib.Path)
    options = parser.parse_args()
    text = options.odds.read_text()
    constant, slope = (float(value) for value in re.findall(r"= (-?[0-9.]+)", text))
    chosen = [(index, line.split()) for index, line in enumerate((options.work / "mixtures").read_text().splitlines())
              if index // 2 % STRIDE == 0]
    (options.work / "tracks").write_text("\n".join(
        f"{samples} {rate} {low} {high} {options.work}/mix-{index}.track learned"
        for index, (samples, rate, low, high, *_) in chosen))
    subprocess.run([options.tool, str(options.work / "tracks")], check=True)
    odds, right = [], []
    for index, _ in chosen:
        frequency, _, confidence = np.fromfile(options.work / f"mix-{index}.track", "<f4").reshape(-1, 3).T
        label = np.load(options.work / f"mix-{index}.npy")
        count = min(len(label), len(frequency))
        label, frequency, confidence = label[:count], frequency[:count], confidence[:count]
        with np.errstate(all="ignore"):
            good = (label > 0) & (np.abs(1200 * np.log2(np.abs(frequency) / label)) < 50)
            raw = (np.log(confidence / (1 - confidence)) - constant) / slope
        here = (frequency > 0) & ~np.isnan(label) & np.isfinite(raw)
        odds.append(raw[here])
        right.append(good[here])
    constant, slope = fit(np.concatenate(odds), np.concatenate(right))
    values = iter([constant, slope])
    options.odds.write_text(re.sub(r"= -?[0-9.]+", lambda _: f"= {next(values):.2f}", text))
    print(f"calibrate: constant {constant:.2f}, slope {slope:.2f}")


if __name__ == "__main__":
    main()
