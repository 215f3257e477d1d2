"""Drawing of pages and pictures: shapes as SVG, charts and pages of HTML."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .charts import Area as Area, Axis as Axis, Chart as Chart, Curve as Curve, Mark as Mark
    from .charts import chart_drawing as chart_drawing
    from .live import Live as Live, LiveView as LiveView
    from .pages import bullet as bullet, bundled as bundled, columns as columns, html_page as html_page
    from .pages import live_page as live_page, markdown_table as markdown_table, paragraph as paragraph
    from .pages import script_safe as script_safe, shipped_text as shipped_text
    from .rendering import find_renderer as find_renderer, rendered as rendered, require_letters as require_letters
    from .rendering import required as required
    from .svg_drawing import Disc as Disc, Drawing as Drawing, INK as INK, PALE as PALE, PAPER as PAPER, Path as Path
    from .svg_drawing import Point as Point, Shape as Shape, Words as Words, below as below, beside as beside
    from .svg_drawing import moved as moved, rectangle as rectangle, svg as svg
    from .widget import Picture as Picture, widget_module as widget_module, widget_style as widget_style

on_demand(__name__)
