#!/usr/bin/env python3
"""How far clicks in a recording are from an even grid.

Usage: metronome-jitter.py RATE BPM < mono samples, 16-bit little-endian

A click begins where the sound rises over 1 % of full scale after 20 ms below it. The grid is the one
of the given tempo whose largest distance to the clicks is smallest.
"""
import array
import sys

rate, tempo = float(sys.argv[1]), float(sys.argv[2])
samples = array.array("h")
samples.frombytes(sys.stdin.buffer.read()[: 1 << 30])
if sys.byteorder == "big":
    samples.byteswap()

threshold, quiet = 328, int(rate * 0.02)
onsets, last_loud = [], -quiet
for index, sample in enumerate(samples):
    if sample > threshold or sample < -threshold:
        if index - last_loud >= quiet:
            onsets.append(index)
        last_loud = index
if len(onsets) < 3:
    sys.exit(f"only {len(onsets)} clicks were heard")

period = 60 * rate / tempo
errors = [onset - onsets[0] - period * round((onset - onsets[0]) / period) for onset in onsets]
middle = (max(errors) + min(errors)) / 2
intervals = [(after - before) / period for before, after in zip(onsets, onsets[1:])]
worst = max(abs(error - middle) for error in errors)
gaps = sum(1 for interval in intervals if round(interval) != 1)
print(f"{len(onsets)} clicks, worst error {worst:.2f} samples ({worst / rate * 1e6:.0f} µs), "
      f"{gaps} intervals of another number of beats")
