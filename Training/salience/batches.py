"""Batches of mixtures, made by processes of their own, and a pool of the latest from which steps of training draw."""

import multiprocessing

import torch

from mixtures import Mixer
from spectra import Spectra, inputs

# Mixtures that a process makes at once.
GROUP = 24
# Windows of the tracker for sounds from 26, 60 and 50 Hz on, and how often each is seen.
DURATIONS, DURATION_SHARES = [2.5 / 26, 2.5 / 60, 2.5 / 50], [0.76, 0.12, 0.12]


def make(sets, seed, queue):
    """Puts (lines, whole, labels, scenes) of GROUP mixtures into a queue, for ever."""
    torch.set_num_threads(1)
    mixer = Mixer(sets, seed)
    spectra = [Spectra(duration) for duration in DURATIONS]
    with torch.no_grad():
        while True:
            samples, labels, scenes = mixer.batch(GROUP)
            samples = (samples.clamp(-1, 1) * 32767).round() / 32768  # as of 16 bits, like most recordings
            lines, whole = inputs(spectra[mixer.rng.choice(len(spectra), p=DURATION_SHARES)], samples)
            queue.put((lines.half().numpy(), whole.numpy(), labels.numpy().astype("f4"), scenes))


class Pool:
    """The latest groups of mixtures, on the device that trains."""

    def __init__(self, sets, seed, workers, size, device):
        # The processes see the sounds without copies of them.
        processes = multiprocessing.get_context("fork")
        self.queue = processes.Queue(workers * 3)
        for index in range(workers):
            processes.Process(target=make, args=(sets, 1000 * seed + index, self.queue), daemon=True).start()
        self.size, self.device = size, device
        self.groups, self.made, self.replaced = [], 0, 0

    def take(self):
        """Waits for a group; it takes the place of the oldest in a full pool."""
        group = tuple(torch.from_numpy(values).to(self.device) for values in self.queue.get()[:3])
        self.made += 1
        if len(self.groups) < self.size:
            self.groups.append(group)
        else:
            self.groups[self.replaced % self.size] = group
            self.replaced += 1

    def refresh(self, steps):
        """Takes up to 6 of the groups that wait, as long as no more than 10 come on a step or the pool has room."""
        while not self.queue.empty() and (self.made < 10 * steps or len(self.groups) < self.size):
            self.take()
            if self.made % 6 == 0:
                break

    def draw(self, rng, count):
        """Some different groups."""
        chosen = rng.choice(len(self.groups), min(len(self.groups), count), replace=False)
        return [self.groups[index] for index in chosen]
