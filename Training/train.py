"""Trains the scorer of candidates from the features of the training sounds. Called by train.sh."""

import argparse
import pathlib

import numpy as np
import torch

import weights as text

CAPACITY = 16
INPUTS = text.inputs()
HEIGHT, STRENGTH, NOISE_SHARE = map(INPUTS.index, ("height", "strength", "noiseShare"))


def read(work, features, stride, rng):
    """Frames × candidates × features; which candidates are right, and which there are; voiced frames; clips."""
    inputs, right, present, voiced, clips = [], [], [], [], []
    lines = (work / "groups").read_text().splitlines()
    for index, line in enumerate(lines):
        rows = np.fromfile(work / f"mix-{index}.rows", "f4").reshape(-1, 2 + features)
        label = np.load(work / f"mix-{index}.npy")
        kind, group, noise, ratio = line.split(",")
        chosen = np.arange(rng.integers(stride), len(label), stride)
        chosen = chosen[~np.isnan(label[chosen])]
        starts = np.searchsorted(rows[:, 0], chosen)
        ends = np.searchsorted(rows[:, 0], chosen, "right")
        for frame, start, end in zip(chosen, starts, ends):
            if end == start:
                continue
            here = np.zeros((CAPACITY, features), "f4")
            here[:end - start] = rows[start:end, 2:]
            with np.errstate(all="ignore"):
                cents = np.abs(1200 * np.log2(rows[start:end, 1] / label[frame]))
            good = np.zeros(CAPACITY, bool)
            good[:end - start] = (label[frame] > 0) & (cents < 50)
            inputs.append(here)
            right.append(good)
            present.append(np.arange(CAPACITY) < end - start)
            voiced.append(label[frame] > 0)
            clips.append(index)
    return (torch.tensor(np.array(inputs)), torch.tensor(np.array(right)), torch.tensor(np.array(present)),
            torch.tensor(np.array(voiced)), np.array(clips), [line.split(",") for line in lines])


class Scorer(torch.nn.Module):
    def __init__(self, features, mean, deviation, sizes):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(a, b) for a, b in zip([features, *sizes], [*sizes, 1]))

    def forward(self, inputs):
        values = (inputs - self.mean) / self.deviation
        for layer in self.layers[:-1]:
            values = torch.relu(layer(values))
        return self.layers[-1](values).squeeze(-1)


def losses(scores, right, present, voiced, lost, weight=1.0):
    scores = scores.masked_fill(~present, -1e9)
    every = torch.logsumexp(torch.cat([scores, torch.zeros_like(scores[:, :1])], 1), 1)
    hit = torch.logsumexp(scores.masked_fill(~right, -1e9), 1)
    found = right.any(1)
    loss = torch.where(found, every - hit, every)
    return loss * torch.where(voiced & ~found, lost, 1.0) * weight


def report(scores, inputs, right, present, voiced, clips, lines):
    scores = scores.masked_fill(~present, -1e9)
    strength = inputs[:, :, STRENGTH].masked_fill(~present, -1e9)
    ratio = np.array([float(line[3]) for line in lines])[clips]
    noise = np.array([line[2] for line in lines])[clips]
    found = right.any(1)
    pick = lambda values: right.gather(1, values.argmax(1, keepdim=True)).squeeze(1)
    says = scores.max(1).values > 0
    old = strength.max(1).values > text.parameter("Path.unvoicedStrength")
    for name in ["none", "white", "pink", "brown", "shaped", "hum", "drops", "breath", "babble", "room", "only"]:
        for low, high in ([(-7, 5), (5, 99)] if name not in ("none", "only", "room") else [(-np.inf, np.inf)]):
            here = torch.tensor((noise == name) & (ratio >= low) & (ratio <= high))
            v, u = here & voiced, here & ~voiced
            mean = lambda mask, values: 100 * values[mask].float().mean().item() if mask.any() else float("nan")
            print(f"{name:7} {low:5} voiced {int(v.sum()):6}: in list {mean(v, found):5.1f}, old best {mean(v, pick(strength)):5.1f} "
                  f"voiced {mean(v, pick(strength) & old):5.1f} FA {mean(u, old):5.1f}; new best {mean(v, pick(scores)):5.1f} "
                  f"voiced {mean(v, pick(scores) & says):5.1f} FA {mean(u, says):5.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--features", type=int, default=len(INPUTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--stride", type=int, default=4)
    parser.add_argument("--sizes", type=int, nargs="*", default=[32, 16])
    parser.add_argument("--lost", type=float, default=0.3)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    inputs, right, present, voiced, clips, lines = read(options.work, options.features, options.stride, rng)
    # It speaks where the sound is noisy or unclear; the others count a little.
    height = inputs[:, :, HEIGHT].max(1).values
    unclear = torch.maximum((1 - height) / 0.2, inputs[:, 0, NOISE_SHARE] / 0.2).clamp(0, 1)
    weight = 0.2 + 0.8 * unclear
    names = np.array([line[1] for line in lines])
    # Held out: whole families of instruments, and every fifth clip (two stand together) of each other source.
    held = np.isin(names, ["soundfont-3", "soundfont-7", "soundfont-9"])
    held |= (np.arange(len(lines)) // 2 % 5 == 0) & ~np.char.startswith(names.astype(str), "soundfont")
    test = torch.tensor(held[clips])
    train = ~test
    rows = inputs[train][present[train]]
    scorer = Scorer(options.features, rows.mean(0), rows.std(0) + 1e-3, options.sizes)
    optimizer = torch.optim.Adam(scorer.parameters(), 3e-3)
    chosen = torch.nonzero(train).squeeze(1)
    steps = options.epochs * (len(chosen) // 512)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps + 1)
    for epoch in range(options.epochs):
        total = 0.0
        order = chosen[torch.randperm(len(chosen))]
        for part in order.split(512)[:len(chosen) // 512]:
            loss = losses(scorer(inputs[part]), right[part], present[part], voiced[part], options.lost, weight[part]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        with torch.no_grad():
            scores = torch.cat([scorer(part) for part in inputs[test].split(20000)])
            other = losses(scores, right[test], present[test], voiced[test], options.lost, weight[test]).mean().item()
        print(f"epoch {epoch}: training {total / (len(chosen) // 512):.4f}, held out {other:.4f}", flush=True)
    report(scores, inputs[test], right[test], present[test], voiced[test], clips[test.numpy()], lines)
    layers = []
    with torch.no_grad():
        for index, layer in enumerate(scorer.layers):
            weight, constant = layer.weight.clone(), layer.bias.clone()
            if index == 0:
                constant -= weight @ (scorer.mean / scorer.deviation)
                weight /= scorer.deviation
            layers.append((weight.numpy(), constant.numpy()))
    about = f"{len(lines)} mixtures by make_sounds.py, {train.sum():,} frames to learn from and {test.sum():,} held out."
    made = (options.work / "seed").read_text().strip()
    settings = f"{options.seed} of train.py (epochs {options.epochs}, stride {options.stride}, lost {options.lost})."
    options.output.write_text(text.swift(layers, text.origin(about, made, settings)))


if __name__ == "__main__":
    main()
