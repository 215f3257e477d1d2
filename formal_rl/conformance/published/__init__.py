"""The published libraries as they stand, against the definitions: how their parts are called, and what comes out."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .extended_environments import extended_environments as extended_environments
    from .library import checked_parts as checked_parts, chosen_parts as chosen_parts
    from .library_text import (
        page as page,
        result_lines as result_lines,
        results_json as results_json,
        summary as summary,
    )
    from .safelife_package import installed_safelife as installed_safelife

on_demand(__name__)
