"""Trains chord networks of several sizes on the same mixtures. Called by train-chords.sh.

    train.py NOTES OUTPUT [--seconds S] [--steps N] [--widths 16,48,32,32,32 …] [--seed 1] [--judge FILE.npz]

NOTES is what make_notes.py wrote. Ends after so many seconds or steps, whichever comes first. Writes OUTPUT/netN.pt,
the mean of the latest weights, and OUTPUT/settings.
"""

import argparse
import copy
import math
import os
import pathlib
import time

import torch

from mixtures import MOMENTS, Mixer, targets
from network import ChordNetwork, save
from spectra import Spectra

WIDTHS = ["16,48,32,32,32"]
RATE = 3e-3


class Trainee:
    """A network, and the mean of its latest weights, which is what is kept."""

    def __init__(self, widths, device):
        self.network = ChordNetwork(map(int, widths.split(","))).to(device)
        self.mean = copy.deepcopy(self.network)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), RATE, weight_decay=1e-4)
        self.losses = []
        print(widths, "parameters", sum(values.numel() for values in self.network.parameters()), flush=True)

    def step(self, lines, wanted, known, rate, steps):
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        on_gpu = lines.is_cuda
        with torch.autocast(lines.device.type, dtype=torch.bfloat16, enabled=on_gpu):
            logits = self.network(lines)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
        value = (loss * known).sum(1).mean()
        self.optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.losses = self.losses[-299:] + [value.detach()]
        # The mean reaches further back the longer the training lasts.
        decay = min(0.9995, 1 - 1 / (steps + 1) ** 0.8)
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.network.parameters()), 1 - decay)


def learning_rate(done, steps):
    """Rises for 100 steps, and falls with a cosine until all is done."""
    return RATE * min(1, (steps + 1) / 100) * (0.5 * (1 + math.cos(math.pi * min(1, done))) + 0.003)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("notes", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--widths", nargs="*", default=WIDTHS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=96, help="mixtures of a step")
    parser.add_argument("--workers", type=int, default=max(1, min(8, (os.cpu_count() or 1) - 2)))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    start = last = time.time()
    mixer = Mixer(options.notes, options.batch, options.seed, device, options.workers)
    print(f"{len(mixer.index.kinds)} notes, {time.time() - start:.1f} s", flush=True)
    spectra = Spectra().to(device)
    moments = torch.tensor(MOMENTS, device=device, dtype=torch.float32)
    torch.manual_seed(options.seed)
    trainees = [Trainee(widths, device) for widths in options.widths]
    steps = 0
    while (spent := time.time() - start) <= options.seconds and steps < options.steps:
        rate = learning_rate(max(spent / options.seconds, steps / options.steps), steps)
        with torch.no_grad():
            samples, frequencies = mixer.batch()
            lines = spectra(samples, moments)
            wanted, known = targets(frequencies)
        for trainee in trainees:
            trainee.step(lines, wanted, known, rate, steps)
        steps += 1
        if time.time() - last > 15 or steps in (1, 10):
            last = time.time()
            losses = " ".join(f"{torch.stack(trainee.losses).mean().item():.4f}" for trainee in trainees)
            print(f"{spent:.0f} s, step {steps}, losses {losses}", flush=True)
            for index, trainee in enumerate(trainees):
                save(trainee.mean, options.output / f"net{index}.pt")
    for index, trainee in enumerate(trainees):
        save(trainee.mean, options.output / f"net{index}.pt")
    about = (f"{options.seed} of train.py ({steps} steps of {options.batch} mixtures, {spent:.0f} s on "
             f"{'one GPU' if device == 'cuda' else 'the CPU'})")
    print(about, flush=True)
    (options.output / "settings").write_text(about + "\n")


if __name__ == "__main__":
    main()
