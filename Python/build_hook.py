"""Puts libkammerton into the wheel: one wheel for each platform, and for every Python 3."""

import os
import pathlib
import platform
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        library = os.environ.get("KAMMERTON_LIBRARY", "../dist/libkammerton.so")
        path = (pathlib.Path(self.root) / library).resolve()
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing: run make wheel, which builds it first")
        machine = os.environ.get("KAMMERTON_MACHINE", platform.machine())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_17_{machine}"
        build_data["force_include"][str(path)] = "kammerton/libkammerton.so"
