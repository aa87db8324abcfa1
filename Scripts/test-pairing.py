#!/usr/bin/env python3
"""Checks the test vectors of docs/pairing.md, from its text alone, by two other implementations.

    Scripts/test-pairing.py             compare: status 0 if all agree, 1 if not
    Scripts/test-pairing.py --print     write the vectors

One is in plain Python, here; the other one uses the Web Cryptography API of Node (Scripts/testing/pairing.mjs).
This one needs nothing but Python: X25519 is written out by RFC 7748, HKDF by RFC 5869, AES by FIPS 197 and GCM by
NIST SP 800-38D, and each is tried on a vector of its own standard first. Slow and leaky, so for tests only.
"""

import hashlib
import hmac
import pathlib
import re
import subprocess
import sys

OFFERER_KEY = bytes(range(0x00, 0x20))
JOINER_KEY = bytes(range(0x20, 0x40))
OFFERER_NONCE = bytes(range(0x40, 0x50))
JOINER_NONCE = bytes(range(0x50, 0x60))
DOCUMENT = pathlib.Path(__file__).parent.parent / "docs/pairing.md"
TEXT = "https://example.org/set-list/2026-11-21"


def label(purpose):
    return b"Kammerton pairing 2: " + purpose.encode()


def digest(purpose, *fields):
    parts = b"".join(bytes([len(field)]) + field for field in fields)
    return hashlib.sha256(label(purpose) + b"\0" + parts).digest()


def derive(secret, salt, purpose, count=32):
    """HKDF with SHA-256; no more than one block of output is needed."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(key, label(purpose) + b"\1", hashlib.sha256).digest()[:count]


def tag(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()[:16]


def x25519(key, point):
    """RFC 7748, section 5: the Montgomery ladder over 2^255 - 19."""
    p = 2**255 - 19
    scalar = int.from_bytes(key, "little") & (2**254 - 8) | 2**254
    x1 = int.from_bytes(point, "little") % 2**255
    x2, z2, x3, z3 = 1, 0, x1, 1
    for place in reversed(range(255)):
        bit = scalar >> place & 1
        if bit:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a % p, c * b % p, a * a % p, b * b % p
        x3, z3 = (da + cb) ** 2 % p, x1 * (da - cb) ** 2 % p
        e = aa - bb
        x2, z2 = aa * bb % p, e * (aa + 121665 * e) % p
        if bit:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, p - 2, p) % p).to_bytes(32, "little")


def public(key):
    return x25519(key, b"\x09" + bytes(31))


def double(byte):
    """Times x in the field of AES."""
    return byte << 1 ^ (0x11b if byte & 0x80 else 0)


def substitution_box():
    """FIPS 197, section 5.1.1, by the powers of 3, which go through all elements but 0."""
    box, power, inverse = [0x63] * 256, 1, 1
    for _ in range(255):
        power ^= double(power)  # times 3
        for shift in (1, 2, 4):  # divided by 3
            inverse ^= inverse << shift & 0xff
        if inverse & 0x80:
            inverse ^= 0x09
        rotated = inverse * 0x101
        value = inverse ^ rotated >> 7 ^ rotated >> 6 ^ rotated >> 5 ^ rotated >> 4
        box[power] = value & 0xff ^ 0x63
    return box


BOX = substitution_box()


def round_keys(key):
    """FIPS 197, section 5.2."""
    words, constant, length = [list(key[i:i + 4]) for i in range(0, len(key), 4)], 1, len(key) // 4
    for index in range(length, 4 * (length + 7)):
        word = words[-1]
        if index % length == 0:
            word = [BOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = double(constant)
        elif length > 6 and index % length == 4:
            word = [BOX[byte] for byte in word]
        words.append([a ^ b for a, b in zip(words[index - length], word)])
    return [sum(words[i:i + 4], []) for i in range(0, len(words), 4)]


def aes(keys, block):
    """FIPS 197, section 5.1: one block."""
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number, key in enumerate(keys[1:], 1):
        state = [BOX[state[(5 * place) % 16]] for place in range(16)]  # bytes and rows
        if number < len(keys) - 1:
            mixed = []
            for start in range(0, 16, 4):
                column = state[start:start + 4]
                for row in range(4):
                    a, b, c, d = column[row:] + column[:row]
                    mixed.append(double(a) ^ double(b) ^ b ^ c ^ d)
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


def multiply(x, y):
    """SP 800-38D, section 6.3: in the field of GCM, whose bits run the other way."""
    product = 0
    for place in reversed(range(128)):
        if x >> place & 1:
            product ^= y
        y = y >> 1 ^ (0xe1 << 120 if y & 1 else 0)
    return product


def aes_gcm(key, nonce, text, associated):
    """SP 800-38D, section 7.1: the sealed text and the tag of 16 bytes, with a nonce of 12."""
    keys = round_keys(key)
    stream = b"".join(
        aes(keys, nonce + counter.to_bytes(4, "big")) for counter in range(2, 3 + len(text) // 16))
    sealed = bytes(a ^ b for a, b in zip(text, stream))
    hash_key, value = int.from_bytes(aes(keys, bytes(16)), "big"), 0
    blocks = b"".join(part + bytes(-len(part) % 16) for part in (associated, sealed))
    blocks += (8 * len(associated)).to_bytes(8, "big") + (8 * len(sealed)).to_bytes(8, "big")
    for start in range(0, len(blocks), 16):
        value = multiply(value ^ int.from_bytes(blocks[start:start + 16], "big"), hash_key)
    mask = int.from_bytes(aes(keys, nonce + b"\0\0\0\1"), "big")
    return sealed + (value ^ mask).to_bytes(16, "big")


def check_primitives():
    """RFC 7748, section 5.2; FIPS 197, C.3; test cases 13 and 14 of the GCM specification."""
    nine, count_up = b"\x09" + bytes(31), bytes(range(32))
    shown = {
        "X25519": (x25519(nine, nine),
                   "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
        "AES": (aes(round_keys(count_up), bytes(range(0, 256, 17))),
                "8ea2b7ca516745bfeafc49904b496089"),
        "empty AES-GCM": (aes_gcm(bytes(32), bytes(12), b"", b""),
                          "530f8afbc74536b9a963b4f1c4cb738b"),
        "AES-GCM": (aes_gcm(bytes(32), bytes(12), bytes(16), b""),
                    "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
    }
    for name, (value, stated) in shown.items():
        if value.hex() != stated:
            sys.exit(f"test-pairing: this script's {name} is wrong")


def run(prefix, text):
    """One pairing; `prefix` is the offer up to its commitment."""
    offerer, joiner = public(OFFERER_KEY), public(JOINER_KEY)
    commitment = digest("commitment", prefix, offerer, OFFERER_NONCE)
    offer = prefix + commitment
    join = b"\xc1\x22" + commitment[:8] + joiner + JOINER_NONCE
    name = digest("session", offer, join)[:8]
    reveal = b"\xc1\x23" + name + offerer + OFFERER_NONCE
    transcript = digest("transcript", offer, join, reveal)

    secret = x25519(OFFERER_KEY, joiner)
    assert secret == x25519(JOINER_KEY, offerer)
    keys = {purpose: derive(secret, transcript, purpose) for purpose in (
        "offerer confirms", "joiner confirms", "hand-over", "receipt", "shared secret")}
    numbers = [int.from_bytes(derive(secret, transcript, purpose, 8), "big")
               for purpose in ("offerer's digits", "joiner's digits")]
    offerer_digits = numbers[0] % 1_000_000
    # Any of the 999,999 others.
    joiner_digits = [*range(offerer_digits), *range(offerer_digits + 1, 1_000_000)][numbers[1] % 999_999]

    body = b"\x01\x03" + text.encode()
    parts = [body[start:start + 36] for start in range(0, len(body), 36)]
    count = len(parts)
    vectors = {
        "offerer's public key": offerer, "joiner's public key": joiner,
        "offer": offer, "join": join, "reveal": reveal,
        "transcript": transcript, "X25519": secret,
        "shared secret": keys["shared secret"],
        "offerer's digits": f"{offerer_digits:06}", "joiner's digits": f"{joiner_digits:06}",
        "joiner confirms":
            b"\xc1\x24" + name + tag(keys["joiner confirms"], transcript),
        "offerer confirms":
            b"\xc1\x25" + name + bytes([count])
            + tag(keys["offerer confirms"], transcript + bytes([count])),
    }
    for index in range(count + 1):
        vectors[f"receipt {index}"] = (
            b"\xc1\x27" + name + bytes([index])
            + tag(keys["receipt"], transcript + bytes([index])))
        if index < count:
            sealed = aes_gcm(
                keys["hand-over"], bytes(11) + bytes([index]), parts[index],
                bytes([index, count]) + transcript)
            vectors[f"part {index}"] = b"\xc1\x26" + name + bytes([index]) + sealed
    return vectors


def all_vectors():
    vectors = run(b"\xc1\x21", TEXT)
    # The same keys, answered at 192.168.1.20, port 40000.
    network = run(b"\xc1\x2a" + (40000).to_bytes(2, "big") + bytes([192, 168, 1, 20]), TEXT)
    for name in ("offer", "transcript", "shared secret", "offerer's digits", "joiner's digits"):
        vectors[f"network: {name}"] = network[name]
    return {name: value if isinstance(value, str) else value.hex()
            for name, value in vectors.items()}


def read(path):
    """The block of docs/pairing.md: `name = value`, long values over several lines."""
    block = re.search(
        r"```text vectors\n(.*?)```", pathlib.Path(path).read_text(encoding="utf-8"), re.S)
    if not block:
        sys.exit(f"test-pairing: {path} has no block of vectors")
    vectors, name = {}, None
    for line in block.group(1).splitlines():
        if "=" in line:
            name, line = (part.strip() for part in line.split("=", 1))
            vectors[name] = ""
        vectors[name] += line.strip()
    return vectors


def main(arguments):
    check_primitives()
    vectors = all_vectors()
    if arguments == ["--print"]:
        for name, value in vectors.items():
            lines = [value[start:start + 64] for start in range(0, len(value), 64)]
            print(f"{name} = " + lines[0] if len(lines) == 1 else f"{name} =")
            if len(lines) > 1:
                print("\n".join("  " + line for line in lines))
        return 0
    stated = read(DOCUMENT)
    stated = {name: value for name, value in stated.items() if name in vectors}
    for name, value in vectors.items():
        if stated.get(name) != value:
            print(f"test-pairing: {name} is {stated.get(name)}, but must be {value}")
    if stated != vectors:
        return 1
    print(f"test-pairing: all {len(vectors)} values agree")
    return subprocess.run(["node", DOCUMENT.parent.parent / "Scripts/testing/pairing.mjs"]).returncode


sys.exit(main(sys.argv[1:]))
