"""Other programs' pitch and how sure they are of it, for scenes.sh and time-to-truth.sh.

Each program runs in a process of its own (`trackers.py NAME HIGHEST`), which reads the path of a sound per line and answers
with a line of JSON: for each setting of its voicing, times, frequencies and confidences. So a program that crashes is left out
and the others go on, and those that need another Python (PESTO and FCPE need torch) have one.
"""

import importlib.util
import json
import math
import pathlib
import subprocess
import sys

import numpy as np
import soundfile
from scipy.signal import resample_poly

HOP = 0.01
LOWEST, HIGHEST = 50, 2000
CONTINUOUS = ""  # The only setting of a program whose confidence is continuous.


def mono(path):
    samples, rate = soundfile.read(path, always_2d=True)
    return samples.mean(axis=1), rate


def at_rate(samples, rate, wanted):
    common = math.gcd(rate, wanted)
    return samples if rate == wanted else resample_poly(samples, wanted // common, rate // common)


def swift_f0():
    import swift_f0 as library
    detector = library.SwiftF0(threads=1)

    def track(samples, rate):
        found = detector.detect(samples.astype(np.float32), rate)
        return {CONTINUOUS: (found.timestamps, found.pitch_hz, found.confidence)}
    return track


def praat():
    import parselmouth

    def track(samples, rate):
        tracks = {}
        for voicing in (0.3, 0.45, 0.6, 0.75):
            found = parselmouth.Sound(samples, rate).to_pitch_ac(
                HOP, LOWEST, 15, False, 0.03, voicing, 0.01, 0.35, 0.14, HIGHEST)
            tracks[str(voicing)] = found.xs(), found.selected_array["frequency"]
        return decided(tracks)
    return track


def rapt():
    import pysptk

    def track(samples, rate):
        scaled, hop = (samples * 32767).astype(np.float32), round(HOP * rate)
        tracks = {}
        for bias in (-0.5, -0.2, 0, 0.2, 0.5):
            found = pysptk.rapt(scaled, rate, hop, min=LOWEST, max=min(HIGHEST, rate // 4), voice_bias=bias)
            tracks[str(bias)] = np.arange(len(found)) * hop / rate, found
        return decided(tracks)
    return track


def swipe():
    import pysptk

    def track(samples, rate):
        # Its kernels of prime harmonics are meant for the sound as it is; 16 kHz is a quarter of the work.
        sound, hop = at_rate(samples, rate, 16_000), round(HOP * 16_000)
        tracks = {}
        for threshold in (0.2, 0.3, 0.4):
            found = pysptk.swipe(
                sound.astype(np.float64), 16_000, hop, min=LOWEST, max=HIGHEST, threshold=threshold)
            tracks[str(threshold)] = np.arange(len(found)) * hop / 16_000, found
        return decided(tracks)
    return track


def basic_pitch():
    """The contours of the model in the wheel, 36 bins per octave; the package itself needs TensorFlow."""
    import onnxruntime
    folder = pathlib.Path(importlib.util.find_spec("basic_pitch").submodule_search_locations[0])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(folder / "saved_models" / "icassp_2022" / "nmp.onnx"), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    contours = next(index for index, output in enumerate(session.get_outputs()) if output.shape[-1] == 264)
    rate, size, hop, margin = 22_050, 43_844, 256, 15
    bins = 27.5 * 2 ** ((np.arange(264) - 1) / 36)  # The middle one of three is the key: measured by tones.

    def track(samples, from_rate):
        sound = np.concatenate([np.zeros(margin * hop), at_rate(samples, from_rate, rate), np.zeros(size)])
        step, times, frequencies, confidences = size - 2 * margin * hop, [], [], []
        for start in range(0, len(sound) - size, step):
            window = sound[start:start + size].astype(np.float32).reshape(1, size, 1)
            values = session.run(None, {name: window})[contours][0]
            for frame in range(margin, len(values) - margin):
                top = int(np.argmax(values[frame]))
                near = slice(max(0, top - 1), top + 2)
                weights = values[frame, near]
                times.append((start + (frame - margin) * hop) / rate)
                mean = np.sum(weights * np.log(bins[near])) / max(1e-9, np.sum(weights))
                frequencies.append(float(np.exp(mean)))
                confidences.append(float(values[frame, top]))
        order = np.argsort(times)
        return {CONTINUOUS: tuple(np.array(values)[order] for values in (times, frequencies, confidences))}
    return track


def librosa_yin():
    import librosa

    def track(samples, rate):
        size, hop = 1 << int(np.ceil(np.log2(2.2 * rate / LOWEST))), round(HOP * rate)
        if len(samples) < size:
            return {CONTINUOUS: (np.zeros(0),) * 3}
        # Whole frames only: those that reach beyond the end would read what librosa puts there.
        found = librosa.yin(
            samples, fmin=LOWEST, fmax=HIGHEST, sr=rate, frame_length=size, hop_length=hop, center=False)
        return {CONTINUOUS: ((np.arange(len(found)) * hop + size / 2) / rate, found, np.ones(len(found)))}
    return track


def without_torchaudio():
    """PESTO and FCPE name torchaudio, and use it neither for a sound in memory nor for one of their own rate."""
    import types
    if importlib.util.find_spec("torchaudio") is None:
        module, transforms = types.ModuleType("torchaudio"), types.ModuleType("torchaudio.transforms")
        transforms.Resample = module.transforms = transforms
        sys.modules.update({"torchaudio": module, "torchaudio.transforms": transforms})


def pesto():
    without_torchaudio()
    import torch
    import pesto as library
    torch.set_num_threads(1)

    def track(samples, rate):
        times, found, confidence, _ = library.predict(
            torch.from_numpy(samples.astype(np.float32)), rate, step_size=1000 * HOP)
        return {CONTINUOUS: (times.numpy() / 1000, found.numpy(), confidence.numpy())}
    return track


def fcpe():
    without_torchaudio()
    import torch
    import torchfcpe
    torch.set_num_threads(1)
    model = torchfcpe.spawn_bundled_infer_model(device="cpu")
    rate, hop = model.get_model_sr(), model.get_hop_size()

    def track(samples, from_rate):
        sound = torch.from_numpy(at_rate(samples, from_rate, rate).astype(np.float32))[None, :, None]
        with torch.inference_mode():
            activity = model.model(model.wav2mel(sound, rate))
            # Its own decoder, with no frame masked: what it masks by is the highest activity of a frame.
            cents = model.model.latent2cents_local_decoder(activity, mask=False)
            found = model.model.cent_to_f0(cents)[0, :, 0].numpy()
        return {CONTINUOUS: (np.arange(len(found)) * hop / rate, found, activity.amax(dim=-1)[0].numpy())}
    return track


def decided(tracks):
    """Tracks of programs that decide themselves what is voiced: sure of each pitch, or there is none."""
    return {setting: (times, found, (np.asarray(found) > 0).astype(float))
            for setting, (times, found) in tracks.items()}


METHODS = {
    "SwiftF0": swift_f0, "Praat": praat, "RAPT": rapt, "SWIPE'": swipe, "basic-pitch": basic_pitch,
    "librosa's YIN": librosa_yin, "PESTO": pesto, "FCPE": fcpe}
IN_TORCH = ("PESTO", "FCPE")


class Failure(Exception):
    """A program that is not installed, or has crashed."""


class Peer:
    """Another program, in a process of its own; call it with the path of a sound."""

    def __init__(self, name, python=sys.executable, highest=HIGHEST):
        self.name = name
        self.process = subprocess.Popen(
            [python, "-W", "ignore", __file__, name, str(highest)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.process.stdout.readline() != "ready\n":
            raise Failure(f"{name}: {self.last_words()}")

    def last_words(self):
        return (self.process.communicate()[1].strip().splitlines() or ["it ended without a word"])[-1]

    def __call__(self, path):
        """For each setting times, frequencies (0 where there is no pitch) and confidences."""
        try:
            self.process.stdin.write(f"{path}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Failure(f"{self.name}: {self.last_words()}")
        return {setting: np.array(track, float).reshape(3, -1) for setting, track in json.loads(line).items()}


def peers(names, torch_python=None, highest=HIGHEST):
    """Those of the programs that run here; it says which do not. Those that can look up to a highest frequency, in hertz."""
    running = {}
    for name in names:
        if name in IN_TORCH and not torch_python:
            print(f"{name} is left out: it needs torch (--torch-python)", file=sys.stderr)
            continue
        try:
            running[name] = Peer(name, torch_python if name in IN_TORCH else sys.executable, highest)
        except Failure as failure:
            print(f"{name} is left out: {str(failure).removeprefix(name + ': ')}", file=sys.stderr)
    return running


def kammerton(program, path, *options):
    """Our track of a sound: times, frequencies (0 where there is no pitch) and confidences."""
    text = subprocess.run([program, "track", *options, path], capture_output=True, text=True, check=True).stdout
    rows = [[float(value or 0) for value in line.split(",")[:3]] for line in text.splitlines()[1:]]
    times, frequencies, confidences = np.array(rows).reshape(-1, 3).T
    return np.array([times, np.maximum(np.nan_to_num(frequencies), 0), confidences])


def main():
    global HIGHEST
    HIGHEST = float(sys.argv[2])
    # What libraries print must not come between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    track = METHODS[sys.argv[1]]()
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        samples, rate = mono(line.rstrip("\n"))
        found = {setting: [np.nan_to_num(np.asarray(values, float)).tolist() for values in values_of]
                 for setting, values_of in track(samples, rate).items()}
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
