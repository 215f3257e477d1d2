"""A chart of which share of the episodes has at least so much of something, a line for each colour and policy."""

from collections.abc import Mapping, Sequence
from math import ceil, log10

from formal_rl.view import Axis, Chart, Curve

_INKS = {"idle": "#9a9a9a", "random": "#b5472a", "greedy": "#2a6f97"}
_OTHER_INK = "#444444"


def chart_of_shares(
    title: str, label: str, amounts: Mapping[str, Sequence[tuple[str, float]]], ends: tuple[float, float]
) -> Chart:
    """Return the chart; ``amounts`` are those of a colour's episodes, each with its policy, and the axis has two ends.

    The axis is logarithmic: what is not above its first end is not drawn, and what is above the other one is at it.
    """
    least, greatest = ends
    curves = []
    for colour, episodes in amounts.items():
        for policy in dict.fromkeys(policy for policy, _ in episodes):
            of_policy = [amount for each, amount in episodes if each == policy]
            apart = sorted((min(amount, greatest) for amount in of_policy if amount > least), reverse=True)
            points, share = [(greatest, 0.0)], 0.0
            for rank, amount in enumerate(apart, start=1):
                points += [(amount, share), (amount, rank / len(of_policy))]
                share = rank / len(of_policy)
            ink = _INKS.get(policy, _OTHER_INK)
            curves.append(Curve(f"{colour}, {policy}", ink, (*points, (least, share)), dashed=colour == "yellow"))
    powers = range(round(log10(least)), round(log10(greatest)) + 1)
    ticks = tuple((10.0**power, f"{10.0**power:.5f}".rstrip("0").rstrip(".")) for power in powers)
    highest = max((share for curve in curves for _, share in curve.points), default=0.0)
    return Chart(
        title,
        Axis(label, least, greatest, logarithmic=True, ticks=ticks),
        Axis("share of the episodes", 0, max(ceil(10 * highest), 1) / 10),
        tuple(curves),
        width=460,
    )
