"""The plots of the balance report: SVG by Altair and vl-convert, in the colours of the page, light or dark.

Each is drawn 340 units wide, which a phone shows as it is; a wide screen enlarges it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np

from liftlobby.lab.intervals import Numbers

WIDTH = 340
ROW = 38
"""The height of a row of a forest plot: its label stands above its point."""
INK, SOFT, EDGE, BOTTLE, VELVET = "#1e2a26", "#51605a", "#dcd2bc", "#17453b", "#8a1f2d"
TOKENS = {INK: "ink", SOFT: "ink-soft", EDGE: "edge-soft", BOTTLE: "bottle", VELVET: "velvet"}
"""Which token of `base.css` each colour stands for."""

Row = tuple[str, float, float | None, float | None]
"""A label, a value, and the ends of its interval."""


def forest(rows: Sequence[Row], axis: str, fair: float | None = None, is_share: bool = True) -> str:
    """A point with its interval for each row, and a line at what would be fair."""
    values = [
        {
            "row": n,
            "label": label,
            "value": value,
            "low": value if low is None else low,
            "high": value if high is None else high,
        }
        for n, (label, value, low, high) in enumerate(rows)
    ]
    base = _chart(values)
    x = alt.X("value:Q", title=axis, axis=alt.Axis(format=".0%" if is_share else "", tickCount=5))
    y = alt.Y("row:O", axis=None)
    layers: list[Any] = []
    if fair is not None:
        layers.append(_line(fair).encode(x="value:Q"))
    layers += [
        base.mark_rule(color=BOTTLE, strokeWidth=2.5).encode(x=alt.X("low:Q", title=axis), x2="high:Q", y=y),
        base.mark_point(color=BOTTLE, filled=True, size=70, opacity=1).encode(x=x, y=y),
        base.mark_text(align="left", dy=-13, color=INK, fontSize=12).encode(x=alt.value(0), y=y, text="label:N"),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH - 20, height=ROW * len(rows)))


def histogram(numbers: Numbers, axis: str) -> str:
    """How many matches have which value."""
    counts, edges = np.histogram(numbers, bins=_bins(numbers))
    values = [
        {"from": float(edges[n]), "to": float(edges[n + 1]), "none": 0, "matches": int(count)}
        for n, count in enumerate(counts)
    ]
    bars = _chart(values).mark_bar(color=BOTTLE, stroke=None)
    chart = bars.encode(
        x=alt.X("from:Q", title=axis, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5)),
        x2="to:Q",
        y=alt.Y("matches:Q", title="matches"),
        y2="none:Q",
    )
    return _svg(chart.properties(width=WIDTH - 50, height=170))


def _bins(numbers: Numbers) -> Numbers:
    """Whole numbers get bins of their own as long as these are few."""
    least, most = float(numbers.min()), float(numbers.max())
    if (numbers == np.floor(numbers)).all():
        step = max(1, round((most - least) / 30))
        return np.arange(least - 0.5, most + step + 0.5, step)
    return np.linspace(least, most, 25)


def curve(rows: Sequence[Row], axis: str, along: str) -> str:
    """A line through values with the band of their intervals."""
    base = _chart([{"x": float(x), "value": value, "low": low, "high": high} for x, value, low, high in rows])
    x = alt.X("x:Q", title=along, axis=alt.Axis(format=".0%", tickCount=5))
    layers = [
        base.mark_area(color=BOTTLE, opacity=0.25).encode(x=x, y=alt.Y("low:Q", title=axis), y2="high:Q"),
        base.mark_line(color=BOTTLE, strokeWidth=2.5).encode(x=x, y="value:Q"),
        _line(0.0).encode(y="value:Q"),
    ]
    return _svg(alt.layer(*layers).properties(width=WIDTH - 50, height=170))


def matrix(cells: Sequence[tuple[str, str, float]], fair: float) -> str:
    """One bot (row) among others (column): the share of its wins, the darker the more."""
    values = [{"one": one, "others": others, "share": share} for one, others, share in cells]
    ones = list(dict.fromkeys(one for one, _, _ in cells))
    columns = list(dict.fromkeys(others for _, others, _ in cells))
    base = _chart(values).encode(
        x=alt.X(
            "others:N",
            sort=columns,
            title=None,
            axis=alt.Axis(orient="top", labelAngle=-30, labelAlign="left"),
        ),
        y=alt.Y("one:N", sort=ones, title=None),
    )
    shade = alt.Opacity("share:Q", scale=alt.Scale(domain=[0, max(2 * fair, *(c[2] for c in cells))]), legend=None)
    boxes = base.mark_rect(color=BOTTLE).encode(opacity=shade)
    return _svg(
        (boxes + base.mark_text(color=INK, fontSize=12).encode(text=alt.Text("share:Q", format=".0%"))).properties(
            width=WIDTH - 75, height=36 * len(ones)
        )
    )


def _chart(values: list[dict[str, Any]]) -> Any:
    return alt.Chart(alt.Data(values=values))  # type: ignore[no-untyped-call]


def _line(value: float) -> Any:
    """A dashed line at a value, to compare with."""
    return _chart([{"value": value}]).mark_rule(color=VELVET, strokeDash=[4, 3], strokeWidth=1.5)


def _svg(chart: Any) -> str:
    """The plot as SVG that takes the page's colours and width, and says nothing that the table beside it does not."""
    import vl_convert

    axis = {
        "labelColor": SOFT,
        "titleColor": SOFT,
        "gridColor": EDGE,
        "domainColor": EDGE,
        "tickColor": EDGE,
        "labelFontSize": 11,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 90,
    }
    dressed = chart.configure(background="transparent", font="system-ui, sans-serif").configure_axis(**axis)
    drawn = vl_convert.vegalite_to_svg(dressed.configure_view(stroke=None).to_dict())
    for colour, token in TOKENS.items():
        drawn = re.sub(f'"{colour}"', f'"var(--{token})"', drawn, flags=re.IGNORECASE)
    return re.sub(r' width="[\d.]+" height="[\d.]+"', "", drawn, count=1).replace("<svg", '<svg aria-hidden="true"', 1)
