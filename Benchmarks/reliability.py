"""Compares the confidence of readings with how many of them are right; called by reliability.sh."""

import argparse
import pathlib
import shlex
import subprocess
import tempfile

import numpy as np

import accuracy
import tables

BINS = 10
ROOT = pathlib.Path(__file__).resolve().parent.parent
DIAGRAM = ROOT / "docs" / "confidence.svg"
COMMAND = "Benchmarks/reliability.sh DATA --figures"


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


def title(name):
    return name.replace("-", " ")


def joined(found):
    return [np.concatenate(values) for values in zip(*found)]


def summary(found):
    """Calibration over some clips, each its confidences and which of the readings are right."""
    confidence, right = joined(found)
    sure = confidence >= 0.9
    return {"clips": len(found), "voiced readings": len(right), "mean confidence": f"{confidence.mean():.3f}",
            "share right": f"{right.mean():.3f}",
            "expected calibration error": f"{calibration_error(binned(confidence, right)):.3f}",
            "confidence 0.9 or more, %": f"{100 * sure.mean():.1f}", "right of these, %": f"{100 * right[sure].mean():.1f}"}


def by_bin(curves):
    """For each tenth of confidence the share of right readings, and their number, of each set."""
    cell = lambda row: f"{row[2]:.2f} ({row[0]})" if row else "-"
    return {f"{index / BINS:.1f} to {(index + 1) / BINS:.1f}": {name: cell(rows[index]) for name, rows in curves.items()}
            for index in range(BINS)}


def by_noise(kinds):
    """A row for each kind of noise, with a figure for each of its levels. `kinds`: clips by kind, then by level."""
    table = {}
    for kind, levels in sorted(kinds.items(), key=lambda item: None in item[1]):  # What has no level comes last.
        order = sorted(levels, key=lambda level: level or 0)
        *first, last = [f"{level:g}" for level in order if level is not None] or [""]
        name = f"{kind}, {', '.join(first)} and {last} dB" if first else kind
        rows = [summary(levels[level]) for level in order]
        table[name] = {column: ", ".join(row[column] for row in rows) for column in rows[0] if isinstance(rows[0][column], str)}
    return table


def named(by_set, rows):
    """The values that sentences of the documents name."""
    confidence, right = joined([pair for found in by_set.values() for pair in found])
    unsure, real = confidence < 0.5, joined(by_set["real-notes"])
    errors = [row["expected calibration error"] for name, row in rows.items() if name != "all"]
    return {"largest error of a set": max(errors), "unsure, %": f"{100 * unsure.mean():.1f}",
            "right of the unsure, %": f"{100 * right[unsure].mean():.0f}",
            "unsure in real notes": int((real[0] < 0.5).sum()),
            "right of the unsure in real notes, %": f"{100 * real[1][real[0] < 0.5].mean():.0f}"}


def main():
    parser = argparse.ArgumentParser(prog="reliability.sh")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--diagram", type=pathlib.Path)
    parser.add_argument("--set", action="append", choices=accuracy.SETS)
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    if options.figures and options.set:
        parser.error("--figures needs all sets: leave out --set")
    command = f"{shlex.quote(str(options.build / 'kammerton'))} track --range {{low}}..{{high}} {{wav}} >{{csv}}"
    by_set, kinds = {}, {}
    with tempfile.TemporaryDirectory() as work:
        for name in options.set or accuracy.SETS:
            meta, clips, paths = accuracy.track(options.data / name, "best", command, pathlib.Path(work))
            by_set[name] = [readings(clip, path) for clip, path in zip(clips, paths)]
            for clip, pair in zip(clips, by_set[name]):
                if name == "degraded":
                    known = meta[clip.stem]
                    kinds.setdefault(known["kind"], {}).setdefault(known.get("snr_db"), []).append(pair)
    groups = {**by_set, "all": [pair for found in by_set.values() for pair in found]}
    rows = {title(name): summary(found) for name, found in groups.items()}
    curves = {title(name): binned(*joined(found)) for name, found in groups.items()}
    units = {"reliability": ("clips of", rows), "reliability-bins": ("confidence", by_bin(curves)),
             "reliability-noises": ("noise", by_noise(kinds))}
    for name, (unit, table) in units.items():
        if table:
            tables.show(unit, table)
        if options.figures:
            tables.write(name, COMMAND, unit, table, values=named(by_set, rows) if name == "reliability" else None)
    if diagram := options.diagram or (DIAGRAM if options.figures else None):
        lines = [f"{name}\t{count}\t{mean:.6f}\t{share:.6f}" for name, bins in curves.items() if name != "all"
                 for count, mean, share in filter(None, bins)]
        subprocess.run([options.build / "_ReliabilityDiagram", diagram], check=True, text=True,
                       input="\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
