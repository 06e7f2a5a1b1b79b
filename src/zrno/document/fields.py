"""The metadata of a page: one line per field, each found in the file of its name."""

from __future__ import annotations

from collections.abc import Sequence

from zrno.blocks import Blocks, Features
from zrno.document import authors, date, keywords, language, site, structured, title
from zrno.document.document import Fields
from zrno.model import Label, Page


def find(
    page: Page,
    blocks: Blocks,
    features: Features,  # noqa: ARG001  (no field needs it yet; whoever calls has it)
    labels: Sequence[Label],
    *,
    text: str,
) -> Fields:
    """All fields of a labelled page; `text` is its content."""
    stated = structured.read(page)
    place = site.find(page, stated)
    published, modified = date.find(page, stated, blocks, labels)
    return Fields(
        title=title.find(page, stated),
        date=published,
        modified=modified,
        authors=authors.find(page, stated, blocks, labels),
        keywords=keywords.find(page, stated, blocks, labels),
        section=place.section,
        site_name=place.name,
        canonical=place.canonical,
        description=place.description,
        image=place.image,
        language=language.detect(text, declared=_declared(page, stated)),
    )


def _declared(page: Page, stated: structured.Structured) -> str | None:
    """The language the page says it is in: on its root, to machines, or in its headers."""
    root = page.tree.find("html")
    said = [page.tree.get(root[0], name) for name in ("lang", "xml:lang")] if root else []
    said += [stated.meta[name][0] for name in ("og:locale", "content-language") if name in stated.meta]
    said.append(page.headers.get("content-language", ""))
    return next((each for each in said if each.strip()), None)
