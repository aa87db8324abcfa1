#!/usr/bin/env bash
# Checks the test vectors of docs/pairing.md, from its text alone, by two other libraries: Python's
# cryptography, which it installs into .build-test, and the Web Cryptography API of Node.
set -euo pipefail
cd "$(dirname "$0")/.."
"$(Scripts/python-with Scripts/requirements.txt)" Scripts/check-pairing.py
node Scripts/check-pairing.mjs
