"""The one tree of errors. Each says what happened, where, and what to do about it.

ZrnoError
├── SourceError            the bytes could not be had
│   ├── SourceMissing        no such file, nothing on standard input
│   ├── FetchError           the network did not deliver
│   │   ├── FetchRefused       the address or the server's answer forbids it
│   │   └── FetchFailed        time-out, dead host, broken transfer
│   └── TooLarge             more bytes, nodes or redirects than the limits allow
├── PageError              the bytes are there but are no page
│   └── NotText              binary or empty content
├── OptionError            an unknown name, or a value out of its range
├── SettingsError          the settings cannot be read, or a value is out of its range
├── PluginError            an installed method or format cannot be loaded, or does not do what it should
├── OutputError            the result could not be written
└── MissingExtra           an optional group is not installed
"""

from __future__ import annotations


class ZrnoError(Exception):
    """Above all errors of Zrno: `what` happened, `where`, and a `hint` what to do."""

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(what)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.what}{advice}"

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default pickling of exceptions.
        return _rebuild, (type(self), self.what, self.where, self.hint)


def _rebuild(kind: type[ZrnoError], what: str, where: str, hint: str) -> ZrnoError:
    return kind(what, where=where, hint=hint)


class SourceError(ZrnoError):
    """The bytes could not be had."""


class SourceMissing(SourceError):
    """No such file, or nothing on standard input."""


class FetchError(SourceError):
    """The network did not deliver."""


class FetchRefused(FetchError):
    """The address, or the server's answer, forbids it."""


class FetchFailed(FetchError):
    """Time-out, dead host or broken transfer."""


class TooLarge(SourceError):
    """More bytes, nodes or redirects than the limits allow."""


class PageError(ZrnoError):
    """The bytes are there, but they are no page."""


class NotText(PageError):
    """Binary or empty content."""


class OptionError(ZrnoError):
    """An unknown name, or a value out of its range."""


class SettingsError(ZrnoError):
    """The settings cannot be read, or a value is out of its range."""


class PluginError(ZrnoError):
    """An installed method or format cannot be loaded, or does not do what it should."""


class OutputError(ZrnoError):
    """The result could not be written."""


class MissingExtra(ZrnoError):
    """An optional group of dependencies is not installed."""
