"""Case bundles on disk: written, sealed, verified and taken apart, with what a vault keeps of them."""
