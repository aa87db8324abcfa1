"""Scores kammerton bell and tune on bells and their kin; called by bells.sh, which says what it needs."""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import soundfile

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

    def tune(self, file, *options):
        """The lines for people, and the frequencies of all readings."""
        run = lambda style: subprocess.run([self.path, "tune", "--no-config", style, *options, str(file)],
                                           capture_output=True, text=True).stdout.splitlines()
        readings = [json.loads(line) for line in run("--jsonl")]
        return run("--plain"), [reading["frequency"] for reading in readings if reading["frequency"]]


def modes(kind, strike, generator, beats, seconds=SECONDS):
    """A struck object, its modes' frequencies, decays and beats."""
    ratios, levels, decays, _ = OBJECTS[kind]
    time = np.arange(int(seconds * RATE)) / RATE
    sound, truth = np.zeros_like(time), []
    for ratio, level, decay in zip(ratios, levels, decays):
        frequency = ratio * strike
        rate = 6.908 / decay * generator.uniform(0.7, 1.4)
        beat = np.exp(generator.uniform(np.log(0.2), np.log(5))) if beats and kind != "reed" else 0
        truth.append((frequency, beat, 6.908 / rate))
        if frequency > 19000:
            continue
        amplitude = 10 ** ((level + generator.uniform(-5, 5)) / 20)
        line = lambda f, a, d: a * np.exp(-d * time) * np.sin(2 * np.pi * f * time + generator.uniform(0, 6.28))
        sound += line(frequency, amplitude, rate)
        if beat:
            sound += line(frequency + beat, amplitude * generator.uniform(0.3, 0.8), rate * generator.uniform(0.85, 1.15))
    return np.concatenate([np.zeros(RATE // 10), sound * np.minimum(1, time / 0.002)]), truth


def written(folder, name, sound, generator, room=None):
    """The file of a sound in a room, with noise."""
    if room is not None:
        length = len(sound) + len(room)
        sound = np.fft.irfft(np.fft.rfft(sound, length) * np.fft.rfft(room, length), length)[:len(sound)]
    sound = 0.5 * sound / np.abs(sound).max()
    sound = sound + generator.standard_normal(len(sound)) * NOISE * np.sqrt(np.mean(sound ** 2))
    path = pathlib.Path(folder) / f"{name}.wav"
    soundfile.write(path, sound, RATE, subtype="FLOAT")
    return path


def score_recordings(program, folder):
    """Strike notes and partials of labelled bells."""
    labels = json.loads((folder / "meta.json").read_text())["clips"]
    files = {name: folder / f"{name}.flac" for name in labels}
    found, _ = program.bell(files.values())
    right, good, clear, wrong = 0, 0, 0, []
    carillon, default, declared = 0, 0, 0
    for name, label in labels.items():
        measured = found.get(str(files[name]))
        if measured and abs(cents(measured["strike"], label["strike"])) < 50:
            right += 1
        partials = {partial["name"]: partial for partial in measured["partials"]} if measured else {}
        for partial, value in label["partials"].items():
            ours = partials.get(partial)
            if not ours or ours["clearness"] < 20 or value["level_db"] < -60:
                continue
            clear += 1
            off = cents(ours["frequency"], value["frequency"])
            good += abs(off) <= 1
            if abs(off) > 1:
                wrong.append(f"{name} {partial} {off:+.1f}")
        for instrument in (None, "carillon"):
            options = ["--instrument", instrument] if instrument else []
            lines, frequencies = program.tune(files[name], *options)
            named = frequencies and abs(cents(np.median(frequencies), label["strike"])) < 50
            if instrument:
                carillon += bool(named)
            else:
                declared += any("bell-like" in line for line in lines)
                default += bool(named) or any("bell-like" in line for line in lines)
    return {"bells": len(labels), "strike note right": right, "partials of 20 dB and more": clear,
            "within 1 cent": good, "others": wrong, "tune --instrument carillon": carillon,
            "tune, named or bell-like": default, "tune, bell-like": declared}


def score_objects(program, rooms, each, generator, folder):
    """Partials, beats, and what is told as another object."""
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
                path = written(folder, f"{kind}-{place}-{index}", sound, generator, room)
                sounds[str(path)] = (strike, truth)
            found, _ = program.bell(sounds, kind)
            rows[f"{kind}, {place}"] = scored(found, sounds)
            for path in sounds:
                pathlib.Path(path).unlink()
    return rows


def scored(found, sounds):
    row = dict.fromkeys(["objects", "measured", "partials", "within 0.3 cents", "beats", "beats found",
                         "within 0.02 Hz", "false beats"], 0)
    for path, (strike, truth) in sounds.items():
        row["objects"] += 1
        measured = found.get(path)
        if not measured or abs(cents(measured["strike"], strike)) > 30:
            continue
        row["measured"] += 1
        for partial in measured["partials"]:
            frequency, beat, decay = min(truth, key=lambda mode: abs(cents(partial["frequency"], mode[0])))
            if partial["clearness"] < 20:
                continue
            row["partials"] += 1
            lines = [line["frequency"] for line in partial["lines"]]
            places = [frequency, frequency + beat] if beat else [frequency]
            # Where only one of two lines is found, it counts among the beats.
            offs = [min(abs(cents(line, place)) for place in places) for line in lines]
            row["within 0.3 cents"] += max(offs) < 0.3 or (beat > 0 and len(lines) == 1)
            if not beat:
                row["false beats"] += len(lines) > 1
            elif beat * decay > 2:  # One whole beat while it falls by 30 dB.
                row["beats"] += 1
                row["beats found"] += len(lines) > 1
                row["within 0.02 Hz"] += len(lines) > 1 and abs(lines[1] - lines[0] - beat) < 0.02
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
            paths.append(written(folder, f"wrong-{kind}-{index}", sound, generator))
        for given in OBJECTS:
            found, _ = program.bell(paths, given)
            fine = [str(path) in found and found[str(path)]["likelier"] is None for path in paths]
            if given in KIN.get(kind, {kind}):
                alone += sum(fine)
                own += len(fine)
            else:
                told += len(fine) - sum(fine)
                all_ += len(fine)
    return {"wrong objects": all_, "told": told, "right objects": own, "accepted": alone}


def score_reeds(program, generator, folder, count=40):
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
        sounds[str(written(folder, f"reed-{index}", sound * np.minimum(1, time / 0.05), generator))] = (low, beat)
    found, _ = program.bell(sounds, "reed")
    errors = []
    for path, (low, beat) in sounds.items():
        lines = found[path]["partials"][0]["lines"] if path in found else []
        if len(lines) == 2:
            errors += [abs(cents(lines[0]["frequency"], low)), abs(cents(lines[1]["frequency"], low + beat))]
    return {"pairs": count, "told apart": len(errors) // 2, "reeds within 0.1 cents": sum(e < 0.1 for e in errors),
            "largest error in cents": round(float(max(errors, default=0)), 4)}


def score_others(program, folders):
    """Recordings that are no bells: those of which tune says so."""
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in (".wav", ".flac")]
    wrong = []
    for file in files:
        lines, _ = program.tune(file)
        if any("bell-like" in line for line in lines):
            wrong.append(file.name)
    return {"recordings": len(files), "called bell-like": wrong}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--bells", type=pathlib.Path)
    parser.add_argument("--rooms", type=pathlib.Path)
    parser.add_argument("--room", action="append")
    parser.add_argument("--others", action="append", type=pathlib.Path, default=[])
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    program, generator = Program(options.program), np.random.default_rng(7)
    figures = {}
    if options.bells:
        figures["recordings"] = score_recordings(program, options.bells)
    rooms = {}
    if options.rooms:
        for name in options.room or ["living-room-1", "classroom", "kitchen-0"]:
            response, rate = soundfile.read(options.rooms / f"{name}.flac")
            assert rate == RATE, f"{name} is not at {RATE} Hz"
            rooms[name] = response if response.ndim == 1 else response.mean(axis=1)
    with tempfile.TemporaryDirectory() as folder:
        figures["objects"] = score_objects(program, rooms, options.each, generator, folder)
        figures["wrong"] = score_wrong(program, options.each, generator, folder)
        figures["reeds"] = score_reeds(program, generator, folder)
    if options.others:
        figures["others"] = score_others(program, options.others)
    text = json.dumps(figures, indent=1)
    print(text)
    if options.output:
        options.output.write_text(text + "\n")


main()
