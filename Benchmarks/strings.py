#!/usr/bin/env python3
"""How often the tuner picks the right string of real notes.

    Benchmarks/strings.py .build/release/kammerton FOLDER

FOLDER holds WAV files and meta.json: {"clips": {NAME: {"nominal_hz": …, "steady": [start, end]}}}.
The right string of a note is the one nearest in cents; both, where two are equally near. Readings
within `steady` count.
"""

import json
import math
import subprocess
import sys
from collections import Counter

FAMILIES = {
    "guitar": ["eguitar", "jazzgtr", "nylon", "steel"],
    "bass guitar": ["ebass", "fbass", "fretless"],
    "double bass": ["dbass", "upright", "tinysol-Cb"],
    "violin": ["violin", "mtg-violin"],
}


def main(program, folder):
    clips = json.load(open(f"{folder}/meta.json"))["clips"]
    listed = json.loads(subprocess.check_output([program, "instruments", "--json"]))
    instruments = {item["name"].lower(): item for item in listed}
    right_readings = all_readings = right_clips = all_clips = 0
    for instrument, prefixes in FAMILIES.items():
        strings = instruments[instrument]["tunings"][0]["strings"]
        for name in sorted(clips):
            if not any(name.startswith(prefix) for prefix in prefixes):
                continue
            note = clips[name]["nominal_hz"]
            cents = {s["string"]: abs(1200 * math.log2(note / s["frequency"])) for s in strings}
            right = {s for s, c in cents.items() if c - min(cents.values()) < 1}
            start, end = clips[name]["steady"]
            command = [program, "tune", "--no-config", "--jsonl", "--instrument", instrument]
            output = subprocess.run(
                command + [f"{folder}/{name}.wav"], capture_output=True, text=True, check=True
            ).stdout
            readings = [json.loads(line) for line in output.splitlines()]
            heard = Counter(
                r["string"] for r in readings
                if r["string"] is not None and start <= r["time"] <= end
            )
            count = sum(heard.values())
            hits = sum(n for string, n in heard.items() if string in right)
            all_readings += count
            right_readings += hits
            all_clips += 1
            right_clips += bool(heard) and heard.most_common(1)[0][0] in right
            if hits < count:
                print(f"{instrument}: {name}, {note} Hz: {dict(heard)}, right is {sorted(right)}")
    print(f"readings {right_readings} of {all_readings} = {100 * right_readings / all_readings:.2f} %")
    print(f"clips    {right_clips} of {all_clips}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
