"""BYTES TO PAGE: fetch or read, decode, parse."""

from zrno.acquire.source import Source, open_page, open_response, read

__all__ = ["Source", "open_page", "open_response", "read"]
