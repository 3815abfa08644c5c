"""Executes the code cells of a notebook in order, as `warplens program tutorial.ipynb` does: python3 -m warplens.run_notebook NOTEBOOK
FOLDER [ARGUMENTS]. Each cell becomes a file in FOLDER, so that lines of kernels and of errors can be shown. IPython, where it is
installed, translates its own syntax (%magics, !commands); without it such lines are left out with a note."""

import json
import os
import sys
import traceback


def cells_of(path):
    """The texts of the code cells, in order (Jupyter, "The Notebook file format")."""
    try:
        with open(path, encoding="utf-8") as file:
            notebook = json.load(file)
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]  # before version 4
        texts = []
        for cell in cells:
            if cell["cell_type"] == "code":
                source = cell.get("source", cell.get("input", ""))
                texts.append(source if isinstance(source, str) else "".join(source))
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path}: error: {error}")
    except (ValueError, KeyError, TypeError, IndexError) as error:
        sys.exit(f"{path}: error: not a notebook: {type(error).__name__}: {error}")
    return texts


class _PlainShell:
    """What runs cells where there is no IPython."""

    def __init__(self, name_space):
        self._name_space = name_space

    def run(self, text, file):
        lines = []
        for number, line in enumerate(text.splitlines(), 1):
            special = line.lstrip().startswith(("%", "!"))
            if special:
                print(f"{file}:{number}: note: left out, as there is no IPython: {line.strip()}", file=sys.stderr)
            lines.append("" if special else line)
        exec(compile("\n".join(lines), file, "exec"), self._name_space)


class _IPythonShell:
    """IPython's, without a terminal."""

    def __init__(self, name_space):
        from IPython.core.interactiveshell import InteractiveShell

        class Shell(InteractiveShell):
            def enable_gui(self, gui=None):
                """There is no window: %matplotlib inline has nothing to start."""

        self._shell = Shell.instance(user_ns=name_space, colors="NoColor", banner1="")
        self._shell.compile.get_code_name = lambda *_arguments: self._file
        self._shell.compile.cache = self._cached

    def _cached(self, transformed, *_arguments, **_options):
        import linecache

        linecache.cache[self._file] = (len(transformed), None, transformed.splitlines(True), self._file)
        return self._file

    def run(self, text, file):
        self._file = file
        result = self._shell.run_cell(text, store_history=False)
        if result.error_before_exec or result.error_in_exec:
            sys.exit(1)  # it has printed the traceback


def main():
    path, folder, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
    name = os.path.basename(path)
    name_space = {"__name__": "__main__", "__builtins__": __builtins__}
    sys.argv = [path, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    try:
        shell = _IPythonShell(name_space)
    except (ImportError, OSError):  # it is not installed, or cannot have its folder
        shell = _PlainShell(name_space)
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    for number, text in enumerate(cells_of(path), 1):
        file = os.path.join(folder, name, f"cell {number}")
        with open(file, "w", encoding="utf-8") as cell:
            cell.write(text)
        try:
            shell.run(text, file)
        except Exception:
            kind, error, trace = sys.exc_info()
            traceback.print_exception(kind, error, trace.tb_next.tb_next if trace.tb_next else trace)
            sys.exit(1)


if __name__ == "__main__":
    main()
