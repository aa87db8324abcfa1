"""What the network should answer, and how well it does."""

import torch

from spectra import COUNT, LOWEST, STEPS_PER_OCTAVE


def targets(labels):
    """Probabilities (frames, 1 + COUNT) of labels every 10 ms; which frames are known; which have a pitch.

    A pitch between two frequencies is shared by them. Pitches beyond all frequencies are not asked for.
    """
    labels = labels[:, ::2].reshape(-1)
    known, voiced = ~torch.isnan(labels), labels > 0
    pitch = torch.where(voiced & known, labels, torch.full_like(labels, LOWEST))
    place = STEPS_PER_OCTAVE * torch.log2(pitch / LOWEST)
    inside = (place > -0.5) & (place < COUNT - 0.5)
    known = known & (~voiced | inside)
    place = place.clamp(0, COUNT - 1.001)
    below = place.long()
    share = place - below
    wanted = torch.zeros(len(labels), COUNT + 1, device=labels.device)
    rows = torch.arange(len(labels), device=labels.device)
    voiced = voiced & known
    wanted[rows, 0] = (~voiced).float()
    wanted[rows[voiced], 1 + below[voiced]] = 1 - share[voiced]
    wanted[rows[voiced], 2 + below[voiced]] += share[voiced]
    return wanted, known, voiced


def loss(logits, wanted, known):
    """The mean cross-entropy of the frames that are known, in nats."""
    return -(wanted * torch.log_softmax(logits, 1)).sum(1)[known].mean()


def report(name, network, groups, device):
    """Prints how well a network does in each kind of scene, dry and in rooms.

    That is the share of voiced frames whose best frequency is right within a step, and F1 where all frames are called
    voiced whose pitch has at least a probability.
    """
    rows, chances = {}, {}
    for lines, whole, labels, scenes in groups:
        lines, whole, labels = (torch.from_numpy(values).to(device) for values in (lines, whole, labels))
        likely = torch.softmax(network(lines.float(), whole), 1)[:, 1:]
        wanted, known, voiced = (values[:len(lines)] for values in targets(labels))
        best = likely.argmax(1)
        around = (best[:, None] + torch.tensor([-1, 0, 1], device=device)).clamp(0, COUNT - 1)
        chance = likely.gather(1, around).sum(1)
        right = (best - wanted[:, 1:].argmax(1)).abs() <= 1
        counts = torch.stack([right & voiced & known, voiced & known, known], 1).float()
        frames = len(lines) // len(scenes)
        for index, scene in enumerate(scenes):
            part = slice(index * frames, (index + 1) * frames)
            key = (str(scene.behind), "room" if scene.room else "dry")
            rows.setdefault(key, []).append(counts[part].cpu())
            chances.setdefault(key, []).append(chance[part].cpu())
    for key in sorted(rows):
        (right, voiced, known), chance = torch.cat(rows[key]).T, torch.cat(chances[key])
        right, voiced, chance = right[known > 0], voiced[known > 0], chance[known > 0]
        scores = [2 * (right * (chance >= least)).sum() / ((chance >= least).sum() + voiced.sum())
                  for least in (0.2, 0.3, 0.4, 0.5, 0.6)]
        found = right.sum() / voiced.sum()
        print(f"{name} {' '.join(key):12} right of voiced {found:.3f}, F1 from 0.2, 0.3 … 0.6 on:",
              " ".join(f"{score:.3f}" for score in scores), flush=True)
