"""Scores pitch trackers on folders of labelled clips; called by accuracy.sh, which says what it needs."""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import shlex
import subprocess
import tempfile

import mir_eval.melody
import numpy as np

SETS = ["real-notes", "rendered", "singing", "speech", "degraded", "tuner"]
RANGES = {"singing": (60, 1500), "speech": (50, 600)}  # The others: all 88 keys and somewhat more.
ROOT = pathlib.Path(__file__).resolve().parent.parent
METHODS = ("best", "autocorrelation", "pyin", "yin", "mpm")  # The others only on the real notes.
OTHERS = ("swipe", "amdf", "partial-histogram", "shs", "dynamic-wavelet", "hps", "zero-crossing", "log-quadratic")
COLUMNS = ["RPA50", "RPA10", "RCA", "OA", "f0", "F1", "VFA", "note ok"]


def read(path):
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append([float(value or "nan") for value in line.split(",")[:3]])
        except ValueError:
            continue  # A header.
    times, frequencies = (np.array([row[i] for row in rows]) for i in (0, 1))
    return times, np.nan_to_num(frequencies)


def cents(estimate, reference):
    return 1200 * np.log2(estimate / reference)


def at_times(times, track, wanted):
    """The track at other times: in a straight line, in cents, where it hardly moves; else the nearest."""
    if not len(times):
        return np.zeros(len(wanted)), np.zeros(len(wanted), bool)
    after = np.clip(np.searchsorted(times, wanted), 0, len(times) - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(times[after] - wanted) <= np.abs(times[before] - wanted), after, before)
    found, first, last = (np.abs(track[index]) for index in (nearest, before, after))
    with np.errstate(all="ignore"):
        moves = np.abs(np.log2(last / first)) >= 1 / 12
        straight = (first > 0) & (last > 0) & ~moves & (times[after] > times[before])
        straight &= (track[before] > 0) == (track[after] > 0)
        share = np.clip((wanted - times[before]) / (times[after] - times[before]), 0, 1)
        found = np.where(straight, first * (last / first) ** share, found)
    near = np.abs(times[nearest] - wanted) <= 0.025
    return np.where(near, found, 0), near & (track[nearest] > 0) & (found > 0)


def labels(clip):
    """The times and frequencies of a clip's labels, 0 where there is no pitch."""
    times, reference = read(clip.with_suffix(".f0.csv"))
    voiced = reference > 0
    better = clip.with_suffix(".refined.csv")
    if better.exists():
        refined_times, refined = read(better)
        nearest = np.clip(np.searchsorted(refined_times, times - 0.004), 0, len(refined_times) - 1)
        known = voiced & (np.abs(refined_times[nearest] - times) < 0.006) & (refined[nearest] > 0)
        reference = np.where(known, refined[nearest], reference)
    return times, reference


def score(clip, meta, path):
    """Measures of one clip, and its frames for the measures over all."""
    times, reference = labels(clip)
    voiced = reference > 0
    estimate, says = at_times(*(read(path) if path.exists() else (np.zeros(0), np.zeros(0))), times)
    to_cents = lambda values: mir_eval.melody.hz2cents(np.where(values > 0, values, 10.0)) * (values > 0)
    melody = (voiced, to_cents(reference * voiced), says, to_cents(estimate))
    row = {}
    if voiced.any():
        row["RPA50"] = mir_eval.melody.raw_pitch_accuracy(*melody)
        row["RPA10"] = mir_eval.melody.raw_pitch_accuracy(*melody, cent_tolerance=10)
        row["RCA"] = mir_eval.melody.raw_chroma_accuracy(*melody)
        row["OA"] = mir_eval.melody.overall_accuracy(*melody)
        if not voiced.all():
            row["VFA"] = mir_eval.melody.voicing_measures(voiced, says)[1]
    steady = meta.get("steady") or ([times[voiced][0], times[voiced][-1]] if voiced.any() else [0, 0])
    inside = voiced & (times >= steady[0]) & (times <= steady[1])
    errors = cents(estimate[inside & says], reference[inside & says])
    row["note ok"] = bool(len(errors) >= 0.5 * inside.sum() and len(errors) and abs(np.median(errors)) <= 50)
    return row, {"voiced": voiced, "says": says, "estimate": estimate, "reference": reference,
                 "steady": errors, "steadyCount": int(inside.sum())}


def over_all(frames):
    """The score of the SwiftF0 paper (arXiv 2508.18440), F1 of pitch, and the errors of steady tones."""
    voiced, says, estimate, reference = (
        np.concatenate([frame[name] for frame in frames]) for name in ("voiced", "says", "estimate", "reference"))
    both = voiced & says
    error = np.abs(cents(estimate[both], reference[both]))
    ratio = np.abs(estimate[both] - reference[both]) / reference[both]
    octaves = np.mean((ratio > 0.4) | ((error > 1100) & (error < 1300)))
    parts = [np.mean(error < 50), np.exp(-np.mean(error) / 500), np.sum(both) / max(1, np.sum(says)),
             np.sum(both) / np.sum(voiced), np.exp(-10 * octaves), np.exp(-5 * np.mean(error > 200))]
    parts = [part for part in parts if part > 0]
    right = np.sum(error < 50)
    precision, recall = right / max(1, np.sum(says)), right / np.sum(voiced)
    errors = np.concatenate([frame["steady"] for frame in frames])
    whole = np.round(errors / 1200)
    steady = np.abs(errors)
    count = sum(frame["steadyCount"] for frame in frames)
    return {"f0": len(parts) / sum(1 / part for part in parts),
            "F1": 2 * precision * recall / max(1e-9, precision + recall),
            "octave errors": np.mean((whole != 0) & (np.abs(errors - 1200 * whole) < 50)),
            "median": np.median(steady), "p95": np.percentile(steady, 95), "missed": 1 - len(steady) / count}


def run(command, clip, limits, path):
    names = {"wav": shlex.quote(str(clip)), "csv": shlex.quote(str(path)), "low": limits[0], "high": limits[1]}
    subprocess.run(command.format(**names), shell=True, stderr=subprocess.DEVNULL, check=False)


def track(folder, name, command, work):
    """Runs a program over a set: what is known of its clips, the clips, and the tracks."""
    meta = json.loads((folder / "meta.json").read_text())
    meta = meta.get("clips", meta)
    clips = [folder / f"{clip}.wav" for clip in sorted(meta)
             if isinstance(meta[clip], dict) and (folder / f"{clip}.wav").exists()]
    limits = RANGES.get(folder.name, (26, 4500))
    paths = [work / f"{name}-{folder.name}-{clip.stem}.csv" for clip in clips]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: run(command, pair[0], limits, pair[1]), zip(clips, paths)))
    return meta, clips, paths


def lies_inside(clip, low, high):
    """Whether the median pitch of a clip is one that a program with such a range can find."""
    _, reference = labels(clip)
    return bool((reference > 0).any()) and low <= np.median(reference[reference > 0]) <= high


def measure(folder, name, command, work, inside=None):
    """The measures over a set, those of the clips of each noise, and the number of clips."""
    meta, clips, paths = track(folder, name, command, work)
    pairs = [(clip, path) for clip, path in zip(clips, paths) if inside is None or lies_inside(clip, *inside)]
    clips = [clip for clip, _ in pairs]
    scored = [score(clip, meta[clip.stem], path) for clip, path in pairs]
    rows, frames = [row for row, _ in scored], [frame for _, frame in scored]
    mean = {column: np.mean([row[column] for row in rows if column in row]) for column in COLUMNS
            if any(column in row for row in rows)}
    by_noise = {}
    for clip, row in zip(clips, rows):
        kind, level = meta[clip.stem].get("kind"), meta[clip.stem].get("snr_db")
        names = [f"{level:g} dB", f"{kind}, {level:g} dB"] if level is not None else [kind] if kind else []
        for name in names:
            by_noise.setdefault(name, []).append((row["RPA50"], row["OA"]))
    means = {name: [100 * np.mean([pair[i] for pair in pairs]) for i in (0, 1)] for name, pairs in by_noise.items()}
    return {**mean, **over_all(frames)}, means, len(clips)


def renew(name, values_of):
    """Writes our rows of a table of the documents anew; those of other programs stay. `values_of` returns the values of a row."""
    path = ROOT / "Benchmarks" / "figures" / f"{name}.json"
    figures = json.loads(path.read_text())
    for row in figures["rows"]:
        figures["rows"][row] |= values_of(row, figures) or {}
    if "bold" in figures:
        first = figures["columns"][0]
        figures["rows"] = dict(sorted(figures["rows"].items(), key=lambda item: -item[1][first]))
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "Sources"], cwd=ROOT, capture_output=True, text=True)
    figures |= {"measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip()}
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def write_figures(chosen, results):
    """Into Benchmarks/figures; Scripts/figures.py brings them into the documents."""
    rounded = {name: {column: round(100 * float(value), 1) for column, value in values.items() if column != "median"}
               for name, (values, _, _) in results.items()}
    renew(f"accuracy-{chosen}", lambda row, _: {
        column: value for column, value in rounded.get(row, {}).items() if column in COLUMNS + ["octave errors"]})
    if chosen == "real-notes":
        def selected(row, figures):
            columns, rows = figures["sources"]["columns"], figures["sources"]["rows"]
            values = rounded.get(rows.get(row), {})
            return {column: values[source] for column, source in columns.items() if source in values}
        renew("accuracy-short", selected)
        renew("accuracy-methods", selected)
    if chosen == "degraded":
        means = results["Kammerton best"][1]
        for table in ("accuracy-by-level", "accuracy-by-noise"):
            renew(table, lambda row, _: {"Kammerton best": "{:.1f}, {:.1f}".format(*means[row])})


def main():
    parser = argparse.ArgumentParser(prog="accuracy.sh")
    parser.add_argument("kammerton")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--inside", metavar="LOW..HIGH", help="only clips whose median pitch, in hertz, lies there")
    parser.add_argument("--figures", action="store_true", help="write the tables of the documents anew, all our methods")
    options = parser.parse_args()
    inside = [float(bound) for bound in options.inside.split("..")] if options.inside else None
    ours = f"{shlex.quote(options.kammerton)} track --range {{low}}..{{high}} --unvoiced negative"
    names = METHODS + OTHERS if options.figures else ("best", "yin")
    programs = {f"Kammerton {name}": f"{ours} --estimator {name} {{wav}} >{{csv}}" for name in names}
    programs |= dict(program.split("=", 1) for program in options.program)
    with tempfile.TemporaryDirectory() as work:
        for chosen in options.set or SETS:
            folder = options.data / chosen
            if not folder.is_dir():
                print(f"accuracy: there is no {folder}")
                continue
            results = {name: measure(folder, name.replace("/", "-"), command, pathlib.Path(work), inside)
                       for name, command in programs.items()
                       if chosen == "real-notes" or name.removeprefix("Kammerton ") not in OTHERS}
            if options.figures:
                write_figures(chosen, results)
            print(f"\n### {chosen}: {next(iter(results.values()))[2]} clips, per cent\n")
            print(f"| program | {' | '.join(COLUMNS)} |\n|---|{'---:|' * len(COLUMNS)}")
            for name, (values, _, _) in results.items():
                cells = [f"{100 * values[column]:.1f}" if column in values else "-" for column in COLUMNS]
                print(f"| {name} | {' | '.join(cells)} |")
            for name, (values, by_noise, _) in results.items():
                if chosen == "tuner":
                    print(f"\n{name}, steady parts: median {values['median']:.4f} cents, 95th percentile "
                          f"{values['p95']:.3f}, missed {100 * values['missed']:.1f} %")
                for noise, means in by_noise.items():
                    print(f"\n{name}, {noise}: RPA50 {means[0]:.1f}, OA {means[1]:.1f}")


if __name__ == "__main__":
    main()
