"""Puts libkammerton into the wheel: one wheel for each platform, and for every Python 3.

The library is $KAMMERTON_LIBRARY, or what ``make library`` has left in the repository. An sdist has its sources in native/,
and builds them, with Swift 6.3 and gcc on Linux.
"""

import os
import pathlib
import platform
import shutil
import subprocess
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = pathlib.Path(self.root)
        native = root / "native"
        machine = os.environ.get("KAMMERTON_MACHINE", platform.machine())
        given = os.environ.get("KAMMERTON_LIBRARY")
        path = (root / given if given else native / "dist" if native.exists() else root.parent / "dist").resolve()
        if not given:
            path /= "libkammerton.so"
        if not path.exists() and not given and native.exists():
            self._build(native)
        if not path.exists():
            raise FileNotFoundError(
                f"{path} is missing. Run make wheel in the repository, which builds it first, or set KAMMERTON_LIBRARY "
                "to a libkammerton.so of this version.")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_17_{machine}"
        build_data["force_include"][str(path)] = "kammerton/libkammerton.so"

    def _build(self, native: pathlib.Path) -> None:
        if shutil.which("swiftc") is None:
            raise FileNotFoundError(
                "Building kammerton from its sources needs Swift 6.3 (https://www.swift.org/install) and gcc. Install a wheel, "
                "or set KAMMERTON_LIBRARY to a libkammerton.so of this version.")
        subprocess.run(["bash", "Scripts/build-library.sh"], cwd=native, check=True)
