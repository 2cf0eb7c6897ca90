"""Monte Carlo balance analysis of tabletop games: rules as files, games by the million, honest numbers."""
