#!/usr/bin/env bash
# ptx_of.sh OUTPUT PTXAS ARCHITECTURE FILE... -- COMPILER ARGUMENT...: the compiler makes OUTPUT from the FILEs, a source and the headers of
# ours that it may include. What PTXAS, if it is not "", says about the registers of each kernel is added as comments, as the program does
# (compiler_notes.h).
#
# ccache knows only objects, so this keeps the PTX: below the user's cache folder, by the compiler's version and arguments and by the
# contents of the FILEs. Files that nobody asked for in 30 days are deleted.
set -euo pipefail
output=$1 ptxas=$2 architecture=$3
shift 3
files=()
while [ "$1" != -- ]; do files+=("$1"); shift; done
shift
mkdir -p "$(dirname "$output")"

key=$({ echo "$ptxas" "$architecture" "$@"; "$1" --version; cat "${files[@]}" "${BASH_SOURCE[0]}"; } | sha256sum | cut -d' ' -f1)
cache="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/warplens-build"
if cp "$cache/$key.ptx" "$output" 2>/dev/null; then
  touch "$cache/$key.ptx"
  exit
fi

"$@" -o "$output"
if [ -n "$ptxas" ]; then
  said=$("$ptxas" -v -arch="$architecture" -o "$output.cubin" "$output" 2>&1) || said=
  rm -f "$output.cubin"
  { echo; sed -n "/Compiling entry function '\|bytes spill stores\|: Used /s|^|// ptxas said: |p" <<<"$said"; } >>"$output"
fi

# Kept if the folder can be written; under its name only once it is whole.
if mkdir -p "$cache" 2>/dev/null && cp "$output" "$cache/$key.$$" 2>/dev/null; then
  mv "$cache/$key.$$" "$cache/$key.ptx"
  find "$cache" -name '*.ptx' -mtime +30 -delete
fi
