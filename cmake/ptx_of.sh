#!/usr/bin/env bash
# ptx_of.sh OUTPUT TWIN SOURCE... -- COMPILER ARGUMENT...: OUTPUT is a copy of TWIN, the same file in the build folder of another preset,
# if TWIN is newer than every SOURCE; else the compiler makes it. The presets' PTX is the same, and takes minutes to make.
set -euo pipefail
output=$1 twin=$2
shift 2
newest=yes
while [ "$1" != -- ]; do
  if [ "$twin" = "$output" ] || [ ! "$twin" -nt "$1" ]; then newest=no; fi
  shift
done
shift
mkdir -p "$(dirname "$output")"
if [ "$newest" = yes ]; then exec cp "$twin" "$output"; fi
exec "$@" -o "$output"
