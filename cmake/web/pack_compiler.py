#!/usr/bin/env python3
"""Packs clang as WebAssembly for the page: pack_compiler.py PACKAGE OUT

PACKAGE is the folder of the npm package (cmake/web/compiler/package.json). Writes to OUT clang.js, the package's program; clang.tar.gz,
what that reads, without what compiling CUDA programs does not need; and clang_version.js, for assets/web/compiler.js."""

import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile

# Of llvm-resources.tar: the headers of clang, of the C library and of the C++ library, and these libraries, for whole programs; headers of
# other processors, and what clang's other tools have, are left out.
KEPT = ("include/", "lib/wasm32-wasip1/", "lib/wasm32-unknown-wasip1/libclang_rt.builtins.a")
LEFT_OUT = tuple("include/" + name for name in (
    "c++/v1/__cxx03/", "c++/v1/experimental/", "c++/v1/ext/", "altivec", "arm_", "hexagon_", "hvx_", "lasxintrin", "llvm_libc_wrappers/",
    "lsxintrin", "opencl-c", "openmp_wrappers/", "ppc_wrappers/", "riscv_", "sanitizer/", "vecintrin", "zos_wrappers/"))


def resources(whole):
    """llvm-resources.tar, without what is left out. Its blocks are copied: the package reads names of folders only without a slash at
    their end, which this library would write."""
    raw = whole.read_bytes()
    packed = bytearray()
    with tarfile.open(whole) as tar:
        for member in tar:
            name = member.name + "/" if member.isdir() else member.name
            kept = any(name.startswith(folder) or (member.isdir() and folder.startswith(name)) for folder in KEPT)
            if kept and not name.startswith(LEFT_OUT) and not name.endswith(".so"):
                end = member.offset_data + -(-member.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
                packed += raw[member.offset:end]
    return bytes(packed) + bytes(2 * tarfile.BLOCKSIZE)


def main(package, out):
    made = package / "gen"
    files = {file.name: file.read_bytes() for file in sorted(made.glob("*.wasm"))}
    files["llvm-resources.tar"] = resources(made / "llvm-resources.tar")
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    packed = gzip.compress(archive.getvalue(), 9, mtime=0)
    (out / "clang.tar.gz").write_bytes(packed)
    (out / "clang.js").write_bytes((made / "bundle.js").read_bytes())
    version = json.loads((package / "package.json").read_text())["version"] + " " + hashlib.sha256(packed).hexdigest()[:16]
    (out / "clang_version.js").write_text(
        f"export const archive = 'clang.tar.gz', version = '{version}', bytes = {len(packed)};\n")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
