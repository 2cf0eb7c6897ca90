"""How commands read their arguments: nothing that was typed is passed over."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class StrictCommand(TyperCommand):
    """A command that refuses an option given twice, of which the last would else count without a word."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, each option but lists and flags once at most."""
        given = self.make_parser(ctx).parse_args(args=list(args))[2]
        for param in self.params:
            is_list, is_flag = getattr(param, "multiple", False), getattr(param, "is_flag", False)
            once = param.param_type_name == "option" and not is_list and not is_flag
            if once and given.count(param) > 1:
                ctx.fail(f"{param.opts[0]} is given {given.count(param)} times; allowed: once")
        return list(super().parse_args(ctx, args))
