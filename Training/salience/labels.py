"""Labels of dry sounds: one frequency every 10 ms; 0 means no pitch, nan not known."""

import pathlib
import subprocess
import tempfile

import numpy as np
import parselmouth
import scipy.signal
import soundfile

RATE = 22050
# Two labels are as long as 441 samples.
STEP = 0.01


def resampled(samples, rate):
    """The samples at RATE."""
    samples = np.asarray(samples, float)
    if rate == RATE:
        return samples
    divisor = np.gcd(rate, RATE)
    return scipy.signal.resample_poly(samples, RATE // divisor, rate // divisor)


def cents(frequency, reference):
    """The distance of two frequencies, without a sign."""
    return np.abs(1200 * np.log2(frequency / reference))


def power(samples, rate, width, count):
    """The mean power about each of the first labels, over so many samples."""
    smooth = np.convolve(samples**2, np.ones(width) / width, "same")
    return smooth[(np.arange(count) * STEP * rate).astype(int)]


def praat(samples, rate, low, high, silence=0.001, voicing=0.45):
    """The pitch by Praat's autocorrelation: times and frequencies."""
    pitch = parselmouth.Sound(samples, rate).to_pitch_ac(
        STEP, low, 15, False, silence, voicing, 0.01, 0.35, 0.14, high)
    return pitch.xs(), pitch.selected_array["frequency"]


def at(times, measured):
    """The measured frequency that is nearest to each time; 0 where there is none."""
    places, frequencies = measured
    if len(places) == 0:
        return np.zeros(len(times))
    nearest = np.clip(np.round((times - places[0]) / STEP).astype(int), 0, len(places) - 1)
    result = frequencies[nearest]
    result[np.abs(places[nearest] - times) > 0.012] = 0
    return result


def tracked(samples, program, count):
    """The pitch by this project's tracker."""
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "sound.wav"
        soundfile.write(path, samples, RATE, subtype="PCM_16")
        table = subprocess.run([program, "track", path, "--range", "50..800"], capture_output=True, text=True,
                               check=True).stdout
    frequencies = np.zeros(count)
    for row in (line.split(",") for line in table.splitlines()[1:]):
        index = int(round(float(row[0]) / STEP))
        if index < count and row[1]:
            frequencies[index] = max(0, float(row[1]))
    return frequencies


def of_speech(samples, program):
    """Labels where this project's tracker and Praat agree."""
    count = int(len(samples) / (RATE * STEP))
    times = np.arange(count) * STEP
    ours = tracked(samples, program, count)
    theirs = at(times, praat(samples, RATE, 55, 800, 0.01))
    # Praat that calls nearly everything voiced: what it calls unvoiced has no pitch.
    willing = at(times, praat(samples, RATE, 55, 800, 0.003, 0.25))
    labels = np.full(count, np.nan)
    with np.errstate(all="ignore"):
        agree = (ours > 0) & (theirs > 0) & (cents(ours, theirs) < 60)
    labels[agree] = ours[agree]
    labels[(ours <= 0) & (willing <= 0)] = 0
    level = power(samples, RATE, 440, count)
    labels[level < 1e-6 * level.max()] = 0
    return labels.astype("f4")
