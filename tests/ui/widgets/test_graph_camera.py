"""From where a picture is looked at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSizeF

from desktop.ui.widgets.graph_camera import Camera


@pytest.mark.parametrize(("height", "drawn"), [(140.0, 84.0), (600.0, 488.0)])
def test_a_low_pane_gives_most_of_its_height_to_the_picture(height: float, drawn: float) -> None:
    camera = Camera()
    camera.fit([(0.0, 0.0), (0.0, 1000.0)], QSizeF(700.0, height))
    assert camera.to_screen((0.0, 1000.0)).y() - camera.to_screen((0.0, 0.0)).y() == pytest.approx(drawn)
