"""Writes the golden triples reference / estimate / score with mir_eval. See README.md."""
import csv, pathlib, sys
import numpy as np
import mir_eval

here = pathlib.Path(__file__).parent
random = np.random.default_rng(20260101)


def melody(count, hop, start=0.0):
    """A random walk of notes with rests, in hertz; 0 is unvoiced."""
    times = start + hop * np.arange(count)
    frequency = np.zeros(count)
    index = 0
    while index < count:
        length = int(random.integers(5, 30))
        if random.random() < 0.7:
            note = 55 * 2 ** (random.integers(0, 48) / 12)
            wobble = 20 * np.sin(np.arange(length) * random.uniform(0.1, 0.8))
            part = frequency[index:index + length]
            part[:] = (note * 2 ** (wobble / 1200))[:len(part)]
        index += length
    return times, frequency


def disturbed(frequency, guesses=True):
    """Detuning, octave errors, misses (some with a negative guess) and false alarms."""
    result = frequency * 2 ** (random.normal(0, 25, len(frequency)) / 1200)
    voiced = frequency > 0
    octave = random.random(len(frequency)) < 0.08
    result[octave] *= random.choice([0.25, 0.5, 2, 4], octave.sum())
    gross = random.random(len(frequency)) < 0.05
    result[gross] *= 1.3
    missed = voiced & (random.random(len(frequency)) < 0.1)
    result[missed] *= -1 if guesses else 0
    alarm = ~voiced & (random.random(len(frequency)) < 0.2)
    result[alarm] = random.uniform(60, 900, alarm.sum())
    guessed = ~voiced & ~alarm & (random.random(len(frequency)) < 0.3) & guesses
    result[guessed] = -random.uniform(60, 900, guessed.sum())
    return result


def resampled(times, frequency, new_times):
    nearest = np.abs(times[None, :] - new_times[:, None]).argmin(axis=1)
    return frequency[nearest]


pairs = {}
t, f = melody(150, 0.01)
pairs["same"] = (t, f, t, f)
pairs["same-times"] = (t, f, t, disturbed(f))
u = np.arange(0, 1.5, 0.0058)
pairs["finer"] = (t, f, u, disturbed(resampled(t, f, u)))
u = np.arange(0, 1.5, 0.032)
pairs["coarser"] = (t, f, u, disturbed(resampled(t, f, u), guesses=False))
t, f = melody(120, 0.01, start=0.02)
u = 0.005 + 0.0116 * np.arange(100)
pairs["late-start"] = (t, f, u, disturbed(resampled(t, f, u)))
u = np.arange(0, 0.7, 0.01)
pairs["short-estimate"] = (t, f, u, disturbed(resampled(t, f, u)))
u = np.arange(0, 3.0, 0.0101)
pairs["long-estimate"] = (t, f, u, disturbed(resampled(t, f, u)))
t, f = melody(100, 0.01)
u = np.sort(random.uniform(0, 1.0, 90)).round(6)
pairs["uneven-times"] = (t, f, u, disturbed(resampled(t, f, u)))
pairs["unvoiced-reference"] = (t, np.zeros(len(t)), t, disturbed(f))
pairs["unvoiced-estimate"] = (t, f, t, np.zeros(len(t)))
pairs["guesses-only"] = (t, f, u, -np.abs(disturbed(resampled(t, f, u))))
pairs["always-voiced"] = (t, f + 1e-9 + (f == 0) * 100, u, disturbed(resampled(t, f, u)))
pairs["single-frames"] = (t[:1], np.array([440.0]), t[:1], np.array([441.0]))


def rounded(values, decimals):
    return np.array([float(f"{value:.{decimals}f}") for value in values])


rows = []
for name, series in pairs.items():
    rt, rf, et, ef = (rounded(values, 6) for values in series)
    for kind, times, frequencies in [("reference", rt, rf), ("estimate", et, ef)]:
        with open(here / f"{name}.{kind}.csv", "w") as file:
            for time, frequency in zip(times, frequencies):
                file.write(f"{time:.6f},{frequency:.6f}\n")
    for tolerance in [50, 10]:
        score = mir_eval.melody.evaluate(rt, rf.copy(), et, ef.copy(), cent_tolerance=tolerance)
        rv, rc, ev, ec = mir_eval.melody.to_cent_voicing(rt, rf.copy(), et, ef.copy())
        both = (rv > 0) & (ev > 0) & (ec != 0)
        error = np.abs(rc - ec)[both]
        wrapped = np.abs(error - 1200 * np.floor(error / 1200 + 0.5))
        octaves = int(((error >= tolerance) & (wrapped < tolerance)).sum())
        extra = [np.median(error), error.mean()] if len(error) else ["", ""]
        rows.append([name, tolerance, *map(float, score.values()), len(rv), len(error), *extra,
                     octaves])

with open(here / "scores.csv", "w") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["pair", "tolerance", "recall", "falseAlarm", "rawPitch", "rawChroma",
                     "overall", "frames", "compared", "median", "mean", "octaveErrors"])
    writer.writerows(rows)
print(f"mir_eval {mir_eval.__version__}, numpy {np.__version__}, Python {sys.version.split()[0]}")
