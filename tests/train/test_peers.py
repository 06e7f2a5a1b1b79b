"""The other tools run on an invented page; what is not installed says so."""

from __future__ import annotations

import pytest

from zrno.errors import MissingExtra
from zrno.train.peers import PEERS, Peer

STORY = (
    "The ferry across the lake will run again from Saturday, the town council decided on Monday evening, "
    "after the new engine had passed its last test and the captain had found no fault with it. "
)
PAGE = f"""<html lang="en"><head><title>The ferry runs again</title></head><body>
<ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>
<article><h1>The ferry runs again</h1><p>{STORY}</p><p>{STORY * 2}</p><p>{STORY}</p></article>
<div><a href="/about">About us</a> <a href="/contact">Contact</a></div></body></html>"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_a_peer_finds_the_story(peer: Peer) -> None:
    run = peer.runner()
    assert "passed its last test" in run(PAGE)
    assert peer.version
    assert peer.setting


@pytest.mark.filterwarnings("ignore")
def test_boilerpy3_reads_a_page_without_body() -> None:
    peer = next(each for each in PEERS if each.name == "boilerpy3")
    assert "passed its last test" in peer.runner()(f"<div><p>{STORY}</p><p>{STORY}</p></div>")


def test_a_peer_that_is_not_installed_says_what_to_install() -> None:
    def load() -> None:
        raise ModuleNotFoundError("nothing here")

    missing = Peer("ghost", "ghost-extractor", "as it comes", load)  # type: ignore[arg-type]
    with pytest.raises(
        MissingExtra, match=r"ghost is not installed .*pip install ghost-extractor.*zrno\[train\]"
    ):
        missing.runner()
    assert missing.version == ""
