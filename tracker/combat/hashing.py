"""The hash of lines and digests."""

from __future__ import annotations

try:
    # The function that hashlib exports, without loading all of OpenSSL, which takes 3 ms of each start.
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

__all__ = ["blake2b"]
