#!/usr/bin/env python3
"""Writes the tables of README.md from figures.json.

A figure is of a kind, which says how, when and where it was measured. Where it has a goal, it is a row of the table of goals, with why
where the goal is missed; otherwise a cell of its kind's table, in the row of `what` and the column of `quantity`."""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
README, FIGURES = HERE / "README.md", HERE / "figures.json"

KIND_FIELDS = ("text", "command", "date", "machine")
FIGURE_FIELDS = ("kind", "what", "quantity", "unit", "median", "min", "max", "samples", "goal", "why", "note")


def read():
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def text_of(data):
    """The file's text, a figure a line."""
    head = json.dumps({"kinds": data["kinds"]}, indent=2, ensure_ascii=False).removesuffix("\n}")
    lines = ",\n".join("    " + json.dumps(figure, ensure_ascii=False) for figure in data["figures"])
    return f'{head},\n  "figures": [\n{lines}\n  ]\n}}\n'


def shown(number):
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def cell(each):
    """A figure with its unit and its range."""
    if each["median"] is None:
        return ""
    text = f"{shown(each['median'])} {each['unit']}".rstrip()
    if each["max"] is None:
        return text
    return f"{text} ({'at most' if each['min'] is None else shown(each['min']) + ' to'} {shown(each['max'])})"


def excess(each):
    """How many times its goal a figure is, or the goal the figure where more is better: at most 1 if the goal is met."""
    goal = each["goal"]
    return each["median"] / goal["at_most"] if "at_most" in goal else goal["at_least"] / each["median"]


def verdict(each):
    if each["median"] is None:
        return "not measured"
    times = excess(each)
    if times <= 1:
        return "met"
    far = f"a factor of {times:.1f}" if times >= 2 else f"{max(1, round(100 * (times - 1)))} %"
    return f"**missed** by {far}: {each['why']}"


def goal_row(each):
    goal = each["goal"]
    limit = f"≤ {shown(goal['at_most'])}" if "at_most" in goal else f"≥ {shown(goal['at_least'])}"
    note = f" ({each['note']})" if each["note"] else ""
    return f"| {each['kind']} | {each['what']}{note} | {limit} {each['unit']} | {cell(each)} | {verdict(each)} |"


def kinds_table(data):
    yield "| kind | what it measures | command | date, machine |"
    yield "| --- | --- | --- | --- |"
    for name, kind in data["kinds"].items():
        command = kind["command"].replace("|", "\\|")
        yield f"| {name} | {kind['text']} | `{command}` | {kind['date']}, {kind['machine']} |"


def goals_table(data):
    yield "| kind | what | goal | measured | |"
    yield "| --- | --- | --- | --- | --- |"
    for name in data["kinds"]:
        yield from (goal_row(each) for each in data["figures"] if each["kind"] == name and each["goal"])


def others_tables(data):
    """A table for each kind that has figures without a goal."""
    picked = [each for each in data["figures"] if not each["goal"]]
    for kind in dict.fromkeys(each["kind"] for each in picked):
        cells = {(each["what"], each["quantity"]): cell(each) for each in picked if each["kind"] == kind}
        columns = dict.fromkeys(quantity for _, quantity in cells)
        yield f"| {kind} | " + " | ".join(columns) + " |"
        yield "| --- |" + " ---: |" * len(columns)
        for what in dict.fromkeys(what for what, _ in cells):
            yield f"| {what} | " + " | ".join(cells.get((what, column), "") for column in columns) + " |"
        yield ""


TABLES = {"kinds": kinds_table, "goals": goals_table, "others": others_tables}


def page(data, text):
    """README.md's text with its tables made anew: what is between <!-- NAME, by bench_page.py --> and <!-- end -->."""
    for name, make in TABLES.items():
        before, begin, rest = text.partition(f"<!-- {name}, by bench_page.py -->\n")
        _, end, after = rest.partition("<!-- end -->")
        assert begin and end, f"README.md has no place for {name}"
        text = before + begin + "\n".join(make(data)) + "\n" + end + after
    return text


def write(data):
    FIGURES.write_text(text_of(data), encoding="utf-8")
    README.write_text(page(data, README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write(read())
