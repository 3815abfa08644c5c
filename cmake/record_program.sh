#!/bin/sh
# record_program.sh WARPLENS SOURCE RECORDING: record a program of assets/programs. Some of them are wrong on purpose: they may end by a
# fault (2) or with findings (3).
set -u
rm -f "$3"
mkdir -p "$(dirname "$3")"
"$1" program --check --record "$3" "$2" >"$3.log" 2>&1
status=$?
case $status in
  0 | 2 | 3) [ -s "$3" ] && rm "$3.log" && exit 0 ;;
esac
cat "$3.log" >&2
exit 1
