"""Rounds the weights of a network to whole numbers of units; a unit is a power of two, in quarters."""

import copy

import torch

LIMITS = {8: 127, 16: 32767}


def rows(network, bits):
    """The weights in the order of the written file, in rows with a unit each; a row is a list of tensors.

    With 16 bits, a row is all the weights of a layer, or its constants. With 8 bits it is what one input of one tap
    gives to all outputs: an input has small weights where its values are large.
    """
    result = []
    for layer in (network.first, network.comb, network.near, network.rival):
        weights = list(layer.linear.weight.detach().T)
        result += [[row] for row in weights] if bits == 8 else [weights]
        result.append([layer.linear.bias.detach()])
    last = [network.last.weight.detach(), network.last.bias.detach()]
    none = [*network.none1.weight.detach().T, network.none1.bias.detach(), network.none2.weight.detach(),
            network.none2.bias.detach()]
    for part in (last, [network.high.detach()], none):
        result += [[row] for row in part] if bits == 8 else [part]
    return result


def unit(row, bits):
    """The exponent of the smallest unit that reaches all weights of a row, in quarters."""
    highest = max(max(part.abs().max().item() for part in row), 1e-9)
    return int(torch.ceil(4 * torch.log2(torch.tensor(highest / LIMITS[bits], dtype=torch.float64))))


def whole(part, exponent):
    return torch.round(part.double().reshape(-1) / 2 ** (exponent / 4))


def numbers(network, bits):
    """The units of all rows, and their weights as whole numbers."""
    units, values = [], []
    for row in rows(network, bits):
        units.append(unit(row, bits))
        for part in row:
            values += whole(part, units[-1]).int().tolist()
    return units, values


def rounded(network, bits):
    """A copy of the network with the weights that are written."""
    network = copy.deepcopy(network)
    for row in rows(network, bits):
        exponent = unit(row, bits)
        for part in row:
            part.copy_((whole(part, exponent) * 2 ** (exponent / 4)).reshape(part.shape))
    return network
