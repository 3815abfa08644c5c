"""A launch as Python sees it: what it did, what is wrong with it, pictures of it."""

import html
import pathlib
import re
import tempfile

from warplens import cells, program


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


class Launch:
    """A launch. `number` from 1 (0: by run() of a .cu file), `kernel`, `file` and `line` of the call, `grid`, `block`, `counters` (docs/json.md), `status`,
    `findings`."""

    def __init__(self, number, values, recording):
        self.number, self.kernel, self.status = number, values["kernel"], values["status"]
        self.file, self.line = values.get("file") or "", values.get("line") or 0
        self.grid, self.block = tuple(values["launch"]["grid"]), tuple(values["launch"]["block"])
        self.counters = values.get("counters") or {}
        self.findings = [Finding(each) for each in values.get("findings", [])]
        self._recording = recording

    def _head(self):
        return f"{self.kernel}: {_extents(self.grid)} blocks of {_extents(self.block)} threads"

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
        """The words of the command line that name the launch."""
        if self._recording is None:
            raise program.Failed("there are pictures of launches by Numba only; for a .cu file: warplens FILE.cu")
        file, earlier = self._recording()
        if self.number <= earlier:
            raise program.Failed(f"the memory of launch {self.number} is not kept any more: only the last launches have theirs, from launch "
                                 f"{earlier + 1} on")
        return file, "--set", f"entry={self.number - earlier}"

    def show(self, view="mapping", theme="light", size="960x640"):
        """A picture of the launch in a view: mapping, race, memory, lanes, values … (`warplens render --help`)."""
        with tempfile.TemporaryDirectory(prefix="warplens-picture-") as folder:
            file = pathlib.Path(folder) / "picture.svg"
            program.run("render", *self._recorded(), "--view", view, "--theme", theme, "--size", size,
                        "-o", file)
            return Picture(file.read_text(encoding="utf-8"))

    def why(self, element):
        """Why an element has its value: launch.why("total[0]")."""
        return program.run("why", *self._recorded(), "--element", element).rstrip()
