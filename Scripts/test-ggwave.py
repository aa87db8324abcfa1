#!/usr/bin/env python3
"""Packets from `kammerton send --protocol ggwave-…` to ggwave's own decoder, and back to `kammerton receive`.

    Scripts/test-ggwave.py [PROGRAM] [--thorough]     --thorough sends every length and every byte (minutes)

Needs the release build, and the packages of Scripts/requirements.txt, which Scripts/python-with installs into
.build-test: ggwave's Python package is among them.
"""
import array
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import wave

from testing import requirements

requirements.use("Scripts/requirements.txt")
import ggwave

isThorough = "--thorough" in sys.argv
program = next((word for word in sys.argv[1:] if word != "--thorough"), str(requirements.ROOT / ".build/release/kammerton"))
folder = tempfile.TemporaryDirectory()
scratch = pathlib.Path(folder.name)
NAMES = [f"ggwave-{band}-{speed}" for band in "au" for speed in ("normal", "fast", "fastest")]
PAYLOADS = [b"hi", b"pair", bytes(range(16)), bytes((7 * i + 3) & 255 for i in range(140))]
# The lengths of the sweep: in short packets one speed can pass for another.
LENGTHS = list(range(1, 141)) if isThorough else [2, 3, 4, 5, 8, 9, 16, 17, 64]
ONE_BYTE_COUNT = 256 if isThorough else 12
checks = 0


def check(condition, claim):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"test-ggwave: not true that {claim}")


def instance(index):
    """An instance for one protocol alone; ggwave numbers them as NAMES does."""
    ggwave.disableLog()
    for other in range(12):
        ggwave.rxToggleProtocol(other, int(other == index))
        ggwave.txToggleProtocol(other, int(other == index))
    return ggwave.init(ggwave.getDefaultParameters())


def encode(payload, index):
    handle = instance(index)
    samples = array.array("f", ggwave.encode(payload, index, 50, handle))
    ggwave.free(handle)
    return samples


def decode(samples, index):
    handle, heard = instance(index), []
    silence = array.array("f", bytes(4 * 32 * 1024))
    samples = silence + samples + silence
    for start in range(0, len(samples) - 1023, 1024):
        payload = ggwave.decode(handle, samples[start:start + 1024].tobytes())
        if payload:
            heard.append(bytes(payload))
    ggwave.free(handle)
    return heard


def read(path):
    with wave.open(str(path)) as file:
        width, count = file.getsampwidth(), file.getnframes()
        data, scale = file.readframes(count), float(1 << (8 * file.getsampwidth() - 1))
        check(file.getnchannels() == 1 and file.getframerate() == 48_000, "a packet is mono at 48 kHz")
    return array.array(
        "f",
        (
            int.from_bytes(data[at:at + width], "little", signed=True) / scale
            for at in range(0, len(data), width)
        ),
    )


def write(path, samples, rate=48_000):
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(array.array("h", (int(32_767 * x) for x in samples)).tobytes())


sound, data = scratch / "packet.wav", scratch / "payload.bin"
for index, name in enumerate(NAMES):
    for payload in PAYLOADS:
        data.write_bytes(payload)
        subprocess.run(
            [program, "send", "--file", data, "--protocol", name, "--output", sound], check=True)
        claim = f"{name} carries {len(payload)} bytes"
        check(decode(read(sound), index) == [payload], f"{claim} to ggwave")
        write(sound, array.array("f", bytes(40_000)) + encode(payload, index))
        subprocess.run(
            [program, "receive", sound, "--protocol", "ggwave", "--output", data], check=True)
        check(data.read_bytes() == payload, f"{claim} from ggwave")


def sweep(index, name):
    """Random payloads of many lengths: all from ggwave in one recording, and each to ggwave."""
    chance = random.Random(index)
    payloads = [bytes([byte]) for byte in [1] + chance.sample([0, *range(2, 256)], ONE_BYTE_COUNT - 1)]
    payloads += [chance.randbytes(length) for length in LENGTHS]
    gap, recording = array.array("f", bytes(4 * 12_345)), array.array("f")
    for payload in payloads:
        recording += gap + encode(payload, index)
    write(sound, recording)
    heard = subprocess.run(
        [program, "receive", sound, "--protocol", "ggwave", "--jsonl"],
        check=True, capture_output=True, text=True).stdout
    messages = [(fields["payload"], fields["mode"]) for fields in map(json.loads, heard.splitlines())]
    for payload, message in zip(payloads, messages):
        check(message == (payload.hex(), name), f"{payload.hex()} as {name} from ggwave is that, not {message}")
    check(len(messages) == len(payloads), f"{name} from ggwave arrives {len(payloads)} times, not {len(messages)}")
    missed = 0
    for payload in payloads:
        data.write_bytes(payload)
        subprocess.run(
            [program, "send", "--file", data, "--protocol", name, "--output", sound], check=True)
        missed += decode(read(sound), index) != [payload]
    return len(payloads), missed


counts, misses = zip(*(sweep(index, name) for index, name in enumerate(NAMES)))
# ggwave misses or misreads about one in 100, of its own packets too.
check(sum(misses) <= 0.03 * sum(counts), f"of {sum(counts)} packets ggwave misses few, not {sum(misses)}")

# What ggwave 0.4.3 cannot do itself: sound at 44.1 kHz.
data.write_bytes(b"44.1 kHz")
subprocess.run(
    [program, "send", "--file", data, "--protocol", "ggwave-u-fast", "--sample-rate", "44100",
     "--output", sound], check=True)
subprocess.run([program, "receive", sound, "--protocol", "ggwave", "--output", data], check=True)
check(data.read_bytes() == b"44.1 kHz", "packets go through 44.1 kHz")
print(f"test-ggwave: {checks} checks, with ggwave 0.4.3, which missed {sum(misses)} of {sum(counts)} packets")
