#!/usr/bin/env bash
# ptx_of.sh OUTPUT TWIN PTXAS ARCHITECTURE SOURCE... -- COMPILER ARGUMENT...: OUTPUT is a copy of TWIN, the same file in the build folder
# of another preset, if TWIN is newer than every SOURCE; else the compiler makes it. The presets' PTX is the same, and takes minutes to
# make. What PTXAS, if it is not "", says about the registers of each kernel is added as comments, as the program does (compiler_notes.h).
set -euo pipefail
output=$1 twin=$2 ptxas=$3 architecture=$4
shift 4
newest=yes
while [ "$1" != -- ]; do
  if [ "$twin" = "$output" ] || [ ! "$twin" -nt "$1" ]; then newest=no; fi
  shift
done
shift
mkdir -p "$(dirname "$output")"
if [ "$newest" = yes ]; then exec cp "$twin" "$output"; fi
"$@" -o "$output"
if [ -n "$ptxas" ]; then
  said=$("$ptxas" -v -arch="$architecture" -o "$output.cubin" "$output" 2>&1) || said=
  rm -f "$output.cubin"
  { echo; sed -n "/Compiling entry function '\|bytes spill stores\|: Used /s|^|// ptxas said: |p" <<<"$said"; } >>"$output"
fi
