"""Other programs' pitch as CSV, for accuracy.sh and partials.sh: peers.py METHOD WAV LOW HIGH >CSV

METHOD is praat-ac, praat-cc, swift-f0, aubio-yin, aubio-yinfft or librosa-yin, each with its own settings except the
range of pitches and a reading every 10 ms. aubio's buffer and librosa's frame are powers of two: at least 2.2 periods
of LOW, and 93 ms at 44.1 kHz. SwiftF0 has a reading every 16 ms, and pitches of 47 to 2094 Hz. librosa has a pitch for
every frame. Needs peers-requirements.txt.
"""

import sys

import numpy as np
import soundfile

HOP = 0.01


def power_of_two(least):
    return 1 << int(np.ceil(np.log2(least)))


def praat(method):
    def track(samples, rate, low, high):
        import parselmouth
        sound = parselmouth.Sound(samples, rate)
        pitch = getattr(sound, f"to_pitch_{method}")(time_step=HOP, pitch_floor=low, pitch_ceiling=high)
        return pitch.xs(), pitch.selected_array["frequency"]
    return track


def swift_f0(samples, rate, low, high):
    import swift_f0
    found = swift_f0.SwiftF0(threads=1).detect(samples, rate, fmin=low, fmax=high)
    return found.timestamps, np.where(found.confidence >= 0.5, found.pitch_hz, 0)


def aubio(method):
    def track(samples, rate, low, high):
        import aubio as library
        hop, size = round(HOP * rate), max(2048, power_of_two(2.2 * rate / low))
        detector = library.pitch(method, size, hop, rate)
        # A reading is of the last `size` samples; those after the end are silent.
        padded = np.concatenate([samples, np.zeros(size // 2 + hop)]).astype(np.float32)
        starts = np.arange(0, len(padded) - hop + 1, hop)
        found = np.array([detector(padded[start:start + hop])[0] for start in starts])
        times = (starts + hop - size / 2) / rate
        return times[times >= 0], found[times >= 0]
    return track


def librosa_yin(samples, rate, low, high):
    import librosa
    size, hop = power_of_two(0.085 * rate), round(HOP * rate)
    found = librosa.yin(
        samples, fmin=max(low, rate / (size // 2 - 2)), fmax=min(high, rate / 4), sr=rate, frame_length=size,
        hop_length=hop)
    return np.arange(len(found)) * hop / rate, found


METHODS = {
    "praat-ac": praat("ac"), "praat-cc": praat("cc"), "swift-f0": swift_f0, "aubio-yin": aubio("yin"),
    "aubio-yinfft": aubio("yinfft"), "librosa-yin": librosa_yin}


def main():
    if len(sys.argv) != 5 or sys.argv[1] not in METHODS:
        sys.exit(__doc__)
    samples, rate = soundfile.read(sys.argv[2], always_2d=True)
    times, frequencies = METHODS[sys.argv[1]](samples.mean(axis=1), rate, float(sys.argv[3]), float(sys.argv[4]))
    for time, frequency in zip(times, np.nan_to_num(frequencies)):
        print(f"{time:.6f},{frequency:.6f},{int(frequency > 0)}")


if __name__ == "__main__":
    main()
