"""Lets `python -m simcore` do the same as the `simcore` command."""

from simcore.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
