"""What holds for every test."""

from hypothesis import settings

settings.register_profile("coffer", deadline=None)  # a busy machine is no fault of the example that was just tried
settings.load_profile("coffer")
