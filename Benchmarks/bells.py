"""Scores kammerton bell and tune on bells and their kin; called by bells.sh, which says what it needs."""

import argparse
import datetime
import json
import math
import pathlib
import subprocess
import tempfile

import numpy as np
import soundfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGURES = ROOT / "Benchmarks" / "figures"

RATE = 48000
NOISE = 0.1  # 20 dB below the sound
SECONDS = 6
# By their physics: ratios of the modes to the strike note, levels in dB, seconds for 60 dB, and the strike notes.
OBJECTS = {
    "bell": ([0.5, 1, 2 ** 0.25, 1.5, 2, 2.985, 4.095], [-8, -10, -5, -20, 0, -6, -10],
             [30, 16, 12, 6, 6, 4, 3], (150, 1200)),
    "bar": ([1, 2.756, 5.404, 8.933], [0, -8, -15, -20], [6, 3, 1.5, 1], (500, 2000)),
    "marimba": ([1, 4, 10], [0, -14, -25], [2.5, 0.8, 0.5], (110, 900)),
    "xylophone": ([1, 3, 6.2], [0, -8, -16], [1.2, 0.7, 0.4], (250, 1500)),
    "tube": ([9.066 / 40.5] + [(2 * n + 1) ** 2 / 40.5 for n in range(2, 9)], [-30, -14, -8, 0, -2, -5, -10, -15],
             [12, 12, 10, 9, 7, 5, 4, 3], (250, 700)),
    "drum": ([1, 1.504, 1.983, 2.44, 2.9], [0, -4, -8, -12, -18], [3, 3, 2.5, 2, 1.5], (65, 180)),
    "tongue": ([1, 2, 3], [0, -8, -14], [4, 2.5, 1.8], (110, 900)),
    "kalimba": ([1, 6.267, 17.55], [0, -14, -24], [3, 1, 0.5], (110, 600)),
    "reed": (list(range(1, 17)), [-20 * np.log10(n) for n in range(1, 17)], [1e6] * 16, (110, 900)),
}
KIN = {"reed": {"reed", "pipe"}, "marimba": {"marimba", "vibraphone"}}


def cents(frequency, reference):
    return 1200 * np.log2(frequency / reference)


class Program:
    """The command under test."""

    def __init__(self, path):
        self.path = path

    def bell(self, files, kind="bell"):
        """What each file is measured as, and what is said on standard error."""
        result = subprocess.run([self.path, "bell", "--object", kind, "--jsonl", *map(str, files)],
                                capture_output=True, text=True)
        return {json.loads(line)["file"]: json.loads(line) for line in result.stdout.splitlines()}, result.stderr

    def tune(self, style, file, *options):
        """The lines that tune prints."""
        return subprocess.run([self.path, "tune", "--no-config", style, *options, str(file)], capture_output=True,
                              text=True).stdout.splitlines()

    def says_bell_like(self, file):
        return any("bell-like" in line for line in self.tune("--plain", file))

    def frequencies(self, file, *options):
        """Of all readings that have one."""
        readings = [json.loads(line) for line in self.tune("--jsonl", file, *options)]
        return [reading["frequency"] for reading in readings if reading["frequency"]]



def modes(kind, strike, generator, beats, seconds=SECONDS):
    """A struck object, and its modes: frequency, beat, seconds for 60 dB and amplitude of each."""
    ratios, levels, decays, _ = OBJECTS[kind]
    time = np.arange(int(seconds * RATE)) / RATE
    sound, truth = np.zeros_like(time), []
    for ratio, level, decay in zip(ratios, levels, decays):
        frequency = ratio * strike
        rate = 6.908 / decay * generator.uniform(0.7, 1.4)
        beat = np.exp(generator.uniform(np.log(0.2), np.log(5))) if beats and kind != "reed" else 0
        amplitude = 10 ** ((level + generator.uniform(-5, 5)) / 20) if frequency <= 19000 else 0
        truth.append((frequency, beat, 6.908 / rate, amplitude))
        if not amplitude:
            continue
        line = lambda f, a, d: a * np.exp(-d * time) * np.sin(2 * np.pi * f * time + generator.uniform(0, 6.28))
        sound += line(frequency, amplitude, rate)
        if beat:
            sound += line(frequency + beat, amplitude * generator.uniform(0.3, 0.8), rate * generator.uniform(0.85, 1.15))
    return np.concatenate([np.zeros(RATE // 10), sound * np.minimum(1, time / 0.002)]), truth


def written(folder, name, sound, generator, room=None):
    """The file of a sound in a room, with noise; what the sound was multiplied by, and the noise's level."""
    if room is not None:
        length = len(sound) + len(room)
        sound = np.fft.irfft(np.fft.rfft(sound, length) * np.fft.rfft(room, length), length)[:len(sound)]
    scale = 0.5 / np.abs(sound).max()
    sound = scale * sound
    noise = NOISE * np.sqrt(np.mean(sound ** 2))
    path = pathlib.Path(folder) / f"{name}.wav"
    soundfile.write(path, sound + generator.standard_normal(len(sound)) * noise, RATE, subtype="FLOAT")
    return path, scale, noise


class Answer:
    """How a room answers in the octave around a frequency: as noise that dies away."""

    def __init__(self, room, frequency):
        size = 2 ** math.ceil(math.log2(len(room)))
        spectrum = np.fft.rfft(room, size)
        octaves = np.log2(np.maximum(1e-9, np.fft.rfftfreq(size, 1 / RATE)) / frequency)
        shaped = np.fft.irfft(spectrum * np.exp(-8 * octaves ** 2), size)[:len(room)]
        first = np.argmax(np.abs(room) > 0.25 * np.abs(room).max())
        width = int((0.002 + 1 / frequency) * RATE)  # of the direct sound in this octave
        self.direct = (shaped[max(0, first - width):first + width] ** 2).sum()
        self.rest = (shaped[first + width:] ** 2).sum()
        left = np.cumsum(shaped[::-1] ** 2)[::-1]
        levels = 10 * np.log10(left / left[0] + 1e-15)
        begin, end = np.argmax(levels < -5), np.argmax(levels < -25)
        self.decay = np.log(10) / ((end - begin) / RATE)  # nepers a second: 20 dB between the two


def bound(room, mode, scale, noise):
    """The least standard error of a single line's frequency, in cents: by the noise, or by the room, whichever is more.

    The noise's is the Cramer-Rao bound of a decaying line in white noise. The room's is that of a line which is driven on
    by noise that dies away with the room, of which nothing else is known. In units of the direct line, the room's part has
    the power q = s (e^(2 (d - r) t) - 1) / (2 (d - r)), where d and r are the decays of line and room and s = 2 r times
    the room's energy over that of the direct sound; each moment tells 2 (1 + q) e^(-2 (d - r) t) / s of the frequency."""
    frequency, _, seconds, amplitude = mode
    decay = 6.908 / seconds
    answer = Answer(room, frequency) if room is not None else None
    gain = scale * np.sqrt(answer.direct + answer.rest if answer else 1)
    time = np.arange(0, SECONDS, 1e-3)
    line = np.exp(-2 * decay * time)
    moments = [np.sum(time ** power * line) * 1e-3 for power in range(3)]
    told = (moments[2] - moments[1] ** 2 / moments[0]) * (gain * amplitude / noise) ** 2 / 2 * RATE
    variance = 1 / max(1e-12, told)
    if answer:
        # As long as the line stands over the noise in a band as wide as itself.
        heard = time[line * (gain * amplitude) ** 2 * RATE > 4 * decay * noise ** 2]
        drive, excess = 2 * answer.decay * answer.rest / answer.direct, 2 * (decay - answer.decay)
        power = drive * np.expm1(excess * heard) / excess
        told = np.sum(2 * (1 + power) * np.exp(-excess * heard) / drive) * 1e-3
        variance = max(variance, 1 / max(1e-12, told))
    return 1200 / np.log(2) * np.sqrt(variance) / (2 * np.pi * frequency)


def over_noise(sound, rate, frequency, seconds=3):
    """By how much a partial stands over the noise around it, in decibels: the peak over the median of the neighbourhood."""
    start = np.argmax(np.abs(sound) > 0.1 * np.abs(sound).max()) + int(0.05 * rate)
    part = sound[start:start + int(seconds * rate)]
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
    place = lambda hertz: int(round(hertz * len(part) / rate))
    peak = power[place(frequency) - 2:place(frequency) + 3].max()
    around = np.concatenate([power[place(0.94 * frequency):place(frequency) - 12],
                             power[place(frequency) + 12:place(1.06 * frequency)]])
    return 10 * np.log10(peak / np.median(around))


def score_recordings(program, folder):
    """Strike notes and partials of labelled bells. A label is a peak of a spectrum; those that do not stand 20 dB over the
    noise around them are counted apart."""
    labels = json.loads((folder / "meta.json").read_text())["clips"]
    files = {name: folder / f"{name}.flac" for name in labels}
    found, _ = program.bell(files.values())
    tally = dict.fromkeys(["right", "labels", "clear", "near", "line near", "carillon", "named", "declared"], 0)
    wrong = []
    for name, label in labels.items():
        measured = found.get(str(files[name]))
        sound, rate = soundfile.read(files[name])
        sound = sound if sound.ndim == 1 else sound.mean(axis=1)
        tally["right"] += bool(measured and abs(cents(measured["strike"], label["strike"])) < 50)
        partials = {partial["name"]: partial for partial in measured["partials"]} if measured else {}
        for partial, value in label["partials"].items():
            tally["labels"] += 1
            if over_noise(sound, rate, value["frequency"]) < 20:
                continue
            tally["clear"] += 1
            lines = [partials[partial]["frequency"]] if partial in partials else []
            lines += [line["frequency"] for line in partials[partial]["lines"]] if partial in partials else []
            offs = [cents(line, value["frequency"]) for line in lines]
            tally["near"] += bool(offs) and abs(offs[0]) <= 1
            tally["line near"] += bool(offs) and min(map(abs, offs)) <= 1
            if not offs or abs(offs[0]) > 1:
                wrong.append(f"{name} {partial}: " + ", ".join(f"{off:+.1f}" for off in offs[1:]))
        def is_named(*options):
            frequencies = program.frequencies(files[name], *options)
            return bool(frequencies and abs(cents(np.median(frequencies), label["strike"])) < 50)

        told = program.says_bell_like(files[name])
        tally["carillon"] += is_named("--instrument", "carillon")
        tally["declared"] += told
        tally["named"] += told or is_named()
    print("recordings: labels that are not met, in cents from each line:", *wrong, sep="\n  ")
    bells = len(labels)
    return {"strike notes of bells": (tally["right"], bells),
            "partials within 1 cent, where the label stands 20 dB over the noise": (tally["near"], tally["clear"]),
            "the same, or another line of the partial within 1 cent": (tally["line near"], tally["clear"]),
            "labels that do not stand so, and are not counted": (tally["labels"] - tally["clear"], tally["labels"]),
            "tune --instrument carillon names the strike note": (tally["carillon"], bells),
            "tune names the strike note, or says bell-like": (tally["named"], bells),
            "tune says bell-like": (tally["declared"], bells)}


def score_objects(program, rooms, each, generator, folder):
    """Partials and beats of each object, in each room: a row of counts, and what could be reached."""
    rows = {}
    for kind in OBJECTS:
        if kind == "reed":
            continue
        for place, room in [("dry", None), *rooms.items()]:
            sounds = {}
            for index in range(2 * each):
                low, high = OBJECTS[kind][3]
                strike = np.exp(generator.uniform(np.log(low), np.log(high)))
                sound, truth = modes(kind, strike, generator, beats=index % 2 == 1)
                path, scale, noise = written(folder, f"{kind}-{place}-{index}", sound, generator, room)
                errors = [bound(room, mode, scale, noise) if mode[3] else math.inf for mode in truth]
                sounds[str(path)] = (strike, truth, errors)
            found, _ = program.bell(sounds, kind)
            rows[f"{kind}, {place}"] = scored(found, sounds)
            for path in sounds:
                pathlib.Path(path).unlink()
    return rows


COUNTS = ["objects", "measured", "single lines", "within 0.3 cents", "two for one", "beats", "found", "within 0.02 Hz",
          "lines of beats", "within 0.3 cents of theirs"]


def scored(found, sounds):
    row = dict.fromkeys(COUNTS, 0) | {"possible": 0.0}
    for path, (strike, truth, errors) in sounds.items():
        row["objects"] += 1
        measured = found.get(path)
        if not measured or abs(cents(measured["strike"], strike)) > 30:
            continue
        row["measured"] += 1
        for partial in measured["partials"]:
            index = min(range(len(truth)), key=lambda mode: abs(cents(partial["frequency"], truth[mode][0])))
            frequency, beat, decay, _ = truth[index]
            if partial["clearness"] < 20:
                continue
            lines = [line["frequency"] for line in partial["lines"]]
            if not beat:
                row["single lines"] += 1
                row["within 0.3 cents"] += max(abs(cents(line, frequency)) for line in lines) < 0.3
                row["possible"] += math.erf(0.3 / math.sqrt(2) / errors[index])
                row["two for one"] += len(lines) > 1
            elif beat * decay > 2:  # One whole beat while it falls by 30 dB.
                row["beats"] += 1
                row["found"] += len(lines) > 1
                row["within 0.02 Hz"] += len(lines) > 1 and abs(lines[1] - lines[0] - beat) < 0.02
                if len(lines) > 1:
                    row["lines of beats"] += 2
                    places = (frequency, frequency + beat)
                    row["within 0.3 cents of theirs"] += sum(
                        abs(cents(line, place)) < 0.3 for line, place in zip(lines, places))
    return row


def score_wrong(program, each, generator, folder):
    """Each object given as each other one."""
    told, all_, own, alone = 0, 0, 0, 0
    for kind in OBJECTS:
        paths = []
        for index in range(each):
            low, high = OBJECTS[kind][3]
            strike = np.exp(generator.uniform(np.log(low), np.log(high)))
            sound, _ = modes(kind, strike, generator, beats=index % 2 == 1)
            paths.append(written(folder, f"wrong-{kind}-{index}", sound, generator)[0])
        for given in OBJECTS:
            found, _ = program.bell(paths, given)
            fine = [str(path) in found and found[str(path)]["likelier"] is None for path in paths]
            if given in KIN.get(kind, {kind}):
                alone += sum(fine)
                own += len(fine)
            else:
                told += len(fine) - sum(fine)
                all_ += len(fine)
    return {"wrong objects that are told": (told, all_), "right objects that are accepted": (alone, own)}


def score_reeds(program, generator, folder, count=60):
    """Pairs of reeds, 2 s of each."""
    sounds = {}
    for index in range(count):
        low = np.exp(generator.uniform(np.log(110), np.log(1760)))
        beat = np.exp(generator.uniform(np.log(0.5), np.log(10)))
        time = np.arange(int(2.12 * RATE)) / RATE
        sound = np.zeros_like(time)
        for frequency in (low, low + beat):
            for order in range(1, 15):
                if order * frequency < 20000:
                    amplitude = order ** -1.1 * generator.uniform(0.5, 1)
                    sound += amplitude * np.sin(2 * np.pi * order * frequency * time + generator.uniform(0, 6.28))
        sounds[str(written(folder, f"reed-{index}", sound * np.minimum(1, time / 0.05), generator)[0])] = (low, beat)
    found, _ = program.bell(sounds, "reed")
    errors = []
    for path, (low, beat) in sounds.items():
        lines = found[path]["partials"][0]["lines"] if path in found else []
        if len(lines) == 2:
            errors += [abs(cents(lines[0]["frequency"], low)), abs(cents(lines[1]["frequency"], low + beat))]
    print(f"reeds: the largest error is {max(errors, default=0):.4f} cents")
    return {"pairs of reeds told apart in 2 s": (len(errors) // 2, count),
            "reeds within 0.1 cents": (sum(error < 0.1 for error in errors), 2 * count)}


def score_others(program, folders):
    """Recordings that are no bells: those of which tune says so."""
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in (".wav", ".flac")]
    wrong = []
    for file in files:
        if program.says_bell_like(file):
            wrong.append(file.name)
    print("called bell-like:", *wrong)
    return {"strings, winds, keys, voices and speech that tune calls bell-like": (len(wrong), len(files))}


def of(count, all_):
    return f"{count} of {all_}"


def in_rooms(rows):
    """The rows of a table: for each object and place, and for all of a place."""
    places = list(dict.fromkeys(name.split(", ")[1] for name in rows))
    sums = {}
    for place in places:
        parts = [row for name, row in rows.items() if name.endswith(", " + place)]
        sums[f"all, {place}"] = {key: sum(part[key] for part in parts) for key in parts[0]}
    return {name: {"single lines within 0.3 cents": of(row["within 0.3 cents"], row["single lines"]),
                   "at the bound": f"{row['possible']:.0f}",
                   "taken for two": str(row["two for one"]),
                   "beats found": of(row["found"], row["beats"]),
                   "within 0.02 Hz": str(row["within 0.02 Hz"]),
                   "their lines within 0.3 cents": of(row["within 0.3 cents of theirs"], row["lines of beats"])}
            for name, row in {**rows, **sums}.items()}


def write(name, unit, rows):
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    figures = {"measured": datetime.date.today().isoformat(), "commit": commit.stdout.strip(),
               "command": "Benchmarks/bells.sh --bells BELLS --rooms ROOMS --others OTHERS --figures", "unit": unit,
               "columns": list(next(iter(rows.values()))), "rows": rows}
    (FIGURES / f"{name}.json").write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--bells", type=pathlib.Path)
    parser.add_argument("--rooms", type=pathlib.Path)
    parser.add_argument("--room", action="append")
    parser.add_argument("--others", action="append", type=pathlib.Path, default=[])
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    program, generator = Program(options.program), np.random.default_rng(7)
    counts = score_recordings(program, options.bells) if options.bells else {}
    rooms = {}
    if options.rooms:
        for name in options.room or ["living-room-1", "classroom", "kitchen-0"]:
            response, rate = soundfile.read(options.rooms / f"{name}.flac")
            assert rate == RATE, f"{name} is not at {RATE} Hz"
            rooms[name] = response if response.ndim == 1 else response.mean(axis=1)
    with tempfile.TemporaryDirectory() as folder:
        objects = score_objects(program, rooms, options.each, generator, folder)
        counts |= score_wrong(program, 2 * options.each, generator, folder)
        counts |= score_reeds(program, generator, folder)
    if options.others:
        counts |= score_others(program, options.others)
    rows = {"counts": {name: {"result": of(*count)} for name, count in counts.items()}, "rooms": in_rooms(objects)}
    print(json.dumps(rows, indent=1))
    print("not measured:", {name: row["objects"] - row["measured"] for name, row in objects.items()
                            if row["objects"] > row["measured"]})
    if options.figures:
        write("bells", "recordings, wrong objects and reeds", rows["counts"])
        write("bells-in-rooms", "object, place", rows["rooms"])


main()
