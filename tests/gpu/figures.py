"""What was measured on GPUs: reads, writes and checks assets/measured/CARD.json. docs/gpu.md explains its fields."""

import datetime
import json
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "assets" / "measured"

FIELDS = ("schema", "card", "compute_capability", "driver", "cuda", "clocks", "memory", "properties", "opengl", "host", "date",
          "sessions", "topics", "figures")
SESSION_FIELDS = ("date", "command", "commit", "tests", "failed", "skipped", "left_out", "pictures", "remarks")
FIGURE_FIELDS = ("topic", "experiment", "entry", "settings", "what", "quantity", "unit", "kind", "source", "median", "min", "max",
                 "samples", "session")
OPTIONAL_FIELDS = ("sweep", "of", "values", "goal", "note")
KINDS = ("value", "ratio", "count")
SOURCES = ("measured", "counted", "modelled", "published", "derived")
DISTINGUISHING = ("session", "topic", "experiment", "entry", "sweep", "settings", "what", "quantity", "source")


def path_of(card):
    """The file of a card: nvidia-h100.json for "NVIDIA H100 80GB HBM3"."""
    return FOLDER / (re.sub(r" (\d+GB|HBM\w*)", "", card).lower().replace(" ", "-") + ".json")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def text_of(data):
    """The file's text: one figure a line, so that a difference of two files shows the figures that changed."""
    head = json.dumps({key: value for key, value in data.items() if key != "figures"}, indent=2, ensure_ascii=False)
    lines = ",\n".join("    " + json.dumps(figure, ensure_ascii=False) for figure in data["figures"])
    return head.removesuffix("\n}") + ',\n  "figures": [\n' + lines + "\n  ]\n}\n"


def read_experiments():
    """The experiments by name, as their files in kernels/ describe them."""
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "kernels").glob("*.toml"))}


def labels(tables):
    return [table["label"] for table in tables]


def is_number_or_none(value):
    return value is None or isinstance(value, (int, float)) and not isinstance(value, bool)


def problems_of_numbers(figure):
    low, middle, high, samples, values = (figure.get(key) for key in ("min", "median", "max", "samples", "values"))
    if not all(map(is_number_or_none, (low, middle, high, figure.get("of")))):
        yield "median, min, max and of are numbers or null"
        return
    given = [number for number in (low, middle, high) if number is not None]
    if not given:
        yield "it has no number"
    if given != sorted(given):
        yield "not min ≤ median ≤ max"
    if samples is not None and (not isinstance(samples, int) or samples < 1):
        yield "samples is a whole number from 1, or null"
    if values is not None and (len(values) != samples or [min(values), max(values)] != [low, high]):
        yield "values are not as many as samples, or not from min to max"
    if figure["kind"] == "count" and (not isinstance(middle, int) or [low, high] != [None, None]):
        yield "a count is a whole number without a range"
    elif figure.get("of") is not None and middle > figure["of"]:
        yield "more than there are"


def problems_of_place(figure, experiments):
    """What is wrong with the experiment, entry, sweep and settings."""
    name, entry, sweep = figure["experiment"], figure["entry"], figure.get("sweep")
    if name is None:
        if figure["what"] is None or entry is not None or sweep is not None:
            yield "without an experiment, what is said, and neither entry nor sweep"
    elif name not in experiments:
        yield f"there is no experiment {name}"
    else:
        experiment = experiments[name]
        if entry not in labels(experiment["entries"]):
            yield f"{name} has no entry {entry}"
        if sweep is not None and sweep not in labels(experiment.get("sweeps", [])):
            yield f"{name} has no sweep {sweep}"
        for setting in figure["settings"].keys() - {"grid", "block"} - experiment.get("parameters", {}).keys():
            yield f"{name} has no setting {setting}"


def problems_of_figure(figure, data, experiments):
    missing, unknown = set(FIGURE_FIELDS) - figure.keys(), figure.keys() - {*FIGURE_FIELDS, *OPTIONAL_FIELDS}
    if missing or unknown:
        yield f"fields are missing ({', '.join(sorted(missing))}) or unknown ({', '.join(sorted(unknown))})"
        return
    for key, allowed in (("kind", KINDS), ("source", SOURCES), ("session", data["sessions"]), ("topic", data["topics"])):
        if figure[key] not in allowed:
            yield f"there is no {key} {figure[key]}"
    if not figure["quantity"] or not figure["unit"]:
        yield "it has no quantity or no unit"
    yield from problems_of_place(figure, experiments)
    yield from problems_of_numbers(figure)


def problems(data, experiments):
    """All that is wrong with a file, as sentences."""
    if tuple(data) != FIELDS or data["schema"] != 1:
        return [f"the fields of the file are not {', '.join(FIELDS)}, or schema is not 1"]
    found, seen = [], set()
    for name, session in data["sessions"].items():
        if tuple(session) != SESSION_FIELDS:
            found.append(f"session {name}: its fields are not {', '.join(SESSION_FIELDS)}")
    for date in (data["date"], *(session.get("date") for session in data["sessions"].values())):
        if date is not None:
            datetime.date.fromisoformat(date)
    for figure in data["figures"]:
        key = json.dumps([figure.get(field) for field in DISTINGUISHING])
        wrong = [*problems_of_figure(figure, data, experiments), *(["it is there twice"] if key in seen else [])]
        seen.add(key)
        found += [f"{json.dumps(figure, ensure_ascii=False)}: {each}" for each in wrong]
    return found
