#!/usr/bin/env python3
"""Checks the test vectors of docs/pairing.md, from its text alone and with other libraries.

    Scripts/check-pairing.py [docs/pairing.md]     compare
    Scripts/check-pairing.py --print               write the vectors

Needs the package `cryptography` for X25519 and AES-GCM; HKDF is written out by RFC 5869.
"""

import hashlib
import hmac
import re
import sys

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

OFFERER_KEY = bytes(range(0x00, 0x20))
JOINER_KEY = bytes(range(0x20, 0x40))
OFFERER_NONCE = bytes(range(0x40, 0x50))
JOINER_NONCE = bytes(range(0x50, 0x60))
TEXT = "https://example.org/set-list/2026-11-21"


def label(purpose):
    return b"Kammerton pairing 1: " + purpose.encode()


def digest(purpose, *fields):
    parts = b"".join(bytes([len(field)]) + field for field in fields)
    return hashlib.sha256(label(purpose) + b"\0" + parts).digest()


def derive(secret, salt, purpose, count=32):
    """HKDF with SHA-256; no more than one block of output is needed."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(key, label(purpose) + b"\1", hashlib.sha256).digest()[:count]


def tag(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()[:16]


def public(key):
    return X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


def run(prefix, text):
    """One pairing; `prefix` is the offer up to its commitment."""
    offerer, joiner = public(OFFERER_KEY), public(JOINER_KEY)
    commitment = digest("commitment", prefix, offerer, OFFERER_NONCE)
    offer = prefix + commitment
    join = b"\xc1\x12" + commitment[:8] + joiner + JOINER_NONCE
    name = digest("session", offer, join)[:8]
    reveal = b"\xc1\x13" + name + offerer + OFFERER_NONCE
    transcript = digest("transcript", offer, join, reveal)

    secret = X25519PrivateKey.from_private_bytes(OFFERER_KEY).exchange(
        X25519PublicKey.from_public_bytes(joiner))
    assert secret == X25519PrivateKey.from_private_bytes(JOINER_KEY).exchange(
        X25519PublicKey.from_public_bytes(offerer))
    keys = {purpose: derive(secret, transcript, purpose) for purpose in (
        "offerer confirms", "joiner confirms", "hand-over", "receipt", "shared secret")}
    number = int.from_bytes(derive(secret, transcript, "short string", 8), "big") % 1_000_000

    body = b"\x01\x03" + text.encode()
    parts = [body[start:start + 36] for start in range(0, len(body), 36)]
    count = len(parts)
    vectors = {
        "offerer's public key": offerer, "joiner's public key": joiner,
        "offer": offer, "join": join, "reveal": reveal,
        "transcript": transcript, "X25519": secret,
        "shared secret": keys["shared secret"], "short string": f"{number:06}",
        "joiner confirms":
            b"\xc1\x14" + name + tag(keys["joiner confirms"], transcript),
        "offerer confirms":
            b"\xc1\x15" + name + bytes([count])
            + tag(keys["offerer confirms"], transcript + bytes([count])),
    }
    for index in range(count + 1):
        vectors[f"receipt {index}"] = (
            b"\xc1\x17" + name + bytes([index])
            + tag(keys["receipt"], transcript + bytes([index])))
        if index < count:
            sealed = AESGCM(keys["hand-over"]).encrypt(
                bytes(11) + bytes([index]), parts[index], bytes([index, count]) + transcript)
            vectors[f"part {index}"] = b"\xc1\x16" + name + bytes([index]) + sealed
    return vectors


def all_vectors():
    vectors = run(b"\xc1\x11", TEXT)
    # The same keys, answered at 192.168.1.20, port 40000.
    network = run(b"\xc1\x1a" + (40000).to_bytes(2, "big") + bytes([192, 168, 1, 20]), TEXT)
    for name in ("offer", "transcript", "shared secret", "short string"):
        vectors[f"network: {name}"] = network[name]
    return {name: value if isinstance(value, str) else value.hex()
            for name, value in vectors.items()}


def read(path):
    """The block of docs/pairing.md: `name = value`, long values over several lines."""
    block = re.search(r"```text vectors\n(.*?)```", open(path).read(), re.S).group(1)
    vectors, name = {}, None
    for line in block.splitlines():
        if "=" in line:
            name, line = (part.strip() for part in line.split("=", 1))
            vectors[name] = ""
        vectors[name] += line.strip()
    return vectors


def main(arguments):
    vectors = all_vectors()
    if arguments == ["--print"]:
        for name, value in vectors.items():
            lines = [value[start:start + 64] for start in range(0, len(value), 64)]
            print(f"{name} = " + lines[0] if len(lines) == 1 else f"{name} =")
            if len(lines) > 1:
                print("\n".join("  " + line for line in lines))
        return 0
    stated = read(arguments[0] if arguments else "docs/pairing.md")
    stated = {name: value for name, value in stated.items() if name in vectors}
    for name, value in vectors.items():
        if stated.get(name) != value:
            print(f"check-pairing: {name} is {stated.get(name)}, but must be {value}")
    if stated != vectors:
        return 1
    print(f"check-pairing: all {len(vectors)} values agree")
    return 0


sys.exit(main(sys.argv[1:]))
