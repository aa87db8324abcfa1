"""Scores pitch trackers beside other sounds, in rooms and through cheap microphones: see scenes.sh."""

import argparse
import collections
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy as np
import soundfile

import mixes
import tables
import trackers

SETS = ("real-notes", "rendered", "singing", "speech")
PEERS = ("SwiftF0", "Praat", "RAPT", "SWIPE'", "basic-pitch", "PESTO", "FCPE")
OURS = "Kammerton"
THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(20))
NEAR = 0.02  # seconds: the farthest reading that is of a label's time
SCENES = ("noise", "speech", "music")
BINS = 10


# Counting

def at_labels(track, times):
    """The nearest reading at each time of a label: frequency and confidence, 0 where there is none."""
    if not track.shape[1]:
        return np.zeros((2, len(times)))
    after = np.clip(np.searchsorted(track[0], times), 0, track.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(track[0, before] - times) < np.abs(track[0, after] - times), before, after)
    return np.where(np.abs(track[0, nearest] - times) < NEAR, track[1:, nearest], 0)


def off(estimate, reference):
    """How far estimates are off, in cents; not a number where either has no pitch."""
    with np.errstate(all="ignore"):
        return np.where((estimate > 0) & (reference > 0), np.abs(1200 * np.log2(estimate / reference)), np.nan)


def counts(readings, reference, threshold):
    """Frames within 50 cents, called voiced, labelled voiced, within 10 cents, both, and an octave off."""
    says = (readings[0] > 0) & (readings[1] >= threshold)
    cents = off(np.where(says, readings[0], 0), reference)
    return np.array([np.sum(cents <= 50), says.sum(), np.sum(reference > 0), np.sum(cents <= 10),
                     np.sum(~np.isnan(cents)), np.sum(np.abs(cents - 1200) <= 100)], float)


def calibration(readings, reference):
    """For each tenth of confidence: the voiced readings, the sum of their confidences, and how many are right."""
    says = readings[0] > 0
    right = off(readings[0], reference)[says] <= 50
    place = np.minimum((readings[1][says] * BINS).astype(int), BINS - 1)
    return np.array([np.bincount(place, weights, BINS) for weights in (np.ones(len(place)), readings[1][says], right)])


# Measuring

Row = collections.namedtuple("Row", "set condition scene points")  # points: counts for each (setting, threshold)


def command(words):
    """A tracker that is a command: it prints times, frequencies and confidences."""
    def track(path):
        text = subprocess.run(words.replace("{wav}", shlex.quote(path)), shell=True, capture_output=True, text=True).stdout
        rows = []
        for line in text.splitlines():
            try:
                rows.append([float(value or 0) for value in (line.split(",") + ["1"])[:3]])
            except ValueError:
                continue  # A header.
        return {trackers.CONTINUOUS: np.nan_to_num(np.array(rows).reshape(-1, 3).T)}
    return track


def measure(options, programs, mixer):
    """Rows of each program, and the calibration of ours in each condition."""
    rows, reliable = {name: [] for name in programs}, {}
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "mix.wav")
        for name in options.set or SETS:
            for clip in mixes.clips(options.data / name, options.each):
                times, reference = clip.labels()
                for condition in mixes.CONDITIONS:
                    samples, scene = mixer.mix(clip, condition)
                    soundfile.write(path, samples, mixes.RATE, subtype="PCM_16")
                    for program, track in list(programs.items()):
                        try:
                            found = track(path)
                        except trackers.Failure as failure:
                            print(f"{program} is left out: {failure}", file=sys.stderr)
                            del programs[program], rows[program]
                            continue
                        readings = {setting: at_labels(values, times) for setting, values in found.items()}
                        points = {(setting, threshold): counts(values, reference, threshold)
                                  for setting, values in readings.items()
                                  for threshold in (THRESHOLDS if setting == trackers.CONTINUOUS else (0.5,))}
                        rows[program].append(Row(name, condition, scene, points))
                        if program == OURS:
                            reliable[condition] = reliable.get(condition, 0) + calibration(
                                readings[trackers.CONTINUOUS], reference)
                print(f"{name} {clip.name}", file=sys.stderr, flush=True)
    return rows, reliable


# Scores

def f1(values):
    return 2 * values[0] / max(1, values[1] + values[2])


def cells(rows, point_of, keep=lambda row: True):
    """Counts for each set and condition."""
    found = {}
    for row in rows:
        if keep(row):
            key = row.set, row.condition
            found[key] = found.get(key, 0) + row.points[point_of(row.set)]
    return found


def mean_f1(found):
    return float(np.mean([f1(values) for values in found.values()])) if found else 0.0


def chosen_points(rows):
    """For each set, the setting and threshold that are best on all other sets."""
    sets = sorted({row.set for row in rows})
    best = {}
    for left in sets:
        others = [row for row in rows if row.set != left or len(sets) == 1]
        best[left] = max(others[0].points, key=lambda point: mean_f1(cells(others, lambda _: point)))
    return best


def rounded(value, digits=1):
    return round(float(value), digits)


def scored(rows, points):
    """By condition, by set, and by what else sounds in a room."""
    by_condition, by_set, by_scene = {}, {}, {}
    for program, own in rows.items():
        found = cells(own, points[program].get)
        means = {condition: np.mean([f1(values) for key, values in found.items() if key[1] == condition])
                 for condition in mixes.CONDITIONS}
        total = sum(found.values())
        by_condition[program] = {
            **{condition: rounded(100 * value) for condition, value in means.items()},
            "mean": rounded(100 * np.mean(list(means.values()))),
            "within 10 cents, %": rounded(100 * total[3] / max(1, total[4])),
            "octave off, %": rounded(100 * total[5] / max(1, total[4]))}
        by_set[program] = {name: rounded(100 * mean_f1({key: value for key, value in found.items() if key[0] == name}))
                           for name in dict.fromkeys(row.set for row in own)}
        by_scene[program] = {
            f"{scene}{', room' if 'room' in condition else ''}": rounded(100 * mean_f1(cells(
                own, points[program].get, lambda row: row.scene == scene and row.condition == condition)))
            for condition in ("scene", "scene+room") for scene in SCENES}
    return by_condition, by_set, by_scene


def leads(by_condition):
    """How far ours is before the best other program, in points: below 0, it is behind."""
    ours, others = by_condition[OURS], [values for name, values in by_condition.items() if name != OURS]
    if not others:
        return {}
    lead = {}
    for column, value in ours.items():
        sign = -1 if column.startswith("octave") else 1
        difference = sign * value - max(sign * other[column] for other in others)
        lead[column] = f"{round(difference, 1) + 0.0:+.1f}"  # No -0.0.
    return {f"{OURS}, ahead (+) or behind (-) the best other": lead}


def reliability(found):
    rows = {}
    for condition, (count, confidence, right) in found.items():
        number = max(1, count.sum())
        rows[condition] = {
            "expected calibration error": rounded(np.abs(confidence - right).sum() / number, 3),
            "mean confidence": rounded(confidence.sum() / number, 3), "share right": rounded(right.sum() / number, 3),
            "voiced readings": int(count.sum())}
    return {measure: {condition: values[measure] for condition, values in rows.items()}
            for measure in next(iter(rows.values()))}


def main():
    parser = argparse.ArgumentParser(prog="scenes.sh")
    parser.add_argument("kammerton")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--music", type=pathlib.Path, required=True)
    parser.add_argument("--rooms", type=pathlib.Path)
    parser.add_argument("--talkers", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append")
    parser.add_argument("--peer", action="append", choices=PEERS + ("none",))
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--torch-python")
    parser.add_argument("--track-options", default="")
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    mixer = mixes.Mixer(options.rooms or options.data / ".." / "rooms" / "dev", options.music,
                        options.talkers or options.data / "speech", options.seed)
    ours = lambda path: {trackers.CONTINUOUS: trackers.kammerton(
        options.kammerton, path, *shlex.split(options.track_options))}
    wanted = [name for name in options.peer or PEERS if name != "none"]
    programs = {OURS: ours, **trackers.peers(wanted, options.torch_python),
                **{name: command(words) for name, _, words in (text.partition("=") for text in options.program)}}
    rows, reliable = measure(options, programs, mixer)
    points = {program: chosen_points(own) for program, own in rows.items()}
    by_condition, by_set, by_scene = scored(rows, points)
    by_condition = dict(sorted(by_condition.items(), key=lambda item: -item[1]["mean"]))
    most = {column: "most" for column in by_condition[OURS] if not column.startswith("octave")}
    units = {
        "scenes": ("F1 × 100, mean of the sets", by_condition, {**most, "octave off, %": "least"}),
        "scenes-lead": ("points", leads(by_condition), None),
        "scenes-sets": ("F1 × 100, mean of the conditions", by_set, {column: "most" for column in by_set[OURS]}),
        "scenes-kinds": ("F1 × 100, beside", by_scene, {column: "most" for column in by_scene[OURS]}),
        "scenes-calibration": ("voiced readings of ours", reliability(reliable), None)}
    alone = list(rows) == [OURS]
    others = " --peer none" if alone else " --torch-python PYTHON" if options.torch_python else ""
    command_line = f"Benchmarks/scenes.sh DATA --each {options.each}{others} --figures"
    for name, (unit, table, bold) in units.items():
        if table:
            tables.show(unit, table)
            # The others compare programs: ours alone would replace what was compared.
            if options.figures and (not alone or name == "scenes-calibration"):
                tables.write(name, command_line, unit, table, bold)
    for program, own in points.items():
        print(f"{program}: " + ", ".join(f"{name} {setting or threshold}" for name, (setting, threshold) in own.items()))


if __name__ == "__main__":
    main()
