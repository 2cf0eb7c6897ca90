"""The `simcore` command: one short file a subcommand, tied together in `main`."""
