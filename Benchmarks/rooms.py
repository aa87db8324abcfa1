#!/usr/bin/env python3
"""Messages through measured rooms: see rooms.sh."""

import argparse
import json
import pathlib
import shlex
import subprocess
import tempfile

import ggwave
import numpy
import soundfile

RATE = 48_000
GGWAVE = {"ggwave-u-fastest": 5, "ggwave-u-normal": 3}


class Kammerton:
    def __init__(self, program, name, options, folder):
        self.program, self.name, self.options, self.folder = program, name, options, pathlib.Path(folder)
        self.is_audible = "--band a" in " ".join(options).lower()

    def encode(self, payload):
        (self.folder / "payload").write_bytes(payload)
        subprocess.run(
            [self.program, "send", "--file", self.folder / "payload", *self.options,
             "--output", self.folder / "sent.wav"],
            check=True, capture_output=True)
        samples, rate = soundfile.read(self.folder / "sent.wav")
        assert rate == RATE
        return samples

    def decode(self, samples, _):
        output = self.folder / "received"
        output.unlink(missing_ok=True)
        soundfile.write(self.folder / "air.wav", samples, RATE, subtype="PCM_16")
        band = ["--band", "a"] if self.is_audible else []
        subprocess.run(
            [self.program, "receive", self.folder / "air.wav", *band, "--once", "--output", output],
            capture_output=True)
        return [output.read_bytes()] if output.exists() else []


class Ggwave:
    is_audible = False

    def __init__(self, name):
        self.name, self.protocol = name, GGWAVE[name]
        ggwave.disableLog()

    def instance(self):
        for protocol in range(12):
            ggwave.rxToggleProtocol(protocol, int(protocol == self.protocol))
        return ggwave.init(ggwave.getDefaultParameters())

    def encode(self, payload):
        instance = self.instance()
        wave = numpy.frombuffer(ggwave.encode(payload, self.protocol, 50, instance), dtype=numpy.float32)
        ggwave.free(instance)
        return wave.astype(float)

    def decode(self, samples, _):
        instance, received = self.instance(), []
        samples = numpy.pad(samples, (0, -len(samples) % 1024)).astype(numpy.float32)
        for start in range(0, len(samples), 1024):
            if payload := ggwave.decode(instance, samples[start:start + 1024].tobytes()):
                received.append(bytes(payload))
        ggwave.free(instance)
        return received


def convolved(samples, response):
    size = 1 << (len(samples) + len(response) - 1).bit_length()
    product = numpy.fft.rfft(samples, size) * numpy.fft.rfft(response, size)
    return numpy.fft.irfft(product, size)[:len(samples) + len(response) - 1]


def moved(samples, speed, clock):
    """As it arrives from who approaches at a speed and walks unevenly, with another clock."""
    factor = (1 + speed / 343) * (1 + clock)
    times = numpy.arange(int(len(samples) / factor) - 2)
    sway = 0.15 * speed / 343 * RATE / (2 * numpy.pi * 1.8) * numpy.sin(2 * numpy.pi * 1.8 * times / RATE)
    # Four times as many samples, so that a straight line between two is near enough.
    size = len(samples)
    spectrum = numpy.pad(numpy.fft.rfft(samples), (0, 4 * size // 2 + 1 - (size // 2 + 1)))
    fine = 4 * numpy.fft.irfft(spectrum, 4 * size)
    return numpy.interp(4 * (times * factor + sway), numpy.arange(4 * size), fine)


def pink(count, random):
    spectrum = numpy.fft.rfft(random.standard_normal(count))
    noise = numpy.fft.irfft(
        spectrum / numpy.sqrt(numpy.maximum(numpy.linspace(0, RATE / 2, len(spectrum)), 50)), count)
    noise /= noise.std()
    noise += 0.1 * random.standard_normal(count)
    return noise / noise.std()


def air(sent, response, trial, noise, walks, random):
    sent = sent * 0.1 / sent[numpy.abs(sent) > 0].std()
    response = response / numpy.sqrt((response ** 2).sum())
    clock = random.choice([-5e-5, 5e-5])
    if walks:
        speed = (0.5, 1.5)[trial % 2] * random.choice([-1, 1])
        first = int(numpy.flatnonzero(numpy.abs(response) > 0.3 * numpy.abs(response).max())[0]) + RATE // 1000
        near, late = response.copy(), response.copy()
        near[first:], late[:first] = 0, 0
        parts = [moved(convolved(sent, near), speed, clock), moved(convolved(sent, late), -0.3 * speed, clock)]
    else:
        parts = [moved(convolved(sent, response), 0, clock)]
    lead = int(random.uniform(0.25, 1) * RATE)
    samples = numpy.zeros(lead + max(map(len, parts)) + int(0.6 * RATE))
    for part in parts:
        samples[lead:lead + len(part)] += part
    samples += 0.1 * 10 ** (-noise / 20) * pink(len(samples), random)
    return samples * min(1, 0.95 / numpy.abs(samples).max())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--payloads", default="16,140")
    parser.add_argument("--trials", type=int, default=3)
    parser.add_argument("--noise", type=float, default=20)
    parser.add_argument("--walk", action="store_true")
    parser.add_argument("--send", action="append", metavar="NAME=OPTIONS")
    options = parser.parse_args()
    meta = options.data / "meta.json"
    meta = json.loads(meta.read_text()) if meta.exists() else {}
    rooms = {
        path.stem: soundfile.read(path)[0] for path in sorted(options.data.iterdir())
        if path.suffix in (".wav", ".flac")}
    print("| modem | bytes | seconds | arrived | wrong | lost in |")
    print("|---|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        sends = [send.partition("=") for send in options.send or ["default=", "far=--mode far"]]
        modems = [Kammerton(options.program, name, shlex.split(rest), folder) for name, _, rest in sends]
        for modem in modems + [Ggwave(name) for name in GGWAVE]:
            for size in map(int, options.payloads.split(",")):
                score(modem, size, rooms, meta, options)


def score(modem, size, rooms, meta, options):
    count, arrived, wrong, lost, seconds = 0, 0, 0, {}, 0
    for room, response in rooms.items():
        if not (modem.is_audible or meta.get(room, {}).get("ultrasound", True)):
            continue
        for trial in range(options.trials):
            random = numpy.random.default_rng([size, trial, *room.encode()])
            payload = random.integers(0, 256, size, dtype=numpy.uint8).tobytes()
            sent = modem.encode(payload)
            seconds = len(sent) / RATE
            received = modem.decode(air(sent, response, trial, options.noise, options.walk, random), size)
            count += 1
            arrived += payload in received
            wrong += sum(other != payload for other in received)
            if payload not in received:
                lost[room] = lost.get(room, 0) + 1
    where = ", ".join(f"{room} {number}" for room, number in lost.items())
    print(f"| {modem.name} | {size} | {seconds:.2f} | {arrived} of {count} | {wrong} | {where} |", flush=True)


if __name__ == "__main__":
    main()
