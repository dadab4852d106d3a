"""Draws frames of image files; runs in the worker process `render`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from desktop.adapters.pictures import count_frames, read_frame
from desktop.adapters.worker_process.server import Reply, Request

MOST_PIXELS = 12_000_000


class FrameDrawer:
    """Handles the calls of the worker for images, whose frames are their pages."""

    def page_count(self, request: Request) -> Reply:
        """How many frames the image has."""
        return Reply({"pages": count_frames(Path(request.args["path"]))})

    def render(self, request: Request) -> Reply:
        """A frame as PNG, no wider than it is itself."""
        frame = read_frame(Path(request.args["path"]), int(request.args["page"]), MOST_PIXELS)
        width = int(request.args["width"])
        if 0 < width < frame.width:
            frame = frame.resize((width, max(1, round(frame.height * width / frame.width))), Image.Resampling.LANCZOS)
        png = io.BytesIO()
        frame.save(png, "PNG", compress_level=1)
        return Reply({"width": frame.width, "height": frame.height}, png.getvalue())

    def locate(self, _: Request) -> Reply:
        """Nothing: a picture does not say where its words stand."""
        return Reply({"boxes": []})
