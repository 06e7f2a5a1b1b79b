"""Property tests try the same examples in every run, so that a red run can be repeated.

HYPOTHESIS_PROFILE=random looks for new ones.
"""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("random", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# A shell that runs the tests in the background has Ctrl-C ignored, and what is started inherits that: the
# tests that interrupt a command would wait for it in vain.
signal.signal(signal.SIGINT, signal.default_int_handler)
