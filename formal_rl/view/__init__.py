"""Drawing of pages and pictures: shapes as SVG, charts and pages of HTML."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .charts import Area as Area, Axis as Axis, Chart as Chart, Curve as Curve, Mark as Mark
    from .widget import Picture as Picture

on_demand(__name__)
