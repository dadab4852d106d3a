"""`coffer`: with no command the window, with one the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Start Coffer with the process's arguments; returns the exit status."""
    from desktop.bootstrap import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
