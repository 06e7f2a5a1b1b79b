"""The alphabet is the law: a part imports the base and parts that sort before it, never one after."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "zrno"
BASE = {"__init__", "config", "errors", "model", "parameters", "registry", "tree"}
ALL_MODULES = sorted(SOURCE.rglob("*.py"))
# Third-party names and the only places that may know them.
HOMES = {
    "selectolax": {"acquire/parse.py"},
    "httpx": {"acquire/fetch.py"},
    "dateparser": {"blocks/moment.py"},
    "pyarrow": {"train"},
    "click": {"cli"},
}
# Never at the top of a file outside the part that lives from it: `import zrno` must stay light.
LAZY = {"httpx", "dateparser", "rich", "pyarrow", "trafilatura", "scrapy", "fastapi", "altair", "torch"}


def imports(path: Path) -> list[tuple[str, bool]]:
    """Imported module names, and whether the import stands at the top level."""
    tree = ast.parse(path.read_text("utf-8"))
    top = set(map(id, tree.body))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            name = node.module or ""
            if name == "zrno":
                found += [(f"zrno.{alias.name}", id(node) in top) for alias in node.names]
            else:
                found.append((name, id(node) in top))
    return found


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", ALL_MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_import_law(path: Path) -> None:
    own = part_of(path)
    if own == "__init__":
        return  # the public names, loaded lazily
    for name, _ in imports(path):
        if not name.startswith("zrno."):
            continue
        other = name.split(".")[1]
        if own in BASE:
            assert other in BASE, f"the base file {own} imports {other}"
        elif other not in BASE and other != own:
            assert other != "cli", f"{own} imports the command line"
            assert own == "cli" or other < own, f"{own} imports {other}, which sorts after it"
            assert (own, other) != ("train", "show"), "train must not import show"


@pytest.mark.parametrize("path", ALL_MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_foreign_names_stay_at_home(path: Path) -> None:
    place = path.relative_to(SOURCE).as_posix()
    for name, at_top in imports(path):
        package = name.split(".")[0]
        homes = HOMES.get(package, set())
        assert not homes or any(place.startswith(home) for home in homes), f"{place} knows {package}"
        assert not (at_top and package in LAZY), f"{place} imports {package} at the top"


def test_the_law_can_be_broken(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("from zrno.document import compose\nfrom zrno import classify\n")
    assert imports(bad) == [("zrno.document", True), ("zrno.classify", True)]
    assert not "document" < "blocks"


def test_no_catch_all_files() -> None:
    names = {path.stem for path in ALL_MODULES}
    assert not names & {"utils", "util", "helpers", "helper", "common", "misc", "core"}
