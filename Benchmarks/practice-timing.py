#!/usr/bin/env python3
"""Early and late of `kammerton practice`, on scores that are rendered with known times: see practice-timing.sh."""

import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy
import soundfile

RATE = 44_100
TEMPO = 96
# General MIDI programs of FluidSynth; "pluck" are strings of our own.
TIMBRES = {"pluck": None, "nylon-guitar": 24, "piano": 0, "marimba": 12, "clarinet": 71, "violin": 40}
# How long after its command the sound of each key starts, in ms.
ATTACKS = {}
PLUCKED = ("pluck", "nylon-guitar", "piano", "marimba")


def melody(random, count):
    """Notes of a scale, quarters and eighths, with some repeated: (midi, onset, duration) in quarters."""
    steps, notes, onset, degree = [0, 2, 4, 5, 7, 9, 11], [], 0.0, 7
    while len(notes) < count:
        degree = int(numpy.clip(degree + random.choice([-2, -1, 0, 1, 2], p=[.15, .3, .15, .25, .15]), 0, 13))
        number = 57 + 12 * (degree // 7) + steps[degree % 7]
        lengths = [0.5, 0.5] if random.random() < 0.6 else [1.0]
        for index, length in enumerate(lengths):
            if index and random.random() < 0.8:
                degree = int(numpy.clip(degree + random.choice([-1, 1]), 0, 13))
                number = 57 + 12 * (degree // 7) + steps[degree % 7]
            notes.append((number, onset, length))
            onset += length
    return notes[:count]


def variable(number):
    data = [number & 0x7F]
    while number := number >> 7:
        data.append(number & 0x7F | 0x80)
    return bytes(reversed(data))


def midi(notes, program=0, seconds=False):
    """A file of format 0; onsets and durations in quarters, or in seconds."""
    ticks, events = 10_000 if seconds else 480, []
    for number, onset, duration in notes:
        start = round(onset * ticks)
        events += [(start, 1, bytes([0x90, number, 90])), (start + max(1, round(duration * ticks)), 0, bytes([0x80, number, 0]))]
    events.sort(key=lambda event: event[:2])
    micros = 1_000_000 if seconds else round(60e6 / TEMPO)
    track = bytes([0, 0xFF, 0x51, 3]) + micros.to_bytes(3, "big") + bytes([0, 0xC0, program])
    now = 0
    for time, _, data in events:
        track += variable(time - now) + data
        now = time
    track += bytes([0, 0xFF, 0x2F, 0])
    return (b"MThd" + (6).to_bytes(4, "big") + bytes([0, 0, 0, 1]) + ticks.to_bytes(2, "big")
            + b"MTrk" + len(track).to_bytes(4, "big") + track)


def pluck(random, frequency, seconds):
    """A string by Karplus and Strong, with a tuning filter; it rings until it is damped."""
    count = int((seconds + 0.06) * RATE)
    period = RATE / frequency - 0.5
    length, fraction = int(period), period - int(period)
    allpass = (1 - fraction) / (1 + fraction)
    line, wave = random.uniform(-1, 1, length + 1), numpy.zeros(count)
    position, before, last_in, last_out = 0, 0.0, 0.0, 0.0
    for index in range(count):
        value = line[position]
        wave[index] = value
        smoothed = 0.498 * (value + before)
        before = value
        last_out = allpass * (smoothed - last_out) + last_in
        last_in = smoothed
        line[position] = last_out
        position = (position + 1) % length
    fade = int(0.03 * RATE)
    wave[-fade:] *= numpy.linspace(1, 0, fade)
    return wave


def envelope(wave):
    """The amplitude of a sound, over a millisecond."""
    size = 1 << len(wave).bit_length()
    spectrum = numpy.fft.fft(wave, size)
    spectrum[1:size // 2] *= 2
    spectrum[size // 2 + 1:] = 0
    amplitude = abs(numpy.fft.ifft(spectrum))[:len(wave)]
    width = round(0.001 * RATE)
    return numpy.convolve(amplitude, numpy.ones(width) / width, "same")


def attack_time(wave):
    """When a note that sounds alone first reaches a quarter of the amplitude of its attack (docs/onsets.md), in samples.

    The attack ends where the amplitude has not grown by a tenth for 30 ms.
    """
    amplitude = envelope(wave)
    first = int(numpy.flatnonzero(amplitude > 0.05 * amplitude.max())[0])
    step, hold = round(0.001 * RATE), round(0.03 * RATE)
    peak, since = amplitude[first], first
    for index in range(first, len(wave), step):
        highest = amplitude[index:index + step].max()
        if highest > 1.1 * peak:
            peak, since = highest, index
        elif index - since > hold:
            break
    peak = amplitude[first:since + step].max()
    return first + int(numpy.flatnonzero(amplitude[first:] >= 0.25 * peak)[0])


def synthesised(timbre, number, seconds, soundfont, folder, cache={}):
    """A note by FluidSynth, alone and from the start of its file, and its onset in samples.

    FluidSynth starts notes at blocks of 64 samples only, and the attacks of recorded samples differ from key to key.
    """
    key = timbre, number, round(seconds, 2)
    if key not in cache:
        (folder / "note.mid").write_bytes(midi([(number, 0, key[2])], TIMBRES[timbre], seconds=True))
        subprocess.run(
            ["fluidsynth", "-ni", "-g", "0.6", "-r", str(RATE), "-o", "synth.reverb.active=0", "-o", "synth.chorus.active=0",
             "-F", folder / "note.wav", soundfont, folder / "note.mid"],
            check=True, capture_output=True)
        wave = soundfile.read(folder / "note.wav", always_2d=True)[0].mean(axis=1)[:int((seconds + 1.5) * RATE)]
        cache[key] = wave, attack_time(wave)
        ATTACKS.setdefault((timbre, number), 1000 * cache[key][1] / RATE)
    return cache[key]


def render(random, timbre, played, soundfont, folder):
    """Every note with its onset at its sample, whatever renders it."""
    sound = numpy.zeros(int((max(time + duration for _, time, duration in played) + 2) * RATE))
    for number, time, duration in played:
        if TIMBRES[timbre] is None:
            wave, attack = pluck(random, 440 * 2 ** ((number - 69) / 12), duration), 0
        else:
            wave, attack = synthesised(timbre, number, duration, soundfont, folder)
        start = round(time * RATE) - attack
        end = min(len(sound), start + len(wave))
        sound[start:end] += wave[:end - start]
    return 0.4 * sound / max(1e-9, abs(sound).max())


def in_room(sound, room):
    response, rate = soundfile.read(room, always_2d=True)
    response = response[:, 0]
    if rate != RATE:
        positions = numpy.arange(int(len(response) * RATE / rate)) * rate / RATE
        response = numpy.interp(positions, numpy.arange(len(response)), response)
    # The direct sound is at the start.
    response = response[max(0, int(abs(response).argmax()) - 32):][:int(1.5 * RATE)]
    size = 1 << (len(sound) + len(response)).bit_length()
    wet = numpy.fft.irfft(numpy.fft.rfft(sound, size) * numpy.fft.rfft(response, size), size)[:len(sound) + len(response)]
    return 0.4 * wet / abs(wet).max()


def performance(random, notes, jitter, drift=0.0, swing=0.5, mistakes=0):
    """What is played, in seconds; the true deviation of each note in ms; and the true mistakes."""
    quarter, last = 60 / TEMPO, notes[-1][1]
    late = random.normal(0, jitter / 1000, len(notes))
    # A human does not play two notes at once.
    late = numpy.clip(late, -0.08, 0.08)
    kinds = {}
    if mistakes:
        # Three notes apart and more: a note that is too many just before one that is missing is that one, played early.
        places = 3 + 5 * random.choice((len(notes) - 6) // 5, 3 * mistakes, replace=False)
        for place, kind in zip(places, ["wrong", "missing", "extra"] * mistakes):
            kinds[int(place)] = kind
    played = []
    for index, (number, onset, duration) in enumerate(notes):
        place = onset + (swing - 0.5 if abs(onset % 1 - 0.5) < 1e-6 else 0)
        time = 0.5 + quarter * (place + drift * place * place / (2 * last)) + late[index]
        length = 0.88 * duration * quarter
        kind = kinds.get(index)
        if kind == "missing":
            continue
        sounding = number + int(random.choice([-4, -3, 3, 4])) if kind == "wrong" else number
        if kind == "extra":
            # The same note once more, in the middle.
            played += [(sounding, time, length / 2), (sounding, time + duration * quarter / 2, length / 2)]
        else:
            played.append((sounding, time, length))
    return played, 1000 * late, kinds


def residual(found, true, quarters):
    """The errors without what a steady tempo of one's own may take up: a constant, a slope and a bend."""
    error = numpy.array(found) - numpy.array(true)
    basis = numpy.vander(numpy.array(quarters) / max(quarters), 3)
    inner = abs(error - numpy.median(error)) < 30
    fit = numpy.linalg.lstsq(basis[inner], error[inner], rcond=None)[0]
    return error - basis @ fit


def practise(program, score, take):
    result = subprocess.run(
        [program, "practice", score, take, "--json"], capture_output=True, text=True, check=False)
    if result.returncode < 0 or result.returncode not in (0, 2):
        raise RuntimeError(f"{program} practice ended with status {result.returncode}: {result.stderr[-2000:]}")
    return json.loads(result.stdout) if result.stdout else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--soundfont", default="/usr/share/sounds/sf2/FluidR3_GM.sf2")
    parser.add_argument("--rooms", nargs="*", default=[], help="impulse responses")
    parser.add_argument("--takes", type=int, default=2, help="of each melody, dry")
    parser.add_argument("--room-takes", type=int, default=1, help="of each melody, in each room")
    parser.add_argument("--timbres", nargs="*", default=list(TIMBRES))
    parser.add_argument("--output", required=True)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    cases = [("jitter 5 ms", dict(jitter=5)), ("jitter 15 ms", dict(jitter=15)), ("jitter 25 ms", dict(jitter=25)),
             ("drift +8 %", dict(jitter=10, drift=-0.08)), ("drift -8 %", dict(jitter=10, drift=0.08)),
             ("swing 2:1", dict(jitter=10, swing=2 / 3)), ("mistakes", dict(jitter=15, mistakes=4))]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for room in [None, *options.rooms]:
            for timbre in options.timbres:
                for case, settings in cases:
                    row = dict(timbre=timbre, room=pathlib.Path(room).stem if room else "dry", case=case)
                    errors, commanded, changes, shares = [], [], [], []
                    counts = dict(notes=0, right=0, mistakes=0, told=0, unwarranted=0)
                    for take in range(options.room_takes if room else options.takes):
                        random = numpy.random.default_rng([len(timbre), len(case), take])
                        notes = melody(random, 72)
                        played, late, kinds = performance(random, notes, **settings)
                        sound = render(random, timbre, played, options.soundfont, folder)
                        if room:
                            sound = in_room(sound, room)
                        soundfile.write(folder / "take.wav", sound, RATE, subtype="PCM_16")
                        (folder / "score.mid").write_bytes(midi(notes))
                        report = practise(options.program, folder / "score.mid", folder / "take.wav")
                        judge(timbre, report, notes, late, kinds, settings, errors, commanded, changes, shares,
                              counts, options.verbose)
                    errors = numpy.abs(errors)
                    row.update(
                        count=len(errors), median=round(float(numpy.median(errors)), 3),
                        percentile95=round(float(numpy.percentile(errors, 95)), 3),
                        within2=round(float((errors <= 2).mean()), 4),
                        within2OfCommand=round(float((numpy.abs(commanded) <= 2).mean()), 4), **counts)
                    if changes:
                        row["driftError"] = round(float(numpy.abs(changes).max()), 3)
                    if shares:
                        row["swingShareError"] = round(float(numpy.abs(shares).max()), 4)
                    rows.append(row)
                    print(json.dumps(row), flush=True)
    summary = summarise(rows)
    for line in summary:
        print(json.dumps(line))
    pathlib.Path(options.output).write_text(
        json.dumps(dict(tempo=TEMPO, takes=options.takes, roomTakes=options.room_takes, summary=summary, rows=rows), indent=1) + "\n")


def judge(timbre, report, notes, late, kinds, settings, errors, commanded, changes, shares, counts, verbose):
    counts["notes"] += len(notes)
    counts["mistakes"] += len(kinds)
    if report is None:
        errors.append(1e3)
        commanded.append(1e3)
        return
    found, true, attacks, quarters = [], [], [], []
    quarter = 60 / TEMPO
    for index, (note, heard) in enumerate(zip(notes, report["notes"])):
        kind = kinds.get(index)
        is_missing = heard["time"] is None
        told = "wrong" if heard["wrong"] else "missing" if is_missing else "right"
        wanted = kind if kind in ("wrong", "missing") else "right"
        if told == wanted:
            counts["right"] += 1
            counts["told"] += kind in ("wrong", "missing")
        elif verbose:
            print("  note", index, note, "is", kind, "told", told)
        if heard["late"] is not None and told == wanted:
            is_off = abs(note[1] % 1 - 0.5) < 1e-6
            shift = 1000 * quarter * (settings.get("swing", 0.5) - 0.5) if is_off else 0
            found.append(heard["late"])
            true.append(late[index] + shift)
            attacks.append(ATTACKS.get((timbre, note[0]), 0))
            quarters.append(note[1])
    extra = sum(kind == "extra" for kind in kinds.values())
    counts["told"] += min(extra, report["extra"])
    counts["unwarranted"] += max(0, report["extra"] - extra)
    if verbose and report["extra"] != extra:
        print("  extra", report["extra"], "true", extra)
    enough = len(found) > 8
    errors += list(residual(found, true, quarters)) if enough else [1e3]
    commanded += list(residual(found, numpy.array(true) - attacks, quarters)) if enough else [1e3]
    timing = report["timing"]
    if "drift" in settings and timing["tempo"]:
        changes.append(timing["tempo"]["change"] - 100 * (1 / (1 + settings["drift"]) - 1))
    if "swing" in settings and timing["swing"]:
        shares.append(timing["swing"]["share"] - settings["swing"])


def summarise(rows):
    lines = []
    for place, wanted in (("dry", True), ("rooms", False)):
        for kind, timbres in (("plucked and struck", PLUCKED), ("bowed and blown", ("clarinet", "violin"))):
            chosen = [row for row in rows if (row["room"] == "dry") == wanted and row["timbre"] in timbres]
            if not chosen:
                continue
            count = sum(row["count"] for row in chosen)
            mistaken = [row for row in chosen if row["mistakes"]]
            lines.append(dict(
                place=place, kind=kind, notes=sum(row["notes"] for row in chosen),
                within2=round(sum(row["within2"] * row["count"] for row in chosen) / count, 4),
                within2OfCommand=round(sum(row["within2OfCommand"] * row["count"] for row in chosen) / count, 4),
                right=round(sum(row["right"] for row in chosen) / sum(row["notes"] for row in chosen), 4),
                mistakesTold=round(sum(row["told"] for row in mistaken) / sum(row["mistakes"] for row in mistaken), 4)
                if mistaken else None,
                unwarranted=sum(row["unwarranted"] for row in chosen),
                driftError=max([row["driftError"] for row in chosen if "driftError" in row], default=None)))
    for timbre, room in dict.fromkeys((row["timbre"], row["room"]) for row in rows):
        chosen = [row for row in rows if (row["timbre"], row["room"]) == (timbre, room)]
        count = sum(row["count"] for row in chosen)
        lines.append(dict(
            place=room, kind=timbre, notes=sum(row["notes"] for row in chosen),
            **{key: round(sum(row[key] * row["count"] for row in chosen) / count, 4) for key in ("within2", "within2OfCommand")},
            median=round(sum(row["median"] * row["count"] for row in chosen) / count, 3),
            percentile95=max(row["percentile95"] for row in chosen),
            right=sum(row["right"] for row in chosen), mistakes=sum(row["mistakes"] for row in chosen),
            told=sum(row["told"] for row in chosen), unwarranted=sum(row["unwarranted"] for row in chosen)))
    return lines


main()
