#!/usr/bin/env bash
# The wheel, unpacked into an empty folder: Python finds the package there, and the package its program and libraries.
# Usage: check_wheel.sh BUILD_FOLDER
set -euo pipefail
source="$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")"
if ! command -v patchelf >/dev/null; then
  echo "skipped: this needs patchelf"
  exit 77
fi
if ! /usr/bin/python3 -c 'import numba' 2>/dev/null; then
  echo "skipped: this build has no Numba to test with"
  exit 77
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
wheel="$("$source/cmake/make_wheel.py" "$1" "$work")"
/usr/bin/python3 -m zipfile -e "$wheel" "$work/site"
chmod +x "$work/site/warplens/home/warplens" "$work/site/warplens/home/program/toolkit/nvvm/bin/nvvm_compiler"  # as pip does

cat >"$work/count.py" <<'PYTHON'
import numpy as np
import warplens
from numba import cuda
@cuda.jit
def count(total):
    total[0] += 1
sums = np.zeros(1, np.int32)
count[2, 32](sums)
launch = warplens.last()
print(warplens.program.path(), launch.findings[0].kind, launch.findings[0].line, launch.show("race"))
PYTHON
clean() { env -i HOME="$work" PATH=/usr/bin:/bin PYTHONWARNINGS=ignore "$@"; }
said="$(clean PYTHONPATH="$work/site" /usr/bin/python3 "$work/count.py")"
expected="$work/site/warplens/home/warplens data-race 6 64 threads each added 1. sums[0] says 1."
if [ "$said" != "$expected" ]; then printf 'error: it says\n%s\nand should say\n%s\n' "$said" "$expected"; exit 1; fi
said="$(clean "$work/site/warplens/home/warplens" program --check "$work/count.py" 2>&1 || true)"
if [[ "$said" != *"count.py:6: finding: data-race"* ]]; then printf 'error: warplens program says\n%s\n' "$said"; exit 1; fi
# Every library comes from the wheel or is of the system, and each of the wheel's has its terms.
if ldd "$work/site/warplens/home/warplens" | grep 'not found'; then exit 1; fi
for library in "$work"/site/warplens/home/libraries/*.so*; do test -s "$library"; done
ls "$work"/site/warplens/home/libraries/*.copyright >/dev/null
echo "unpacked and started: $(basename "$wheel")"
