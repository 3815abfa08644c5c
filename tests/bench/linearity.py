#!/usr/bin/env python3
"""Draws how the cost of a launch grows with its size, log-log, as SVG:

    build/release/warplens_bench --benchmark_filter=over_size --benchmark_repetitions=5 --benchmark_format=json >linearity.json
    tests/bench/linearity.py linearity.json >tests/bench/linearity.svg

Each point is the median of its repetitions. The straight line is a constant rate, the median of all sizes': a point above it costs
more than in proportion."""

import json
import math
import statistics
import sys

WIDTH, HEIGHT = 760, 500
LEFT, RIGHT, TOP, BOTTOM = 90, 730, 66, 430
INK, GREY, LINE, POINT = "#1d2129", "#5b6472", "#d5d9e0", "#0072B2"


def points_of(report):
    """(thread instructions of one launch, its CPU milliseconds) of each size."""
    times = {}
    for row in report["benchmarks"]:
        if row["run_type"] == "iteration":
            instructions = round(row["thread_instructions"] * row["cpu_time"] / 1000)
            times.setdefault(row["run_name"], []).append((instructions, row["cpu_time"]))
    return sorted((runs[0][0], statistics.median(time for _, time in runs)) for runs in times.values())


def decades(values):
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def text(x, y, content, anchor="middle", size=14, colour=GREY, extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}" {extra}>{content}</text>'


def power(exponent):
    """A power of ten, the exponent raised."""
    return f'10<tspan dy="-5" font-size="10">{exponent}</tspan>'


def plot(points, machine):
    sizes, times = zip(*points)
    (x0, x1), (y0, y1) = decades(sizes), decades(times)

    def x_of(size):
        return LEFT + (math.log10(size) - x0) / (x1 - x0) * (RIGHT - LEFT)

    def y_of(time):
        return BOTTOM - (math.log10(time) - y0) / (y1 - y0) * (BOTTOM - TOP)

    rate = statistics.median(size / time for size, time in points)
    worst = max(max(size / time / rate, rate * time / size) for size, time in points)
    shapes = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for exponent in range(x0, x1 + 1):
        x = x_of(10.0**exponent)
        shapes += [f'<path d="M{x:.1f} {TOP}V{BOTTOM}" stroke="{LINE}"/>', text(x, BOTTOM + 22, power(exponent))]
    for exponent in range(y0, y1 + 1):
        y = y_of(10.0**exponent)
        label = f"{10**exponent:,}" if exponent >= 0 else f"{10.0**exponent:g}"
        shapes += [f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="{LINE}"/>', text(LEFT - 10, y + 5, label, "end")]
    ends = [max(10.0**x0, rate * 10.0**y0), min(10.0**x1, rate * 10.0**y1)]
    line = "L".join(f"{x_of(size):.1f} {y_of(size / rate):.1f}" for size in ends)
    shapes.append(f'<path d="M{line}" stroke="{INK}" stroke-width="1.5" stroke-dasharray="6 4" fill="none"/>')
    shapes += [f'<circle cx="{x_of(size):.1f}" cy="{y_of(time):.1f}" r="5.5" fill="{POINT}"/>' for size, time in points]
    middle = (TOP + BOTTOM) / 2
    shapes += [
        text(LEFT, 28, "The cost of a launch grows with its thread instructions", "start", 19, INK, 'font-weight="600"'),
        text(LEFT, 50, f"Dashed: {rate / 1e6:.2f} · 10⁹ thread instructions a second; no size is more than "
             f"{(worst - 1) * 100:.0f} % off. {machine}", "start", 13),
        text((LEFT + RIGHT) / 2, HEIGHT - 18, "thread instructions of one launch (matrix product, inner dimension varied)"),
        text(24, middle, "CPU time of one launch, ms, measured", extra=f'transform="rotate(-90 24 {middle})"'),
    ]
    body = "\n".join(shapes)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="Inter, Helvetica, Arial, sans-serif">\n{body}\n</svg>')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    print(plot(points_of(report), "One core."))


if __name__ == "__main__":
    main()
