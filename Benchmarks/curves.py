"""Curves over a logarithmic axis as SVG, for the documents: blue for ours, lighter or darker, orange and grey for others."""

import html
import math

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 200, 44, 52
COLOURS = ("#1b4f9c", "#5b8fd6", "#d9730d", "#8a5a2b", "#6b7280", "#9aa3ad", "#b8860b")


def written(value):
    return f"{value:g}"


class Axis:
    """Where values lie between two ends, by their logarithms or as they are."""

    def __init__(self, low, high, first, last, logarithmic):
        self.place = math.log if logarithmic else float
        self.low, self.span = self.place(low), self.place(high) - self.place(low)
        self.first, self.last = first, last

    def __call__(self, value):
        return self.first + (self.place(value) - self.low) / self.span * (self.last - self.first)


def svg(title, x_label, y_label, x_ticks, y_ticks, curves, logarithmic=True, dashed=()):
    """A picture of curves, each a name and its points; points outside the axes are left out."""
    x = Axis(x_ticks[0], x_ticks[-1], LEFT, WIDTH - RIGHT, True)
    y = Axis(y_ticks[0], y_ticks[-1], HEIGHT - BOTTOM, TOP, logarithmic)
    text = lambda a, b, words, more="": f'<text x="{a:.1f}" y="{b:.1f}" {more}>{html.escape(str(words))}</text>'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" '
        f'fill="#333" role="img" aria-label="{html.escape(title)}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', text(LEFT, 24, title, 'font-size="15" font-weight="bold"')]
    for tick in x_ticks:
        parts += [f'<path d="M{x(tick):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e3e6ea"/>',
                  text(x(tick), HEIGHT - BOTTOM + 18, written(tick), 'text-anchor="middle"')]
    for tick in y_ticks:
        parts += [f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#e3e6ea"/>',
                  text(LEFT - 8, y(tick) + 4, written(tick), 'text-anchor="end"')]
    parts += [text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x_label, 'text-anchor="middle"'),
              text(18, (TOP + HEIGHT - BOTTOM) / 2, y_label,
                   f'text-anchor="middle" transform="rotate(-90 18 {(TOP + HEIGHT - BOTTOM) / 2:.1f})"')]
    for index, (name, points) in enumerate(curves.items()):
        points = [(a, b) for a, b in points if b is not None and y_ticks[0] <= b <= y_ticks[-1]]
        colour, dash = COLOURS[index % len(COLOURS)], ' stroke-dasharray="6 4"' if name in dashed else ""
        path = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in points)
        if path:
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in points if not dash]
        row = TOP + 12 + 22 * index
        parts += [f'<path d="M{WIDTH - RIGHT + 14} {row}h24" stroke="{colour}" stroke-width="2"{dash}/>',
                  text(WIDTH - RIGHT + 44, row + 4, name)]
    return "\n".join([*parts, "</svg>"]) + "\n"
