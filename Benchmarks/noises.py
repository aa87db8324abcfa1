#!/usr/bin/env python3
"""How often sounds without a pitch get one: 60 s of nine noises, made here, through `kammerton track`.

    noises.py [--program PROGRAM] [--keep FOLDER] [--seconds N] [NOISE ...]

A table of voiced readings in per cent, for the whole range and for 60 to 1500 Hz. The noises are synthesised with
fixed seeds; babble needs espeak-ng and sox, and is of 48 voices at once, so that no single one stands out.
"""

import argparse
import csv
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import wave

import numpy

RATE = 44_100
RANGES = ["26..4500", "60..1500"]


def shaped(generator, count, slope):
    """Noise whose power falls by `slope` powers of the frequency, above 10 Hz."""
    spectrum = numpy.fft.rfft(generator.standard_normal(count))
    frequency = numpy.maximum(numpy.fft.rfftfreq(count, 1 / RATE), 10)
    return numpy.fft.irfft(spectrum * frequency ** (-slope / 2), count)


def band(generator, count, low, high):
    spectrum = numpy.fft.rfft(generator.standard_normal(count))
    frequency = numpy.fft.rfftfreq(count, 1 / RATE)
    edges = 1 / (1 + (low / numpy.maximum(frequency, 1)) ** 4) / (1 + (frequency / high) ** 4)
    return numpy.fft.irfft(spectrum * edges, count)


def white(generator, count):
    return generator.standard_normal(count)


def pink(generator, count):
    return shaped(generator, count, 1)


def brown(generator, count):
    return shaped(generator, count, 2)


def breath(generator, count):
    """In and out, every four seconds, coloured by a mouth that is a little open."""
    time = numpy.arange(count) / RATE
    flow = numpy.abs(numpy.sin(2 * numpy.pi * time / 4)) ** 1.5
    sound = band(generator, count, 300, 2500) + 0.5 * band(generator, count, 1200, 6000)
    return flow * sound


def hum(generator, count):
    """Mains at 50 Hz with odd and even harmonics, over a little noise."""
    time = numpy.arange(count) / RATE
    sound = 0.003 * generator.standard_normal(count)
    for number in range(1, 13):
        weight = 1 / number if number % 2 else 0.4 / number
        sound += weight * numpy.sin(2 * numpy.pi * 50 * number * time + generator.uniform(0, 6.28))
    return sound


def applause(generator, count):
    """Claps of sixty hands, each with its own colour and rhythm."""
    sound = numpy.zeros(count)
    for _ in range(60):
        size = int(RATE * 0.03)
        colour = generator.uniform(600, 2500)
        clap = band(generator, size, colour / 1.6, colour * 1.6) * numpy.exp(-numpy.arange(size) / RATE / 0.004)
        place, period = generator.uniform(0, 0.5), generator.uniform(0.18, 0.4)
        while (begin := int(place * RATE)) < count - size:
            sound[begin:begin + size] += generator.uniform(0.3, 1) * clap
            place += period * generator.normal(1, 0.12)
    return sound


def rain(generator, count):
    """Steady rain: 400 drops a second over their own hiss."""
    sound = 0.02 * band(generator, count, 1000, 9000) / 0.3
    size = int(RATE * 0.02)
    time = numpy.arange(size) / RATE
    for _ in range(int(count / RATE * 400)):
        begin = generator.integers(0, count - size)
        frequency, decay = generator.uniform(1500, 9000), generator.uniform(0.0008, 0.004)
        drop = numpy.sin(2 * numpy.pi * frequency * time) * numpy.exp(-time / decay)
        sound[begin:begin + size] += 0.05 * generator.exponential() * drop
    return sound


def traffic(generator, count):
    """A street: rumble, tyres, and cars that pass every few seconds."""
    time = numpy.arange(count) / RATE
    sound = 0.3 * shaped(generator, count, 2) / 2e-3 * 1e-3
    sound /= numpy.abs(sound).max()
    for _ in range(int(count / RATE / 4)):
        middle, width = generator.uniform(0, count / RATE), generator.uniform(1, 2.5)
        sound += numpy.exp(-((time - middle) / width) ** 2) * band(generator, count, 80, 1100) * 2
    return sound


def babble(generator, count):
    """48 voices at once."""
    for tool in ("espeak-ng", "sox"):
        shutil.which(tool) or sys.exit(f"noises: {tool} is missing, which babble needs")
    words = ("the a in of to and river house seven green open table music water window market yellow forty letter "
             "mountain always never morning garden people number paper simple other answer").split()
    voices = ["en", "en-us", "de", "fr", "es", "it", "pt", "nl"]
    sound = numpy.zeros(count)
    for index in range(48):
        text = " ".join(generator.choice(words, 260))
        speech = subprocess.run(
            ["espeak-ng", "-v", f"{voices[index % 8]}+{'m' if index % 2 else 'f'}{1 + index % 4}",
             "-p", str(generator.integers(20, 80)), "-s", str(generator.integers(130, 200)), "--stdout", text],
            check=True, capture_output=True).stdout
        raw = subprocess.run(["sox", "-q", "-t", "wav", "--ignore-length", "-", "-t", "f32", "-r", str(RATE), "-c", "1", "-"],
                             input=speech, check=True, capture_output=True).stdout
        samples = numpy.frombuffer(raw, numpy.float32)
        samples = numpy.resize(numpy.roll(samples, generator.integers(0, len(samples))), count)
        sound += samples / numpy.sqrt(numpy.mean(samples ** 2))
    return sound


NOISES = [white, pink, brown, breath, hum, babble, applause, rain, traffic]


def write(path, samples):
    samples = samples / numpy.sqrt(numpy.mean(samples ** 2)) * 0.1  # -20 dBFS
    pcm = (numpy.clip(samples, -1, 1) * 32767).round().astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm.tobytes())


def voiced(program, path, limits):
    text = subprocess.run([program, "track", path, "--range", limits], check=True,
                          capture_output=True, text=True).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    return sum(bool(float(row["frequency"] or 0)) for row in rows), len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=".build/release/kammerton")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the sounds")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("noises", nargs="*", metavar="NOISE")
    options = parser.parse_args()
    names = {noise.__name__: noise for noise in NOISES}
    program = str(pathlib.Path(options.program).resolve())
    print("| noise | " + " | ".join(f"{limits} Hz" for limits in RANGES) + " |\n|---|" + "---:|" * len(RANGES))
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(exist_ok=True)
        for name in options.noises or names:
            path = folder / f"{name}.wav"
            generator = numpy.random.default_rng(list(name.encode()))
            write(path, names[name](generator, int(options.seconds * RATE)))
            cells = []
            for limits in RANGES:
                count, total = voiced(program, path, limits)
                cells.append(f"{count} of {total} ({100 * count / max(1, total):.2f} %)")
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
