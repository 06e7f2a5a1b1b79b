"""The options of `grain`."""

from __future__ import annotations

from dataclasses import dataclass

from zrno.parameters import parameter


@dataclass(frozen=True, slots=True)
class GrainOptions:
    """What to keep, and which model decides."""

    model: str = parameter("grain", "a shipped model (`zrno models`) or a folder that `zrno train` wrote")
    comments: bool = parameter(False, "keep readers' comments as well")
    captions: bool = parameter(False, "keep captions of pictures that stand outside the text as well")
    threshold: float = parameter(
        0.0, "probability of grain from which a block is kept; 0: that of the mode", low=0, high=1
    )
