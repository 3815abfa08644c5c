#!/usr/bin/env bash
# Everything that can be tested without a GPU: the suite as released, by g++; and by clang without the CUDA toolkit, under the address and
# undefined-behaviour sanitizers, the part of it that reads untrusted input, runs the SIMT machine or has threads, and the fuzzers. Both
# builds must make the same traces to the last byte.
# And the page for a browser, built from the released program's resources, in Chromium.
# Arguments go to ctest; `./test.sh web` is the page alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

build() {
  echo "== build: $1"
  cmake --preset "$1" >build-"$1".log 2>&1 || { cat build-"$1".log; exit 1; }
  rm build-"$1".log
  cmake --build --preset "$1" "${@:2}"
}

test_page() {
  build web --target page instructions_test
  echo "== tests: web"
  (cd build/web && GTEST_BRIEF=1 node --no-experimental-fetch instructions_test.js)
  (cd tests/web && npm ci --silent --prefer-offline && node --test .)
}

if [ "${1:-}" = web ]; then
  cmake/install_packages.sh test web
  build release --target warplens recordings cudart_12 cudart_13 observe  # what an installed program has
  test_page
  exit
fi

cmake/install_packages.sh test web
tests/check_change.py format

for preset in release asan; do build "$preset"; done
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
test_page
