"""Experiments made ready to be played, with the strategies they name: what command line and notebooks stand on."""
