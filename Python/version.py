"""The version, which kammerton.h says: of the repository, or of the sources in an sdist."""

import pathlib
import re

_HEADER = "Sources/Bindings/CKammerton/include/kammerton.h"
_here = pathlib.Path(__file__).resolve().parent
_header = next(path for path in (_here / "native" / _HEADER, _here.parent / _HEADER) if path.exists())
__version__ = ".".join(re.findall(r"^#define KTN_VERSION_[A-Z]+ (\d+)$", _header.read_text(), re.M))
