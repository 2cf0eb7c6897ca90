"""Scripted players: they know what a seat may see of a game, never the engine."""
