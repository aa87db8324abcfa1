"""Makes the training sounds: labelled sources, mixed with noises. Called by train.sh."""

import argparse
import concurrent.futures
import pathlib
import subprocess

import numpy as np
import scipy.signal

import noises
import sources

ALONE = ["white", "pink", "brown", "shaped", "babble", "hum", "drops", "breath"]
RANGES = [(26, 4500), (60, 1500), (50, 600)]


def write(path, samples):
    """As of 16 bits, like most recordings."""
    ((np.clip(samples, -1, 1) * 32767).astype("<i2") / 32768).astype("<f4").tofile(path)


def source(job):
    """One clean sound: (kind, group, samples, f0 or nominal f0 or None)."""
    seed, kind, index, work = job
    rng = np.random.default_rng([seed, index])
    if kind == "soundfont":
        program = index % 112
        folder = pathlib.Path(work) / str(index)
        folder.mkdir(exist_ok=True)
        return kind, f"soundfont-{program // 8}", *sources.soundfont(rng, program, folder)
    if kind == "speech":
        folder = pathlib.Path(work) / str(index)
        folder.mkdir(exist_ok=True)
        return kind, "speech", sources.speech(rng, folder), None
    samples, f0 = getattr(sources, kind)(rng)
    return kind, kind, samples, f0


def labelled(bases, tool, work):
    """Clean sounds without exact labels get those of the tracker, where these are beyond doubt."""
    jobs, wanted = [], []
    for index, (kind, _, samples, _) in enumerate(bases):
        if kind not in ("soundfont", "speech"):
            continue
        path = work / f"clean-{index}"
        write(path.with_suffix(".f32"), samples)
        low, high = (50, 600) if kind == "speech" else (26, 4500)
        jobs.append(f"{path}.f32 {sources.RATE} {low} {high} {path}.track plain")
        wanted.append(index)
    (work / "clean").write_text("\n".join(jobs))
    subprocess.run([tool, str(work / "clean")], check=True)
    result = list(bases)
    for index in wanted:
        kind, group, samples, nominal = bases[index]
        frequency, periodicity = np.fromfile(work / f"clean-{index}.track", "<f4").reshape(-1, 2).T
        count = len(frequency)
        power = np.convolve(samples**2, np.ones(882) / 882, "same")[sources.frames(len(samples))][:count]
        quiet = power < 1e-6 * power.max()
        f0 = np.where(frequency > 0, frequency, np.nan if kind == "soundfont" else 0)
        f0[quiet] = 0
        if kind == "soundfont":
            nominal = nominal[:count]
            f0 = f0[:len(nominal)]
            with np.errstate(all="ignore"):
                far = np.abs(1200 * np.log2(f0 / nominal)) > 60
            f0[(f0 > 0) & far] = np.nan
        else:
            f0[(f0 > 0) & (periodicity < 0.7)] = np.nan
        result[index] = (kind, group, samples, f0)
    return result


def know(spoken):
    """Gives a process the voices of the babble, once."""
    global voices
    voices = spoken


def mixture(job):
    """One training clip and its labels."""
    seed, index, (kind, group, samples, f0), work = job
    rng = np.random.default_rng([seed, index])
    sound, label = np.array(samples, float), np.array(f0, float)
    if len(sound) > 5 * sources.RATE:
        start = int(rng.uniform(0, len(sound) / sources.HOP - 500))
        sound, label = sound[start * sources.HOP:(start + 500) * sources.HOP], label[start:start + 500]
    voiced = np.repeat(label != 0, sources.HOP)[:len(sound)]
    voiced = np.pad(voiced, (0, max(0, len(sound) - len(voiced))))
    level = np.sqrt(np.mean(sound[voiced] ** 2)) if voiced.any() else 0
    noise_kind, ratio = "none", np.inf
    if rng.random() < 0.1:
        sound = noises.room(rng, sound)
        noise_kind = "room"
    if rng.random() < 0.05:
        sound = noises.clip(rng, sound)
    if kind == "noise":
        noise_kind, sound, ratio = "only", sound, -np.inf
    elif rng.random() < 0.9 and level > 0:
        ratio = rng.uniform(-6, 22)
        noise_kind, noise = noises.noise(rng, len(sound), voices)
        sound = sound / level + noise * 10 ** (-ratio / 20)
        if rng.random() < 0.3:  # A second noise, quiet.
            sound += noises.noise(rng, len(sound), voices)[1] * 10 ** (-(ratio + rng.uniform(3, 15)) / 20)
    sound = sound / max(1e-9, np.abs(sound).max()) * 10 ** rng.uniform(-1.5, -0.05)
    rate = int(rng.choice([44100, 22050, 16000], p=[0.7, 0.1, 0.2]))
    if rate != sources.RATE:
        sound = scipy.signal.resample_poly(sound, rate // 50, sources.RATE // 50)
    fits = [limits for limits in RANGES
            if not np.any((label > 0) & ((label < limits[0]) | (label > limits[1])))]
    low, high = fits[rng.integers(len(fits))] if fits else RANGES[0]
    path = pathlib.Path(work) / f"mix-{index}"
    write(path.with_suffix(".f32"), sound)
    np.save(path.with_suffix(".npy"), label.astype("f4"))
    return f"{path}.f32 {rate} {low} {high} {path}.rows features", f"{kind},{group},{noise_kind},{ratio:.1f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=float, default=1)
    options = parser.parse_args()
    work, seed = options.work.resolve(), options.seed
    work.mkdir(parents=True, exist_ok=True)
    counts = {"string": 280, "bar": 110, "oscillator": 300, "voice": 240, "soundfont": 224, "speech": 260}
    jobs = [(seed, kind, index, str(work)) for kind, count in counts.items()
            for index in range(int(count * options.size))]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        bases = list(pool.map(source, jobs, chunksize=8))
        bases = labelled(bases, options.tool, work)
        # Babble is of other sentences than those that are to be heard.
        rng = np.random.default_rng([seed, 99])
        voices = [sources.speech(rng, work) for _ in range(60)]
        for index in range(int(200 * options.size)):
            noise = noises.alone(rng, ALONE[index % len(ALONE)], 220500, voices, 5, 12)
            bases.append(("noise", "noise", 0.1 * noise, np.zeros(500)))
        order = [base for base in bases for _ in range(1 if base[0] == "noise" else 2)]
    jobs = [(seed + 1, index, base, str(work)) for index, base in enumerate(order)]
    with concurrent.futures.ProcessPoolExecutor(2, initializer=know, initargs=(voices,)) as pool:
        made = list(pool.map(mixture, jobs, chunksize=8))
    (work / "seed").write_text(f"{seed} of make_sounds.py (size {options.size:g})\n")
    (work / "mixtures").write_text("\n".join(line for line, _ in made))
    (work / "groups").write_text("\n".join(line for _, line in made))
    subprocess.run([options.tool, str(work / "mixtures")], check=True)


if __name__ == "__main__":
    main()
