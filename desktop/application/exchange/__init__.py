"""Exchange with other programs: STIX 2.1 bundles and MISP events, in and out."""
