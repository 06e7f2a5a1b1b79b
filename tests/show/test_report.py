"""The report: complete, offline, escaped."""

from __future__ import annotations

import re

import zrno
from zrno.show.report import report_page

HOSTILE = (
    "<title>A &lt;b&gt;</title><h1>A &lt;script&gt;alert(1)&lt;/script&gt;</h1>"
    "<p>Text &amp; more.</p><p><a href=x>x</a>"
)


def test_every_block_stands_in_the_report_with_its_reason() -> None:
    doc = zrno.extract(HOSTILE, method="news")
    page = report_page([("a<b>.html", doc)])
    assert page.count('<li class="') == len(doc.blocks)
    assert "the heading itself" in page
    assert "Text &amp; more." in page


def test_nothing_of_the_page_becomes_markup() -> None:
    page = report_page([('"><script>x</script>', zrno.extract(HOSTILE))])
    assert "<script" not in page
    assert "<b>.html" not in page


def test_the_report_loads_nothing() -> None:
    page = report_page([("a", zrno.extract(HOSTILE))])
    assert not re.search(r"(?:src|href)=[\"'](?!#)", page)
    assert "url(" not in page


def test_no_documents_give_a_page_that_says_so() -> None:
    assert "0 pages" in report_page([])


def test_a_day_without_time_and_paths_in_proportion() -> None:
    tag = "x" * 200
    html = f"<meta name=pubdate content=2021-05-03><h1>A</h1>{f'<{tag}>' * 400}{'<p>a</p>' * 400}"
    page = report_page([("a", zrno.extract(html))])
    assert "<td>2021-05-03</td>" in page
    assert len(page) < 12_000_000
