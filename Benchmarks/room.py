#!/usr/bin/env python3
"""How the live tuner does in a noisy room: clips with labels, through a sound server, into `kammerton tune`.

    room.py FOLDER [--program PROGRAM] [--only PATTERN] [CONDITION ...]

FOLDER holds NAME__CONDITION.wav and NAME__CONDITION.f0.csv (time,frequency; 0 is unvoiced). The clips of a
condition are played one after the other into a PulseAudio server of its own, whose monitor is the microphone,
in real time. Of the time in which the label has a pitch, the table gives the share in which the tuner shows
that note (within 50 cents), another one, and none; then of the right readings the median distance from the
label and the median step from one reading to the next, in cents; and of the time without a pitch, the share
in which it shows one. The first 0.15 s of each clip and after each change of the label by more than 50 cents
do not count: the tuner answers later than that.

Needs pulseaudio and sox. Takes as long as the clips.
"""

import argparse
import bisect
import csv
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PILOT = 3000.0  # Hz, begins each condition: the readings' times are counted from it.
PILOT_SECONDS, GAP = 1.0, 0.5
SETTLING = 0.15


class Server:
    """A sound server that knows nothing of the user's own."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        run = self.folder / "run"
        (run / "pulse").mkdir(parents=True, mode=0o700)
        self.environment = {
            **os.environ, "HOME": folder, "XDG_RUNTIME_DIR": str(run), "XDG_CONFIG_HOME": folder + "/config",
            "PULSE_RUNTIME_PATH": str(run / "pulse"), "PULSE_SERVER": f"unix:{run}/pulse/native"}
        (self.folder / ".asoundrc").write_text(
            "pcm.pulse { type pulse }\nctl.pulse { type pulse }\npcm.!default { type pulse }\n")
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit",
             "-L", f"module-native-protocol-unix socket={run}/pulse/native auth-anonymous=1",
             "-L", "module-null-sink sink_name=air rate=48000 channels=2"],
            env=self.environment, stderr=subprocess.DEVNULL)
        for _ in range(300):
            if subprocess.run(["pactl", "info"], env=self.environment, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit("room: the sound server does not start")

    def close(self):
        self.process.kill()
        self.process.wait()


def label(path):
    with open(path, newline="") as file:
        rows = [(float(row["time"]), float(row["frequency"])) for row in csv.DictReader(file)]
    return [row[0] for row in rows], [row[1] for row in rows]


def join(paths, folder):
    """One file of all clips at 48 kHz, behind the pilot, and where each clip begins, in seconds."""
    parts = [folder / "pilot.wav"]
    subprocess.run(["sox", "-q", "-n", "-r", "48000", "-c", "1", "-b", "16", parts[0], "synth", str(PILOT_SECONDS),
                    "sine", str(PILOT), "gain", "-12", "pad", "0", str(GAP)], check=True)
    begins, place = [], PILOT_SECONDS + GAP
    for index, path in enumerate(paths):
        part = folder / f"{index}.wav"
        subprocess.run(["sox", "-q", "-G", path, "-r", "48000", "-c", "1", "-b", "16", part], check=True)
        begins.append(place)
        place += float(subprocess.check_output(["soxi", "-D", part]))
        parts.append(part)
    whole = folder / "whole.wav"
    subprocess.run(["sox", "-q", *parts, whole, "pad", "0", "1"], check=True)
    return whole, begins, place


def listen(server, program, whole, folder):
    """What the tuner says while the file plays."""
    readings = folder / "readings.jsonl"
    with open(readings, "w") as output:
        tuner = subprocess.Popen([program, "tune", "--jsonl", "--microphone", "pulse"], stdout=output,
                                 stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=server.environment)
        while readings.stat().st_size == 0:
            if tuner.poll() is not None:
                sys.exit("room: the tuner ended at once")
            time.sleep(0.1)
        time.sleep(1)
        subprocess.run(["paplay", whole], env=server.environment, check=True)
        time.sleep(1)
        tuner.terminate()
        tuner.wait()
    lines = readings.read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def cents(frequency, reference):
    return 1200 * math.log2(frequency / reference)


def score(readings, begins, end, labels):
    pilot = [reading["time"] for reading in readings
             if reading["frequency"] and abs(cents(reading["frequency"], PILOT)) < 20]
    if len(pilot) < 20:
        sys.exit("room: the pilot tone was not heard")
    # Its middle, which a late beginning or end of the readings moves little.
    origin = (pilot[0] + pilot[-1]) / 2 - PILOT_SECONDS / 2
    right = wrong = none = false = quiet = 0
    errors, steps = [], []
    last = None
    for reading in readings:
        place = reading["time"] - origin
        index = bisect.bisect_right(begins, place) - 1
        if index < 0 or place >= end:
            continue
        times, truth = labels[index]
        row = bisect.bisect_left(times, place - begins[index])
        before = bisect.bisect_left(times, place - begins[index] - SETTLING)
        if row >= len(times) or place - begins[index] < SETTLING:
            last = None
            continue
        around = truth[before:row + 1]
        wanted, shown = truth[row], reading["frequency"]
        if wanted == 0:
            last = None
            if not any(around):
                quiet += 1
                false += shown is not None
            continue
        if any(value == 0 or abs(cents(value, wanted)) > 50 for value in around):
            last = None
            continue
        if shown is None:
            none, last = none + 1, None
        elif abs(cents(shown, wanted)) <= 50:
            right += 1
            error = cents(shown, wanted)
            errors.append(abs(error))
            if last is not None:
                steps.append(abs(error - last))
            last = error
        else:
            wrong, last = wrong + 1, None
    return right, wrong, none, false, quiet, errors, steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default=".build/release/kammerton")
    parser.add_argument("--only", default="", help="names of clips, as a regular expression")
    parser.add_argument("conditions", nargs="*")
    options = parser.parse_args()
    for tool in ("pulseaudio", "paplay", "pactl", "sox", "soxi"):
        shutil.which(tool) or sys.exit(f"room: {tool} is missing")
    program = str(pathlib.Path(options.program).resolve())
    clips = {}
    for path in sorted(options.folder.glob("*__*.wav")):
        name, condition = path.stem.split("__")
        if re.search(options.only, name):
            clips.setdefault(condition, []).append(path)
    print("| condition | clips | right | wrong | none | median error | step | false |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for condition in options.conditions or clips:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder)
            try:
                paths = clips[condition]
                whole, begins, end = join(paths, server.folder)
                readings = listen(server, program, whole, server.folder)
            finally:
                server.close()
        labels = [label(path.with_name(path.stem + ".f0.csv")) for path in paths]
        right, wrong, none, false, quiet, errors, steps = score(readings, begins, end, labels)
        total = max(1, right + wrong + none)
        print(f"| {condition} | {len(paths)} | {100 * right / total:.1f} | {100 * wrong / total:.1f} "
              f"| {100 * none / total:.1f} | {statistics.median(errors or [math.nan]):.1f} "
              f"| {statistics.median(steps or [math.nan]):.2f} | {100 * false / max(1, quiet):.1f} |", flush=True)


if __name__ == "__main__":
    main()
