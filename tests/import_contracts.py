"""A contract for import-linter: the named modules import what is listed for them, and nothing else."""

from __future__ import annotations

import sys
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class OnlyContract(Contract):
    """Direct imports of `source_modules` lie within `allowed_modules`, the standard library and each other.

    Naming what is allowed holds for modules that nobody has thought of yet, where naming what is forbidden does not.
    A source that is a package stands for everything in it, and so does an allowed package.
    """

    type_name = "only"
    source_modules: Any = fields.SetField(subfield=fields.ModuleField())
    allowed_modules: Any = fields.SetField(subfield=fields.ModuleField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect the imports that leave the allowed modules."""
        named = {module.name for module in self.source_modules}
        missing = sorted(named - graph.modules)
        if missing:
            raise ValueError(f"contract '{self.name}' names modules that do not exist: {', '.join(missing)}")
        sources = named.union(*(graph.find_descendants(name) for name in named))
        allowed = sources | {module.name for module in self.allowed_modules} | set(sys.stdlib_module_names)
        strays = [
            (source, imported)
            for source in sorted(sources)
            for imported in sorted(graph.find_modules_directly_imported_by(source))
            if not _within(imported, allowed)
        ]
        return ContractCheck(kept=not strays, metadata={"strays": strays})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line for each import that is not allowed."""
        for source, imported in check.metadata["strays"]:
            output.print_error(f"{source} imports {imported}, which is not among its allowed modules.")


def _within(module: str, packages: set[Any]) -> bool:
    parts = module.split(".")
    return any(".".join(parts[:length]) in packages for length in range(1, len(parts) + 1))
