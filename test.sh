#!/usr/bin/env bash
# Everything that can be tested without a GPU: the suite as released, by g++; and by clang without the CUDA toolkit, under the address and
# undefined-behaviour sanitizers, the part of it that reads untrusted input, runs the SIMT machine or has threads, and the fuzzers. Both
# builds must make the same traces to the last byte.
# Arguments go to ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
cmake/install_packages.sh test
tests/check_change.py format

for preset in release asan; do
  echo "== build: $preset"
  cmake --preset "$preset" >build-"$preset".log 2>&1 || { cat build-"$preset".log; exit 1; }
  rm build-"$preset".log
  cmake --build --preset "$preset"
done
tests/check_change.py tidy build/asan

# Memory that tests free is not handed back to the system: to have it cleared and mapped again takes a tenth of their time.
export GLIBC_TUNABLES=glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=4294967296

# The window driven by mouse and keyboard is left to the release build, which draws at the pace of a person.
for preset in release asan; do
  echo "== tests: $preset"
  left_out=()
  if [ "$preset" = asan ]; then left_out=(-LE '^window$'); fi
  # One more at a time than there are processors: the driven window mostly waits.
  # Most tests are one of the shards of a program: which of its tests failed is printed at the end.
  ctest --preset "$preset" -j $(($(nproc) + 1)) --timeout 1800 --output-junit results.xml --test-output-size-failed 10000000 "${left_out[@]}" "$@" ||
    { status=$?; tests/print_failures.py build/"$preset"/results.xml; exit "$status"; }
done

tests/compare_builds.sh build/release/warplens build/asan/warplens
