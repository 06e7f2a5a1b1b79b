"""PAGE TO BLOCKS: the text of a page in numbered pieces, each with its path and its numbers."""

from zrno.blocks.features import Features, measure
from zrno.blocks.split import Block, Blocks, split

__all__ = ["Block", "Blocks", "Features", "measure", "split"]
