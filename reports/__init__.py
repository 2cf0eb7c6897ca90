"""Statistics, plots and pages from results: frame in; frame, Axes or page out. Nothing here plays games."""
