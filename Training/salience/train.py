"""Trains salience networks of several sizes on the same mixtures. Called by train-salience.sh.

    train.py SOUNDS OUTPUT [--seconds S] [--steps N] [--widths 8,24,16,16 …] [--seed 1]

SOUNDS is what make_dry_sounds.py wrote. Ends after so many seconds or steps, whichever comes first. Writes
OUTPUT/netN.pt, the mean of the latest weights, and OUTPUT/settings.
"""

import argparse
import copy
import math
import os
import pathlib
import time

import numpy as np
import torch

import mixtures
from batches import GROUP, Pool
from network import SalienceNetwork, save
from targets import loss, report, targets

WIDTHS = ["8,24,16,16", "8,32,24,24", "16,48,32,32"]
RATE = 3e-3


class Trainee:
    """A network, and the mean of its latest weights, which is what is kept."""

    def __init__(self, widths, device):
        self.network = SalienceNetwork(map(int, widths.split(","))).to(device)
        self.mean = copy.deepcopy(self.network)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), RATE, weight_decay=1e-4)
        self.losses = []
        print(widths, "parameters", sum(values.numel() for values in self.network.parameters()), flush=True)

    def step(self, lines, whole, wanted, known, rate, steps):
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        on_gpu = lines.is_cuda
        with torch.autocast(lines.device.type, dtype=torch.bfloat16, enabled=on_gpu):
            logits = self.network(lines.bfloat16() if on_gpu else lines.float(), whole)
        value = loss(logits, wanted, known)
        self.optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.losses.append(value.detach())
        # The mean reaches further back the longer the training lasts.
        decay = min(0.9995, 1 - 1 / (steps + 1) ** 0.8)
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.network.parameters()), 1 - decay)


def learning_rate(done, steps):
    """Rises for 100 steps, and falls with a cosine until all is done."""
    return RATE * min(1, (steps + 1) / 100) * (0.5 * (1 + math.cos(math.pi * min(1, done))) + 0.003)


def train(trainees, pool, options):
    """Returns the number of steps and the seconds."""
    rng = np.random.default_rng(options.seed)
    start = last = time.time()
    while len(pool.groups) < min(options.pool, options.first):
        pool.take()
    steps = 0
    while (spent := time.time() - start) <= options.seconds and steps < options.steps:
        pool.refresh(steps)
        rate = learning_rate(max(spent / options.seconds, steps / options.steps), steps)
        drawn = pool.draw(rng, options.batch // GROUP)
        lines, whole = (torch.cat([group[part] for group in drawn]) for part in (0, 1))
        # Labels go on for a part of a frame.
        parts = [[values[:len(group[0])] for values in targets(group[2])] for group in drawn]
        wanted, known = (torch.cat([part[index] for part in parts]) for index in (0, 1))
        for trainee in trainees:
            trainee.step(lines, whole, wanted, known, rate, steps)
        steps += 1
        if time.time() - last > 15 or steps in (1, 10):
            last = time.time()
            losses = " ".join(f"{torch.stack(trainee.losses[-300:]).mean().item():.4f}" for trainee in trainees)
            print(f"{spent:.0f} s, step {steps}, {pool.made} × {GROUP} mixtures, losses {losses}", flush=True)
            keep(trainees, options.output)
    keep(trainees, options.output)
    return steps, spent


def keep(trainees, folder):
    for index, trainee in enumerate(trainees):
        save(trainee.mean, folder / f"net{index}.pt")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sounds", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--steps", type=int, default=6613)
    parser.add_argument("--widths", nargs="*", default=WIDTHS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=72, help="mixtures of a step")
    parser.add_argument("--pool", type=int, default=1200, help=f"groups of {GROUP} mixtures that are kept")
    parser.add_argument("--first", type=int, default=60, help="groups before the first step")
    parser.add_argument("--judge", type=int, default=40, help="groups for the report")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    pool = Pool(mixtures.read(options.sounds), options.seed, options.workers, options.pool, device)
    torch.manual_seed(options.seed)
    trainees = [Trainee(widths, device) for widths in options.widths]
    steps, seconds = train(trainees, pool, options)
    about = (f"{options.seed} of train.py ({steps} steps of {options.batch} mixtures, {pool.made * GROUP} made, "
             f"{seconds:.0f} s on {'one GPU' if device == 'cuda' else 'the CPU'})")
    print(about, flush=True)
    (options.output / "settings").write_text(about + "\n")
    with torch.no_grad():
        # New mixtures, though of sounds that it knows: training draws nothing any more.
        judged = [pool.queue.get() for _ in range(options.judge)]
        for widths, trainee in zip(options.widths, trainees):
            report(widths, trainee.mean, judged, device)


if __name__ == "__main__":
    main()
