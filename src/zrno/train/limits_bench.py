"""What the limits cost: start-up, peak memory of a large page, refusal of a larger one.

python -m zrno.train.limits_bench
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

MEGABYTE = 1_000_000
LARGE = 20 * MEGABYTE  # an ordinary long page, forty times as long as most
REFUSED = 50 * MEGABYTE
STARTS = 5

_PEAK = """
import resource, sys, time
from pathlib import Path
import zrno
start = time.perf_counter()
doc = zrno.extract(Path(sys.argv[1]), method="news")
characters = len(doc.text)
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{len(doc.blocks)} blocks, {characters} characters, peak {peak:.0f} MB, {seconds:.1f} s")
"""
_START = "import time; s = time.perf_counter(); import zrno; print(time.perf_counter() - s)"


def main() -> int:
    """Print the figures."""
    times = sorted(float(_run(_START)) for _ in range(STARTS))
    print(f"import zrno: {times[STARTS // 2]:.3f} s (median of {STARTS})")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(large_page(LARGE), "utf-8")
        print(f"{LARGE // MEGABYTE} MB page: {_run(_PEAK, str(page))}")
        page.write_text(large_page(REFUSED), "utf-8")
        print(f"{REFUSED // MEGABYTE} MB page: {_refusal(page)}")
    return 0


def large_page(size: int) -> str:
    """A page of about `size` bytes: sections of paragraphs with links, lists and a table each."""
    paragraph = (
        "<p>The river rose in the night and <a href='/{0}'>the bridge</a> was closed until the morning, when "
        "the water fell again and the first lorries crossed it slowly, one by one, watched by the town.</p>"
    )
    extras = (
        "<ul><li>first {0}</li><li>second {0}</li></ul><table><tr><td>{0}</td><td>metres</td></tr></table>"
    )
    section = f"<section><h2>Chapter {{0}}</h2>{paragraph * 8}{extras}</section>"
    count = size // len(section) + 1
    body = "".join(section.replace("{0}", str(number)) for number in range(count))
    title = "A long chronicle"
    return f"<!DOCTYPE html><title>{title}</title><body><article><h1>{title}</h1>{body}</article>"


def _run(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )
    return (done.stdout or done.stderr).strip()


def _refusal(page: Path) -> str:
    command = [sys.executable, "-m", "zrno.cli", "extract", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    message = done.stderr.strip().replace(str(page.parent), "…")
    return f"exit {done.returncode}, {message}"


if __name__ == "__main__":
    sys.exit(main())
