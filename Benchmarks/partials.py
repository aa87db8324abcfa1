"""Scores pitch trackers on strings and piano keys by first partials; called by partials.sh, which says what it needs.

The partials of a stiff string lie wider apart than their numbers say, so that its waveform has no exact period, and a
period that a program finds lies between those of the partials. Here the reference is the first partial, measured in the
sound (strings) or given (keys). Whether the first partial or a mean of the low ones is the pitch of a low string can be
argued; a reading outside the span of the strong low ones, each divided by its number, is wrong by either.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shlex
import tempfile

import numpy as np
import soundfile

import accuracy

RANGE = (26, 4500)
STRUNG = ("guitar", "bass", "piano", "harp", "banjo", "ukulele", "mandolin", "clavinet", "harpsichord", "cembalo")
NOT_STRUNG = ("bowed", "bassoon")
TRANSFORM = 1 << 20
UNREAD = 99.0  # What a string without a reading counts as, in cents.
C3 = 48


# Partials

class Spectrum:
    """The magnitudes of a stretch of sound, by a Hann window."""

    def __init__(self, samples, rate):
        self.magnitudes = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), TRANSFORM))
        self.width = rate / TRANSFORM

    def peak(self, low, high):
        """The frequency of the highest peak between two, its level, and that over the median beside it, in dB."""
        first, end = int(low / self.width), int(high / self.width)
        if end >= len(self.magnitudes) - 2 or end - first < 3:
            return None
        top = first + int(np.argmax(self.magnitudes[first:end]))
        left, middle, right = np.log(self.magnitudes[top - 1:top + 2] + 1e-20)
        bend = left - 2 * middle + right
        frequency = (top + (0.5 * (left - right) / bend if bend else 0)) * self.width
        reach = 3 * (end - first)
        beside = np.concatenate([self.magnitudes[max(0, first - reach):first], self.magnitudes[end:end + reach]])
        decibels = lambda value: 20 * np.log10(value + 1e-20)
        return frequency, decibels(self.magnitudes[top]), decibels(self.magnitudes[top]) - decibels(np.median(beside))


@dataclasses.dataclass
class String:
    """The partials of one string, and from when to when they were measured, in seconds."""
    start: float
    end: float
    partials: dict  # Number: frequency and level.
    drift: float  # Of the first partial, from the first half to the second, in cents.

    @property
    def first(self):
        return self.partials[1][0]

    def span(self):
        """The strong low partials, each divided by its number, in cents from the first: the lowest and the highest."""
        low = {number: values for number, values in self.partials.items() if number <= 4}
        strongest = max(level for _, level in low.values())
        places = [accuracy.cents(frequency / number, self.first)
                  for number, (frequency, level) in low.items() if level > strongest - 15]
        return min(places), max(places)


def measured(sound, rate, label_times, labels):
    """The string in a sound that is labelled with periods, or None if its first partial does not stand still alone."""
    onset = int(np.argmax(np.abs(sound) > 0.2 * np.abs(sound).max())) / rate
    start, end = onset + 0.15, min(onset + 1.15, len(sound) / rate - 0.03)
    inside = labels[(label_times > start) & (label_times < end) & (labels > 0)]
    if end - start < 0.35 or not len(inside):
        return None
    part = lambda first, last: Spectrum(sound[int(first * rate):int(last * rate)], rate)
    period, whole, reach = np.median(inside), part(start, end), 2 ** (35 / 1200)
    peaks = {number: whole.peak(number * period / reach, number * period * reach) for number in range(1, 7)}
    peaks = {number: peak for number, peak in peaks.items() if peak and peak[2] > 20}
    if 1 not in peaks or peaks[1][2] <= 30:
        return None
    first, middle = peaks[1][0], (start + end) / 2
    halves = [part(*half).peak(0.98 * first, 1.02 * first) for half in ((start, middle), (middle, end))]
    drift = accuracy.cents(halves[1][0], halves[0][0]) if all(halves) else np.inf
    if abs(drift) >= 1.5:
        return None
    return String(start, end, {number: peak[:2] for number, peak in peaks.items()}, drift)


def mono(path):
    sound, rate = soundfile.read(path, always_2d=True)
    return sound.mean(axis=1), rate


def strings(folder):
    """The plucked and struck strings of a labelled set, by the paths of their sounds."""
    clips = json.loads((folder / "meta.json").read_text())
    found = {}
    for name, clip in sorted(clips.get("clips", clips).items()):
        instrument = str(clip.get("instrument", "")).lower() if isinstance(clip, dict) else ""
        if not any(word in instrument for word in STRUNG) or any(word in instrument for word in NOT_STRUNG):
            continue
        path = next((path for end in ("wav", "flac") if (path := folder / f"{name}.{end}").exists()), None)
        string = path and measured(*mono(path), *accuracy.read(folder / f"{name}.f0.csv"))
        if string:
            found[path] = string
    return found


# Scores

def string_score(string, times, frequencies):
    """What the readings of a string are, in cents: how far outside, from the first partial, and how far apart."""
    readings = frequencies[(times > string.start) & (times < string.end) & (frequencies > 0)]
    if not len(readings):
        return {"outside": np.array([UNREAD]), "error": UNREAD, "spread": UNREAD, "unread": True}
    errors, (low, high) = accuracy.cents(readings, string.first), string.span()
    return {"outside": np.maximum(0, np.maximum(errors - high, low - errors)), "error": abs(np.median(errors)),
            "spread": np.subtract(*np.percentile(errors, [95, 5])) - abs(string.drift), "unread": False}


def string_row(scores):
    outside = np.concatenate([score["outside"] for score in scores.values()])
    wrong = sum(np.median(score["outside"]) > 1 for score in scores.values())
    errors = [score["error"] for score in scores.values()]
    return [f"{100 * np.mean(outside > 1):.1f} %", f"{wrong}", f"{sum(score['unread'] for score in scores.values())}",
            f"{np.median([score['spread'] for score in scores.values()]):.2f}", f"{np.median(errors):.2f}",
            f"{np.percentile(errors, 95):.1f}"]


def key_score(key, times, frequencies):
    """What the readings of a key are. Below C3 they are right anywhere between partials 1 and 4."""
    onset = key["onset_s"]
    grid = np.arange(onset, onset + 1, 0.01)
    score = {"voiced": np.mean(accuracy.at_times(times, frequencies, grid)[1])}
    trusted = key.get("trusted", True)
    if not key.get("frequency") or not (trusted["frequency"] if isinstance(trusted, dict) else trusted):
        return score
    readings = frequencies[(times > onset + 0.1) & (times < onset + 1.5) & (frequencies > 0)]
    errors, stiffness = accuracy.cents(readings, key["frequency"]), key.get("inharmonicity") or 0
    if key["midi"] < C3:
        fourth = 600 * np.log2((1 + 16 * stiffness) / (1 + stiffness))
        errors = np.where(errors > fourth, errors - fourth, np.minimum(errors, 0))
    unread = not len(errors)
    return score | {"unread": unread, "error": np.nan if unread else abs(np.median(errors)),
                    "near": 0 if unread else np.mean(np.abs(errors) <= 5)}


def key_row(scores):
    judged = [score for score in scores.values() if "near" in score]
    errors = [score["error"] for score in judged if not score["unread"]] or [np.nan]
    return [f"{len(judged)}", f"{np.median(errors):.2f}", f"{np.percentile(errors, 95):.1f}",
            f"{sum(not score['error'] <= 5 for score in judged)}", f"{sum(score['unread'] for score in judged)}",
            f"{100 * np.mean([score['near'] for score in judged]):.1f} %",
            f"{100 * np.mean([score['voiced'] for score in scores.values()]):.1f} %"]


# Runs

def tracks(command, sounds, work):
    """The readings of a program for sounds: each gets mono samples of 16 bits."""
    def track(path):
        wav, csv = (work / f"{path.parent.name}-{path.stem}.{end}" for end in ("wav", "csv"))
        if not wav.exists():
            soundfile.write(wav, *mono(path), subtype="PCM_16")
        csv.unlink(missing_ok=True)
        accuracy.run(command, wav, RANGE, csv)
        return accuracy.read(csv) if csv.exists() else (np.zeros(0), np.zeros(0))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(sounds, pool.map(track, sounds)))


def table(title, columns, programs, sounds, score, row, wrong, work):
    """Prints a row for each program; `wrong` tells the scores that are listed, if any are."""
    print(f"\n### {title}\n\n| program | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}", flush=True)
    lists = []
    for name, command in programs.items():
        found = tracks(command, sounds, work)
        scores = {path: score(what, *found[path]) for path, what in sounds.items()}
        print(f"| {name} | {' | '.join(row(scores))} |", flush=True)
        lists.append((name, [path.stem for path in sounds if wrong and wrong(scores[path])]))
    for name, paths in lists:
        if paths:
            print(f"\n{name}: {', '.join(paths)}")


def folder(data, name):
    places = [data / name, data / "pitch" / name, data / "piano" / name]
    return next((place for place in places if (place / "meta.json").exists()), None)


def main():
    parser = argparse.ArgumentParser(prog="partials.sh")
    parser.add_argument("kammerton")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--strings", action="append", metavar="FOLDER")
    parser.add_argument("--keys", action="append", metavar="FOLDER")
    parser.add_argument("--not-ours", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    ours = f"{shlex.quote(options.kammerton)} track --range {{low}}..{{high}} --unvoiced negative"
    programs = {} if options.not_ours else {
        "Kammerton best": f"{ours} {{wav}} >{{csv}}", "Kammerton yin": f"{ours} --estimator yin {{wav}} >{{csv}}"}
    programs |= dict(program.split("=", 1) for program in options.program)
    neither = not (options.strings or options.keys)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for name in options.strings or (["real-notes"] if neither else []):
            if not (place := folder(options.data, name)):
                print(f"partials: there is no {name}")
                continue
            sounds = strings(place)
            wrong = options.list and (lambda score: np.median(score["outside"]) > 1 or score["spread"] > 5)
            table(f"{name}: {len(sounds)} strings",
                  ["readings outside", "strings outside", "unread", "spread", "median", "95 %"],
                  programs, sounds, string_score, string_row, wrong, work)
        for name in options.keys or (["headroom", "synthetic-a", "synthetic-b"] if neither else []):
            if not (place := folder(options.data, name)):
                print(f"partials: there is no {name}")
                continue
            keys = json.loads((place / "meta.json").read_text())["keys"]
            sounds = {place / path: key for path, key in sorted(keys.items())}
            wrong = options.list and (lambda score: "near" in score and not score["error"] <= 5)
            table(f"{name}: {len(sounds)} keys",
                  ["judged", "median", "95 %", "over 5", "unread", "within 5", "voiced"],
                  programs, sounds, key_score, key_row, wrong, work)


if __name__ == "__main__":
    main()
