"""Cells of a notebook as files: Jupyter gives the code of a cell the name of a file that is not there, and Warplens reads sources."""

import os
import sys

_names = {}  # "In [3]" by the file


def shell_here():
    """IPython's shell; None outside of it."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def begin(shell):
    """Write each cell that is executed from now on to its file."""

    def write(info):
        text = shell.transform_cell(info.raw_cell)
        file = shell.compile.get_code_name(info.raw_cell, text, shell.execution_count)
        if not os.path.isabs(file):
            return  # of IPython in a terminal
        _names[file] = f"In [{shell.execution_count}]"
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as cell:
            cell.write(text)

    shell.events.register("pre_run_cell", write)


def name_of(file):
    """What a person calls a source: "In [3]", "tutorial.ipynb, cell 3", "tutorial.py"."""
    folder, name = os.path.split(file)
    if folder.endswith(".ipynb"):
        return f"{os.path.basename(folder)}, {name}"
    return _names.get(file, name)
