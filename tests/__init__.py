"""Tests: nothing they load reports to its maker either."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
