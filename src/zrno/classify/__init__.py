"""BLOCKS TO LABELS: each method labels the same blocks, with a score and a reason."""

from zrno.classify.method import Method, NoOptions, find, label

__all__ = ["Method", "NoOptions", "find", "label"]
