"""Zrno keeps the grain of a web page: its text, with a reason for every block kept or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zrno.errors import ZrnoError

if TYPE_CHECKING:
    from zrno.document import Document
    from zrno.extraction import extract, extract_page, methods

__all__ = ["Document", "ZrnoError", "__version__", "extract", "extract_page", "methods"]
__version__ = "0.1.0"

# Loaded at first use: `import zrno` alone must not wait for numpy and the parser.
_HOMES = {
    "Document": "zrno.document",
    "extract": "zrno.extraction",
    "extract_page": "zrno.extraction",
    "methods": "zrno.extraction",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'zrno' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
