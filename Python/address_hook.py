"""The addresses of the project, from the file `address` that Scripts/build-wheel.sh lays beside this: none without it."""

import pathlib
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class AddressHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        file = pathlib.Path(self.root) / "address"
        address = file.read_text().strip() if file.exists() else ""
        metadata["urls"] = {
            "Homepage": address,
            "Documentation": f"{address}/blob/main/docs/python.md",
            "Source": address,
            "Issues": f"{address}/issues",
            "Changelog": f"{address}/blob/main/CHANGELOG.md",
        } if address else {}
