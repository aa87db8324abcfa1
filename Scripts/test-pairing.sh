#!/usr/bin/env bash
# Checks the test vectors of docs/pairing.md, from its text alone, by two other implementations: one in
# plain Python, and one with the Web Cryptography API of Node.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 Scripts/check-pairing.py
node Scripts/check-pairing.mjs
