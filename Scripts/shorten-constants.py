#!/usr/bin/env python3
"""Writes the constants of a WebAssembly module in fewer bytes.

    shorten-constants.py IN.wasm OUT.wasm

A constant of 64 bits takes nine bytes, and a vector eighteen. A whole number that is converted takes three, one of single
precision six, and a vector of equal lanes four or seven; engines compute them when they compile. Needs wasm-dis and wasm-as,
which come with wasm-opt.
"""

import re
import struct
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# Beyond these a whole number takes more than two bytes.
LARGEST_WHOLE = 8191


def number(match):
    """The shortest form of (f64.const …), with the same bits."""
    value = float(match[1]) if "nan" not in match[1] else float("nan")
    if value != value or value in (float("inf"), float("-inf")):
        return match[0]
    bits = struct.pack("d", value)
    if value == int(value) and abs(value) <= LARGEST_WHOLE and struct.pack("d", float(int(value))) == bits:
        return f"(f64.convert_i32_s (i32.const {int(value)}))"
    if abs(value) < 3e38 and struct.pack("d", struct.unpack("f", struct.pack("f", value))[0]) == bits:
        return f"(f64.promote_f32 (f32.const {match[1]}))"
    return match[0]


def vector(match):
    """The shortest form of (v128.const i32x4 …)."""
    lanes = match[1].split()
    return match[0] if len(set(lanes)) > 1 else f"(i32x4.splat (i32.const {lanes[0]}))"


def main(source, target):
    with TemporaryDirectory() as folder:
        text = Path(folder) / "module.wat"
        subprocess.run(["wasm-dis", "--all-features", source, "-o", text], check=True)
        lines = text.read_text().splitlines(keepends=True)
        # Where globals and segments begin, constants stay constants.
        code = [line if line.startswith((" (global", " (data", " (elem")) else
                re.sub(r"\(v128\.const i32x4 ([^)]+)\)", vector, re.sub(r"\(f64\.const ([^)]+)\)", number, line))
                for line in lines]
        text.write_text("".join(code))
        subprocess.run(["wasm-as", "--all-features", text, "-o", target], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("shorten-constants.py IN.wasm OUT.wasm")
    main(sys.argv[1], sys.argv[2])
