"""What may stand on the command line after `report`. As light to import as arguments.py."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from desktop.domain.marking import Marking
from desktop.domain.report import ReportFormat

Add = Callable[[str, str], argparse.ArgumentParser]


def add_report_command(add: Add, marking: Callable[[str], Marking]) -> None:
    """The command `report`."""
    command = add("report", "write facts, answers and graphs as a report with numbered citations")
    command.add_argument("file", type=Path, metavar="FILE", help="where to: its name ends in .md, .docx or .pdf")
    command.add_argument(
        "--format",
        type=ReportFormat,
        choices=list(ReportFormat),
        metavar="F",
        help=f"{', '.join(ReportFormat)}, whatever the name's ending",
    )
    command.add_argument(
        "--fact", action="append", default=[], metavar="ID", help="this fact; repeatable (nothing named: every fact that holds)"
    )
    command.add_argument("--answer", action="append", default=[], metavar="THREAD#N", help="answer N of a thread; repeatable")
    command.add_argument(
        "--graph", action="append", default=[], metavar="NAME", help="a kept graph, its picture and its relations; repeatable"
    )
    command.add_argument(
        "--template", default="flash", metavar="NAME", help="flash, actor-profile, indicator-list, or one in the vault's reports/"
    )
    command.add_argument("--title", default="", metavar="TEXT")
    command.add_argument("--summary", default="", metavar="TEXT", help="what stands above everything else")
    command.add_argument("--tlp-max", type=marking, metavar="MARK", help="nothing marked more restricted than this")
    command.add_argument("--dry-run", action="store_true", help="write nothing; tell what would be held back")
