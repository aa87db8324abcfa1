#!/usr/bin/env python3
"""Writes a struck piano key as a WAV file of 16 bits: piano-key.py F1 B >key.wav

Ten partials k F0 sqrt(1 + B k^2) that decay, from 0.3 s on, for 4 s; then a second of silence.
"""
import math
import struct
import sys
import wave

RATE = 48000
fundamental, stiffness = float(sys.argv[1]), float(sys.argv[2])
samples = [0.0] * (5 * RATE)
for order in range(1, 11):
    stretch = math.sqrt((1 + stiffness * order**2) / (1 + stiffness))
    step = 2 * math.pi * order * fundamental * stretch / RATE
    for index in range(4 * RATE):
        time = index / RATE
        samples[3 * RATE // 10 + index] += (
            0.15 / order * math.exp(-time * math.sqrt(order)) * math.sin(step * index + order))
with wave.open(sys.stdout.buffer, "wb") as file:
    file.setparams((1, 2, RATE, len(samples), "NONE", ""))
    file.writeframes(b"".join(struct.pack("<h", round(32767 * sample)) for sample in samples))
