"""Which elements make blocks, which are dropped: named sets, with a reason for each exception."""

from __future__ import annotations

# Elements that start and end a block by the HTML standard's rendering (display: block, table parts,
# list items). Exceptions, by how the web uses them:
#   * `td`, `th`, `caption`, `dt`, `dd`, `figcaption`, `summary`, `legend` hold one text each: blocks;
#   * `option`, `button` are controls whose texts would run together: blocks;
#   * `label` and `ins`/`del` stay inline: they mark words inside a sentence.
BLOCK_TAGS = frozenset(
    """
    address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt
    fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li
    listing main menu nav noframes ol optgroup option p plaintext pre section select summary table tbody td
    tfoot th thead title tr ul video xmp
    """.split()
)
LINE_BREAK = "br"  # flushes a block as well: old pages separate paragraphs by it

# No reader's text inside: the published list (script, noscript, object, video, style, canvas, iframe,
# svg, embed), what the standard added since, and form controls that hold choices, not sentences.
DROPPED_TAGS = frozenset(
    """
    script noscript object video style canvas iframe svg embed template audio applet head select
    datalist textarea map noframes noembed frame progress meter rp
    """.split()
)

# The text of a block that announces advertising. The word must end there: a Czech "reklamace" is a
# complaint, no advertisement.
ADVERTISING_TEXT = r"^\W{0,3}(?:reklama|inzerce|advertisement|werbung|anzeige|реклама)(?:[^a-zà-ž]|$)"

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
ITEM_TAGS = frozenset({"li", "dd", "dt"})
# Inline elements whose presence speaks for written text.
POSITIVE_INLINE = frozenset(
    "abbr acronym b cite code del dfn em i ins kbd mark q s samp strong sub sup time var".split()
)
