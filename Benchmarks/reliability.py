"""Compares the confidence of readings with how many of them are right; called by reliability.sh."""

import argparse
import pathlib
import shlex
import subprocess
import tempfile

import numpy as np

import accuracy

BINS = 10


def readings(clip, path):
    """The confidence of each voiced reading at the times of the labels, and whether it is within 50 cents."""
    times, reference = accuracy.labels(clip)
    rows = np.genfromtxt(path, delimiter=",", skip_header=1).reshape(-1, 3)
    estimate, voiced = accuracy.at_times(rows[:, 0], np.nan_to_num(rows[:, 1]), times)
    after = np.clip(np.searchsorted(rows[:, 0], times), 0, len(rows) - 1)
    before = np.maximum(after - 1, 0)
    is_before = np.abs(rows[before, 0] - times) <= np.abs(rows[after, 0] - times)
    confidence = rows[np.where(is_before, before, after), 2]
    with np.errstate(all="ignore"):
        right = (reference > 0) & (np.abs(accuracy.cents(estimate, reference)) < 50)
    return confidence[voiced], right[voiced]


def binned(confidence, right):
    """Of each tenth of confidence: the number of readings, their mean confidence, and the share that is right."""
    place = np.minimum((confidence * BINS).astype(int), BINS - 1)
    return [(int(here.sum()), float(confidence[here].mean()), float(right[here].mean())) if here.any() else None
            for here in (place == index for index in range(BINS))]


def calibration_error(rows):
    """The expected calibration error: the mean distance of confidence and share, weighted by readings."""
    rows = [row for row in rows if row]
    return sum(count * abs(mean - share) for count, mean, share in rows) / sum(row[0] for row in rows)


def summary(name, clips, confidence, right):
    sure = confidence >= 0.9
    return (f"| {name} | {clips} | {len(right)} | {confidence.mean():.3f} | {right.mean():.3f} | "
            f"{calibration_error(binned(confidence, right)):.3f} | {100 * sure.mean():.1f} | {100 * right[sure].mean():.1f} |")


def main():
    parser = argparse.ArgumentParser(prog="reliability.sh")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--diagram", type=pathlib.Path)
    parser.add_argument("--set", action="append", choices=accuracy.SETS)
    options = parser.parse_args()
    command = f"{shlex.quote(str(options.build / 'kammerton'))} track --range {{low}}..{{high}} {{wav}} >{{csv}}"
    by_set, by_noise = {}, {}
    with tempfile.TemporaryDirectory() as work:
        for name in options.set or accuracy.SETS:
            meta, clips, paths = accuracy.track(options.data / name, "best", command, pathlib.Path(work))
            found = [readings(clip, path) for clip, path in zip(clips, paths)]
            by_set[name] = found
            for clip, pair in zip(clips, found):
                if name == "degraded":
                    level = meta[clip.stem].get("snr_db")
                    kind = meta[clip.stem]["kind"] + ("" if level is None else f", {level} dB")
                    by_noise.setdefault(kind, []).append(pair)
    everything = [pair for found in by_set.values() for pair in found]
    joined = lambda found: [np.concatenate(values) for values in zip(*found)]
    print("| clips of | clips | voiced readings | mean confidence | share right | expected calibration error | "
          "confidence 0.9 or more, % | right of these, % |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, found in {**by_set, "all": everything, **dict(sorted(by_noise.items()))}.items():
        print(summary(name, len(found), *joined(found)))
    tables = {name: binned(*joined(found)) for name, found in {**by_set, "all": everything}.items()}
    print(f"\n| confidence | {' | '.join(tables)} |\n|---|{'---:|' * len(tables)}")
    for index in range(BINS):
        cells = [f"{rows[index][2]:.2f} ({rows[index][0]})" if rows[index] else "-" for rows in tables.values()]
        print(f"| {index / BINS:.1f} to {(index + 1) / BINS:.1f} | {' | '.join(cells)} |")
    if options.diagram:
        lines = [f"{name}\t{count}\t{mean:.6f}\t{share:.6f}" for name, rows in tables.items() if name != "all"
                 for count, mean, share in filter(None, rows)]
        subprocess.run([options.build / "_ReliabilityDiagram", options.diagram], check=True, text=True,
                       input="\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
