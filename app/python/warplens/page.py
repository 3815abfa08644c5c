"""A launch in a frame of the notebook: the page of Warplens, where one clicks and steps through it."""

import base64
import html
import itertools
import json
import os
import pathlib

from warplens import program

MAX_BYTES = 16 << 20  # of a recording: what a session may carry

_numbers = itertools.count(1)

# The page says when it is ready to take the session; nobody else is told what is in it.
_FRAME = """<iframe id="{name}" src="{source}" width="100%" height="{height}" style="border: 0" title="Warplens"
 allow="cross-origin-isolated; clipboard-write"></iframe>
<script type="application/json" id="{name}-session">{session}</script>
<script>
(function() {{
  const frame = document.getElementById("{name}"), session = document.getElementById("{name}-session").textContent;
  window.addEventListener("message", (event) => {{
    if (event.source === frame.contentWindow && event.data === "warplens ready")
      frame.contentWindow.postMessage({{warplensSession: session}}, new URL(frame.src).origin);
  }});
}})();
</script>"""


class Page:
    """A frame with a launch in it, which notebooks show."""

    def __init__(self, address, session, height, whole):
        self._address, self._session, self._height, self._whole = address, session, int(height), whole

    def _repr_html_(self):
        source = self._address + ("" if self._whole else "?view")
        session = json.dumps(self._session).replace("<", "\\u003c")  # so that no text in it ends the script
        return _FRAME.format(name=f"warplens-{os.getpid()}-{next(_numbers)}", source=html.escape(source, quote=True), session=session,
                             height=self._height)

    def __repr__(self):
        return f"a frame with {self._address}"

    def save(self, path):
        """Write it to a file, an HTML page of its own."""
        pathlib.Path(path).write_text(f"<!doctype html>\n<meta charset=\"utf-8\">\n{self._repr_html_()}\n", encoding="utf-8")


def page_of(recording, number, view, address, height, whole):
    """The page with the `number`-th launch of a recording. Raises Failed without an address, or for a recording that is too large."""
    address = address or os.environ.get("WARPLENS_PAGE")
    if not address:
        raise program.Failed("where is the page of Warplens? Name its address, page(\"https://…/\"), or set the variable WARPLENS_PAGE "
                             "(docs/web.md says how to put it on a host)")
    if not address.startswith(("https://", "http://")):
        raise program.Failed(f"the address of a page begins with https:// or http://, not as {address!r}")
    file = pathlib.Path(recording)
    content = file.read_bytes()
    if len(content) > MAX_BYTES:
        raise program.Failed(f"the memory of the last launches takes {len(content) / 2**20:.0f} MiB, and a page in a frame is given at most "
                             f"{MAX_BYTES >> 20}: show() draws a picture of the launch, open() opens it in the window")
    session = {"version": 1, "experiment": file.name, "view": view, "settings": {"entry": number - 1},
               "files": {file.name: {"base64": base64.b64encode(content).decode("ascii")}}}
    return Page(address, session, height, whole)
