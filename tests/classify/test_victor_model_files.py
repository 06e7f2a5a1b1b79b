"""Model files of victor that are broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from zrno.classify.models import locate
from zrno.classify.victor_model import read_model
from zrno.errors import SourceError


@pytest.mark.parametrize("size", [0, 5, 9000])
def test_a_cut_model_is_told_and_not_read(tmp_path: Path, size: int) -> None:
    for path in locate("victor").iterdir():
        shutil.copy(path, tmp_path / path.name)
    model = tmp_path / "model.crfsuite"
    model.write_bytes(model.read_bytes()[:size])
    with pytest.raises(SourceError, match="was cut"):
        read_model(tmp_path, model.name)
