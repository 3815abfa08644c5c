"""A launch as Python sees it: what it did, what is wrong with it, pictures of it."""

import html
import json
import pathlib
import re
import tempfile

from warplens import cells, page, program


class Finding:
    """A defect. `kind` as in docs/check.md, `message`, `file`, `line`, `kernel` ("" for a call of the host's)."""

    def __init__(self, values):
        first = values.get("first") or values
        self.kind, self.message, self.kernel = values["kind"], values["message"], values.get("kernel", "")
        self.file, self.line = first.get("file") or "", first.get("line") or 0

    def __str__(self):
        place = f"{cells.name_of(self.file)}:{self.line}: " if self.file else ""
        return f"{place}{self.kind}: {self.message}"

    __repr__ = __str__


class Picture:
    """An SVG, which notebooks show."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg

    def __repr__(self):
        title = re.search(r"<title>(.*?)</title>", self.svg)
        return html.unescape(title[1]) if title else "a picture"

    def save(self, path):
        """Write it to a file."""
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")


def _extents(extents):
    """(16, 8, 1) as "16×8"."""
    while len(extents) > 1 and extents[-1] == 1:
        extents = extents[:-1]
    return "×".join(map(str, extents))


def _counted(extents, noun):
    """(16, 8, 1) as "16×8 blocks"."""
    return f"{_extents(extents)} {noun}" + ("" if tuple(extents) == (1, 1, 1) else "s")


class Sweep(Picture):
    """A plot of a launch that was made again and again. `points`: (value, measured)."""

    def __init__(self, svg, points):
        super().__init__(svg)
        self.points = points


class Launch:
    """A launch. `number` from 1 (1 by run() of a .cu file), `kernel`, `file` and `line` of the call, `grid`, `block`, `counters`
    (docs/json.md), `status`, `findings`."""

    def __init__(self, number, values, recording):
        self.number, self.kernel, self.status = number, values["kernel"], values["status"]
        self.file, self.line = values.get("file") or "", values.get("line") or 0
        self.grid, self.block = tuple(values["launch"]["grid"]), tuple(values["launch"]["block"])
        self.counters = values.get("counters") or {}
        self.findings = [Finding(each) for each in values.get("findings", [])]
        self._recording = recording

    def _head(self):
        return f"{self.kernel}: {_counted(self.grid, 'block')} of {_counted(self.block, 'thread')}"

    def _verdict(self):
        return [str(each) for each in self.findings] or [f"{self.status}: nothing was found"]

    def __repr__(self):
        return "\n".join([self._head(), *self._verdict()])

    def _repr_html_(self):
        shown = ("warp_instructions", "global_sectors", "bank_conflicts", "divergent_branches", "cycles")
        cells = "".join(f"<tr><td style='text-align:left'>{name.replace('_', ' ')}</td><td>{self.counters[name]:,}</td></tr>"
                        for name in shown if isinstance(self.counters.get(name), (int, float)))
        lines = "".join(f"<p>{html.escape(line)}</p>" for line in self._verdict())
        return f"<b>{html.escape(self._head())}</b>{lines}<table>{cells}</table>"

    def _recorded(self):
        """The recording that has the launch, and the launch's number in it."""
        file, earlier = self._recording()
        if self.number <= earlier:
            raise program.Failed("the memory of this launch is not kept any more, only that of the last ones")
        return file, self.number - earlier

    def show(self, view="mapping", element=None, theme="light", size="960x640"):
        """A picture of the launch in a view: mapping, race, memory, lanes, values … (`warplens render --help`). `element`: one to
        highlight, "total[3]" or "image[2, 7]"."""
        file, number = self._recorded()
        with tempfile.TemporaryDirectory(prefix="warplens-picture-") as folder:
            picture = pathlib.Path(folder) / "picture.svg"
            program.run("render", file, "--set", f"entry={number}", "--view", view, "--theme", theme, "--size", size, "-o", picture,
                        *(["--element", element] if element else []))
            return Picture(picture.read_text(encoding="utf-8"))

    def why(self, element):
        """Why an element has its value: launch.why("total[0]")."""
        file, number = self._recorded()
        return program.run("why", file, "--set", f"entry={number}", "--element", element).rstrip()

    def sweep(self, values, parameter="block", measure="simt", theme="light", size="960x640"):
        """The same launch with other values of a parameter, and what each costs: a plot. `values` is a list, or as on the command
        line, "32..1024*2"; `parameter` is block, grid or multiprocessors; `measure` is simt (cycles) or what `warplens sweep --list`
        names."""
        file, number = self._recorded()
        values = values if isinstance(values, str) else ",".join(map(str, values))
        with tempfile.TemporaryDirectory(prefix="warplens-picture-") as folder:
            picture = pathlib.Path(folder) / "picture.svg"
            said = json.loads(program.run("sweep", file, "--entries", number, "--parameter", parameter, "--values", values, "--measures",
                                          measure, "--json", "--theme", theme, "--size", size, "-o", picture))
            return Sweep(picture.read_text(encoding="utf-8"), [(point["value"], point["median"]) for point in said["points"]])

    def page(self, view="mapping", address=None, height=640, whole=False):
        """The launch in a frame of the notebook, to click and to step through: the page of Warplens at `address`
        ("https://example.org/warplens/"; else the variable WARPLENS_PAGE), with the view alone or the `whole` window. What the
        launch read and wrote stays in the browser."""
        file, number = self._recorded()
        return page.page_of(file, number, view, address, height, whole)

    def open(self):
        """Open the launch in the window."""
        file, number = self._recorded()
        session = pathlib.Path(file).with_suffix(".warplens")
        session.write_text(json.dumps({"version": 1, "experiment": str(file), "view": "mapping", "settings": {"entry": number - 1}}),
                           encoding="utf-8")
        program.start(session)
