"""Measures how soon after an onset a reading is right, and whether tracks are in time: see time-to-truth.sh."""

import argparse
import collections
import pathlib
import sys
import tempfile

import numpy as np
import soundfile

import curves
import first_texts
import live
import sounds
import stamps
import tables
import trackers

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIVE_TUNER = ROOT / ".build" / "release" / "_LiveTuner"
MILLISECONDS = (20, 40, 60, 80, 100, 150, 200, 300, 500)
PEERS = ("SwiftF0", "Praat", "librosa's YIN")
SETTINGS = {"Praat": "0.45"}
HIGHEST = 4500  # hertz
LIVE, CUT = "Kammerton, live", "Kammerton, `track`"
STATED = ("errorCents", "uncertaintyCents", "uncertainty", "standardError")  # Keys of an error that a reading states.
CLOSE = 5  # cents
# In cents, None without a reading: how far it is from what sounds then and from what the note settles to; what it states.
Row = collections.namedtuple("Row", "program family milliseconds error from_settled stated bound")
FAR = 100  # cents: what an instant without a reading counts as, in a median


# Readings

def latest(track, since):
    """The last reading with a pitch that the program is at least half sure of."""
    inside = np.flatnonzero((track[0] >= since) & (track[1] > 0) & (track[2] >= 0.5))
    return (track[0, inside[-1]], track[1, inside[-1]]) if len(inside) else None


def of_live(program, sound):
    """For each time the latest reading that is shown, and the error that it states, in cents, if it does."""
    readings, heard = {}, 0
    with live.LiveTuner(program, sounds.RATE) as tuner:
        for milliseconds in MILLISECONDS:
            until = len(sound.until(milliseconds))
            line = live.shown(tuner.append(sound.samples[heard:until]), sound.onset - 0.02)
            heard = until
            stated = line and next((line[key] for key in STATED if line.get(key) is not None), None)
            readings[milliseconds] = line and ((line["time"], line["frequency"]), stated)
    return readings


def measure(heard, program, running, path):
    """Rows, one for each program and time of each sound."""
    rows = []
    for sound in heard:
        since = sound.onset - 0.02
        shown = of_live(program, sound)
        for milliseconds in MILLISECONDS:
            limit = sound.bound and sound.bound(milliseconds)
            reading, stated = shown[milliseconds] or (None, None)
            found = {LIVE: (reading, stated)}
            soundfile.write(path, sound.until(milliseconds), sounds.RATE, subtype="PCM_24")
            found[CUT] = latest(trackers.kammerton(program, path), since), None
            for name, peer in running.items():
                found[name] = latest(peer(path)[SETTINGS.get(name, trackers.CONTINUOUS)], since), None
            rows += [Row(name, sound.family, milliseconds, *sound.errors(reading), stated, limit)
                     for name, (reading, stated) in found.items()]
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return rows


# Tables

def columns(value_of, rows, names):
    """For each name and time a value of the rows that it has there."""
    table = {}
    for name in names:
        own = [row for row in rows if row.program == name]
        table[name] = {f"{milliseconds} ms": value_of([row for row in own if row.milliseconds == milliseconds])
                       for milliseconds in MILLISECONDS}
    return table


def close(rows, field="error"):
    """The share of all rows that is within five cents, in per cent."""
    values = [getattr(row, field) for row in rows]
    return round(100 * float(np.mean([value is not None and abs(value) <= CLOSE for value in values])), 1)


def close_to_settled(rows):
    return close(rows, "from_settled")


def median(rows):
    """The median error, in cents; a row without a reading is far off."""
    value = float(np.median([FAR if row.error is None else abs(row.error) for row in rows]))
    return value if value < FAR else None


def over_bound(rows):
    """The median error over that of the bound, as a Gaussian's with the bound as its standard error has."""
    ratios = [np.inf if row.error is None else abs(row.error) / row.bound for row in rows]
    value = float(np.median(ratios)) / 0.6745
    return value if np.isfinite(value) else None


def at_bound(rows):
    return float(np.median([row.bound for row in rows])) * 0.6745


def honest(rows):
    """Of readings with a stated error, the shares within it and within twice it, in per cent."""
    ratios = [abs(row.error) / max(row.stated, 1e-9) for row in rows if None not in (row.stated, row.error)]
    if not ratios:
        return None
    return {"readings": len(ratios), "within the stated error, %": round(100 * float(np.mean(np.array(ratios) <= 1)), 1),
            "within twice it, %": round(100 * float(np.mean(np.array(ratios) <= 2)), 1)}


def points(value_of, rows, name=None):
    own = [row for row in rows if name in (None, row.program)]
    return [(time, value_of([row for row in own if row.milliseconds == time])) for time in MILLISECONDS]


def draw_tones(rows, names):
    errors = {name.replace("`", ""): points(median, rows, name) for name in names}
    errors["Cramér-Rao bound"] = points(at_bound, rows)
    (ROOT / "docs" / "time-to-truth-tones.svg").write_text(curves.svg(
        "Tones in noise: median error of what is known so far", "milliseconds since the onset", "cents", MILLISECONDS,
        (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100), errors, dashed=("Cramér-Rao bound",)))


def draw_notes(rows, names):
    shares = {name.replace("`", ""): points(close, rows, name) for name in names}
    (ROOT / "docs" / "time-to-truth-notes.svg").write_text(curves.svg(
        "Real notes: share within 5 cents of what sounds then", "milliseconds since the onset", "per cent", MILLISECONDS,
        (0, 20, 40, 60, 80, 100), shares, logarithmic=False))


def tracks_in_time(program, running, path):
    """The table of chirps, steady tones and vibrato."""
    save = lambda samples, rate: soundfile.write(path, samples, rate, subtype="PCM_24")
    table = {"Kammerton": stamps.row(lambda: trackers.kammerton(program, path), save)}
    for name, peer in running.items():
        setting = SETTINGS.get(name, trackers.CONTINUOUS)

        def track(peer=peer, setting=setting):
            found = peer(path)[setting]
            return np.array([found[0], np.where(found[2] >= 0.5, found[1], 0)])
        table[name] = stamps.row(track, save)
    return table


def main():
    parser = argparse.ArgumentParser(prog="time-to-truth.sh")
    parser.add_argument("kammerton")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--pianos", type=pathlib.Path)
    parser.add_argument("--tones", type=int, default=60)
    parser.add_argument("--every", type=int, default=1, help="of the real notes only each so many'th")
    parser.add_argument("--only", choices=("tones", "notes", "texts", "stamps"))
    parser.add_argument("--peer", action="append", choices=PEERS + ("none",))
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    running = trackers.peers([name for name in options.peer or PEERS if name != "none"], highest=HIGHEST)
    names, pianos = [LIVE, CUT, *running], options.pianos or options.data / ".." / "piano" / "headroom"
    found, tone_rows, note_rows = {}, [], []
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "sound.wav")
        if options.only in (None, "tones"):
            tone_rows = measure(sounds.tones(options.tones, np.random.default_rng(8)), options.kammerton, running, path)
            found["time-to-truth-bound"] = (
                f"median error / bound, {options.tones} tones in noise", tables.text(columns(over_bound, tone_rows, names)))
            limits = columns(at_bound, [row._replace(program="the bound") for row in tone_rows], ["the bound"])
            found["time-to-truth-tones"] = (
                "median error, cents", tables.text({**columns(median, tone_rows, names), **limits}, 3))
        if options.only in (None, "notes"):
            random = np.random.default_rng(9)
            notes = list(sounds.real_notes(options.data / "real-notes", random))
            notes += list(sounds.piano_keys(pianos, random)) if pianos.exists() else []
            notes = notes[::options.every]
            note_rows = measure(notes, options.kammerton, running, path)
            found["time-to-truth-notes"] = (
                f"within 5 cents of what sounds then, % of {len(notes)} notes", columns(close, note_rows, names))
            found["time-to-truth-settled"] = (
                "within 5 cents of what the note settles to, %", columns(close_to_settled, note_rows, names))
            count = lambda name: sum(note.family == name for note in notes)
            found["time-to-truth-families"] = ("within 5 cents, %, live", {
                f"{name} ({count(name)})": columns(close, [row for row in note_rows if row.family == name], [LIVE])[LIVE]
                for name in sounds.FAMILIES if count(name)})
            found["time-to-truth-errors"] = ("median error, cents", tables.text(columns(median, note_rows, names)))
        stated = honest([row for row in tone_rows + note_rows if row.program == LIVE])
        if stated:
            found["time-to-truth-stated"] = ("readings that state their error", {"Kammerton, live": stated})
        if options.only in (None, "texts"):
            found["first-texts"] = ("when the first right name is shown", first_texts.measure(LIVE_TUNER, options.data))
        if options.only in (None, "stamps"):
            found["time-stamps"] = ("times and frequencies of tracks", tracks_in_time(options.kammerton, running, path))
    for name, (unit, table) in found.items():
        tables.show(unit, table)
        if options.figures:
            is_share = name in ("time-to-truth-notes", "time-to-truth-settled")
            bold = {f"{time} ms": "most" for time in MILLISECONDS if is_share}
            tables.write(name, "Benchmarks/time-to-truth.sh DATA --figures", unit, table, bold)
    if options.figures and tone_rows:
        draw_tones(tone_rows, names)
    if options.figures and note_rows:
        draw_notes(note_rows, names)


if __name__ == "__main__":
    main()
