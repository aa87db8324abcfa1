"""pack-wheel.py WHEEL: compresses a wheel again, with zopfli, which makes it a twentieth smaller."""

import os
import sys
import zipfile

import zopfli

path = sys.argv[1]
with zipfile.ZipFile(path) as old, zopfli.ZipFile(
    path + ".new", "w", zipfile.ZIP_DEFLATED, iterations=60, block_splitting_max=0
) as new:
    for entry in old.infolist():
        new.writestr(entry, old.read(entry), zipfile.ZIP_DEFLATED)
os.replace(path + ".new", path)
