"""Whether a track is in time and in tune: chirps, steady tones and vibrato. Part of time-to-truth.sh.

A triangular chirp goes up and down in a straight line of the logarithm of its frequency. A track whose readings are of later
sound than their times say is too high on the way up and too low on the way down; half the difference, over the slope, is
how much later, and half the sum is a bias of the frequency.
"""

import numpy as np

RATE = 16_000
BANDS = ((65, 130), (110, 220), (220, 440), (440, 880))  # hertz
SLOPE = 1200  # cents per second: an octave in a second
TURN = 0.15  # seconds beside a turn that are left out, as a window there hears both ways
DEPTHS = (0.5, 1, 2)  # semitones
SWING = 6  # hertz
OUTSIDE = 50  # cents: farther off, a reading is another pitch


def harmonic(frequencies):
    """A tone of partials 1/k along a track of frequencies, one per sample."""
    phase = 2 * np.pi * np.cumsum(frequencies) / RATE
    count = max(1, int((RATE / 2 - 100) // frequencies.max()))
    sound = sum(np.sin(number * phase) / number for number in range(1, min(count, 40) + 1))
    ramp = np.minimum(1, np.minimum(np.arange(len(sound)), np.arange(len(sound))[::-1]) / (0.02 * RATE))
    return 0.3 * ramp * sound / np.abs(sound).max()


def chirp(low, seconds=6.0):
    times = np.arange(int(seconds * RATE)) / RATE
    return harmonic(low * 2 ** triangle(times))


def triangle(times):
    """Octaves over the lowest frequency: up in a second, down in the next."""
    return 1 - np.abs(1 - np.mod(times, 2))


def errors(track, expected, inside):
    """Times and errors in cents of the voiced readings where it counts."""
    times, frequencies = track[0], track[1]
    keep = (frequencies > 0) & inside(times)
    cents = 1200 * np.log2(frequencies[keep] / expected(times[keep]))
    near = np.abs(cents) < OUTSIDE
    return times[keep][near], cents[near]


def chirp_offsets(track, write):
    """For each band how much later than its time the sound is, in milliseconds, and the bias of the frequency, in cents."""
    offsets, biases = [], []
    for low, _ in BANDS:
        write(chirp(low), RATE)
        times, cents = errors(
            track(), lambda t: low * 2 ** triangle(t),
            lambda t: (t > 0.3) & (t < 5.7) & (np.abs(np.mod(t + 0.5, 1) - 0.5) > TURN))
        up = np.mod(times, 2) < 1
        if up.sum() < 20 or (~up).sum() < 20:
            offsets.append(None)
            continue
        rising, falling = cents[up].mean(), cents[~up].mean()
        offsets.append(1000 * (rising - falling) / 2 / SLOPE)
        biases.append((rising + falling) / 2)
    return offsets, biases


def steady(track, write):
    """The largest bias and the largest spread of steady tones, in cents."""
    found = []
    times = np.arange(2 * RATE) / RATE
    for frequency in (110.0, 220.0, 440.0):
        for sound in (harmonic(np.full(len(times), frequency)), 0.3 * np.sin(2 * np.pi * frequency * times)):
            write(sound, RATE)
            _, cents = errors(track(), lambda t: np.full(len(t), frequency), lambda t: (t > 0.3) & (t < 1.7))
            found.append((abs(cents.mean()), cents.std()) if len(cents) else (np.nan, np.nan))
    return tuple(float(np.nanmax(values)) for values in zip(*found))


def vibrato(track, write):
    """The share of each depth of vibrato that a track keeps, in per cent."""
    kept, times = [], np.arange(3 * RATE) / RATE
    for depth in DEPTHS:
        write(harmonic(220 * 2 ** (depth / 12 * np.sin(2 * np.pi * SWING * times))), RATE)
        found = track()
        inside = (found[0] > 0.4) & (found[0] < 2.6) & (found[1] > 0)
        at, cents = found[0][inside], 1200 * np.log2(found[1][inside] / 220)
        near = np.abs(cents) < 100 * depth + OUTSIDE
        turns = 2 * np.pi * SWING * at[near]
        waves = np.column_stack([np.sin(turns), np.cos(turns), np.ones(near.sum())])
        sine, cosine, _ = np.linalg.lstsq(waves, cents[near], rcond=None)[0]
        kept.append(100 * np.hypot(sine, cosine) / (100 * depth))
    return kept


def row(track, write):
    """A row of the table: track() reads what write(samples, rate) has written."""
    offsets, biases = chirp_offsets(track, write)
    bias, spread = steady(track, write)
    signed = lambda value: f"{round(value, 2) + 0.0:+.2f}"  # No -0.00.
    cells = {f"{low} to {high} Hz, ms": "-" if offset is None else signed(offset)
             for (low, high), offset in zip(BANDS, offsets)}
    known = [abs(offset) for offset in offsets if offset is not None]
    cells["largest, ms"] = f"{max(known):.2f}" if known else "-"
    cells["chirp's bias, cents"] = signed(max(biases, key=abs)) if biases else "-"
    cells["steady bias, cents"], cells["spread, cents"] = f"{bias:.2f}", f"{spread:.2f}"
    for depth, share in zip(DEPTHS, vibrato(track, write)):
        cells[f"vibrato of {depth:g} kept, %"] = f"{share:.0f}"
    return cells
