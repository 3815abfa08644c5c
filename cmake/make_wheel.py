#!/usr/bin/env python3
"""Make a wheel of a build, for `pip install`: the package warplens of Python (app/python), with the program and the libraries that it
needs beside it.

Usage: cmake/make_wheel.py [BUILD_FOLDER] [OUTPUT_FOLDER], by default build/release and the current folder. Needs patchelf and
dpkg-query. The wheel works where the C library is as new as here; LLVM, which compiles Numba's kernels, does not come with it."""

import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# What every desktop has, or must have of its own kind: the C and C++ libraries, the display, its driver (the list of PEP 600).
OF_THE_SYSTEM = re.compile(r"(linux-vdso|ld-linux-x86-64|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|EGL|GL|GLX|GLdispatch|OpenGL|X11|xcb))\.so")
# Starts the program. It does not import the package, which would begin to take notes.
STARTER = """#!python
import importlib.util, os, sys
home = os.path.join(importlib.util.find_spec("warplens").submodule_search_locations[0], "home")
os.execv(os.path.join(home, "warplens"), ["warplens", *sys.argv[1:]])
"""


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def is_elf(file):
    with open(file, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


def needed_by(file):
    """The libraries that a program or library needs beside the system's, as {name: path}."""
    found = {}
    for name in run("patchelf", "--print-needed", file).split():
        resolved = re.search(rf"{re.escape(name)} => (\S+)", run("ldd", file))
        if not OF_THE_SYSTEM.match(name) and resolved:
            found[name] = pathlib.Path(resolved[1])
    return found


def add_libraries(home):
    """Copy what the programs in `home` need to home/libraries, with the terms of their packages, and let them find it there."""
    programs = [file for file in home.rglob("*") if file.is_file() and is_elf(file)]
    libraries, open_ones = {}, [needed_by(file) for file in programs]
    while open_ones:
        for name, path in open_ones.pop().items():
            if name in libraries or home in path.parents:
                continue
            libraries[name] = path
            open_ones.append(needed_by(path))
    folder = home / "libraries"
    folder.mkdir()
    for name, path in libraries.items():
        shutil.copy(path.resolve(), folder / name)
        package = run("dpkg-query", "-S", f"*/{path.resolve().name}").split(":")[0]
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.copyright")
        programs.append(folder / name)
    for file in programs:
        run("patchelf", "--set-rpath", f"$ORIGIN:$ORIGIN/{os.path.relpath(folder, file.parent)}", file)


def without_links(home):
    """Put copies in the place of symbolic links, which a wheel cannot have."""
    for link in [each for each in home.rglob("*") if each.is_symlink()]:
        target = link.resolve()
        link.unlink()
        shutil.copy(target, link)


def package_of(build, work):
    """The folder that is installed: warplens/, and the program in warplens/home/."""
    run("cmake", "--install", build, "--prefix", work / "installed", "--strip")
    home = work / "wheel" / "warplens" / "home"
    shutil.copytree(work / "installed" / "lib" / "warplens", home, symlinks=True)
    without_links(home)
    add_libraries(home)
    for file in (home / "resources" / "python" / "warplens").glob("*.py"):
        shutil.copy(file, home.parent)
    return work / "wheel"


def version_of(home):
    """By PEP 440: "0.1.0", "0.1.0+84ed9fd"."""
    said = run(home / "warplens", "--version").split()
    commit = re.search(r"[0-9a-f]{7,40}", said[-1]) if len(said) > 2 else None
    return re.search(r"\d+(\.\d+)+", " ".join(said))[0] + (f"+{commit[0]}" if commit else "")


def write_wheel(folder, output):
    version = version_of(folder / "warplens" / "home")
    tag = f"py3-none-manylinux_{platform.libc_ver()[1].replace('.', '_')}_{platform.machine()}"
    info, scripts = folder / f"warplens-{version}.dist-info", folder / f"warplens-{version}.data" / "scripts"
    info.mkdir()
    scripts.mkdir(parents=True)
    (scripts / "warplens").write_text(STARTER, encoding="utf-8")
    (scripts / "warplens").chmod(0o755)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: warplens\nVersion: {version}\nRequires-Python: >=3.9\n"
        "Summary: See what a CUDA kernel does, thread by thread, with or without a GPU\n", encoding="utf-8")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: warplens\nRoot-Is-Purelib: false\nTag: {tag}\n", encoding="utf-8")
    wheel = output / f"warplens-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            name = file.relative_to(folder).as_posix()
            digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{file.stat().st_size}\n")
            archive.write(file, name)
        archive.writestr(f"{info.name}/RECORD", "".join(record) + f"{info.name}/RECORD,,\n")
    return wheel


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release").resolve()
    output = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve()
    missing = [tool for tool in ("cmake", "patchelf", "dpkg-query") if shutil.which(tool) is None]
    if missing or not (build / "CMakeCache.txt").is_file():
        sys.exit(f"error: {' and '.join(missing)} must be installed" if missing else f"error: {build} is no build: ./run.sh list makes one")
    with tempfile.TemporaryDirectory() as work:
        print(write_wheel(package_of(build, pathlib.Path(work)), output))


if __name__ == "__main__":
    main()
