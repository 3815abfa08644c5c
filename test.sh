#!/usr/bin/env bash
# What can be tested without a GPU.
#   ./test.sh               the release build, by g++, and its tests but the thorough ones, which say once more at length what others say
#   ./test.sh ARGUMENTS     the tests of the release build that ctest chooses by these arguments, thorough ones as well
#   ./test.sh all           all tests of the release build; by clang without the CUDA toolkit and under the address and undefined-behaviour
#                           sanitizers, the part that reads untrusted input, runs the SIMT machine or has threads, and the fuzzers; that
#                           both builds make the same traces to the last byte; and the page for a browser, in Chromium
#   ./test.sh web           the page alone
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

# run_tests PRESET ARGUMENTS…: of ctest. What failed, what was skipped and what took longest is printed at the end.
run_tests() {
  local preset="$1" status=0 kind=()
  shift
  if [ "$preset" = asan ]; then kind=(--sanitized); fi
  echo "== tests: $preset"
  # Memory that tests free is not handed back to the system: to have it cleared and mapped again takes a tenth of their time.
  # One more at a time than there are processors: the driven window mostly waits.
  GLIBC_TUNABLES=glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=4294967296 \
    ctest --preset "$preset" -j $(($(nproc) + 1)) --timeout 1800 --output-junit results.xml --test-output-size-passed 10000000 \
    --test-output-size-failed 10000000 "$@" || status=$?
  tests/print_summary.py build/"$preset"/results.xml "${kind[@]}" || status=1
  return "$status"
}

if [ "${1:-}" = web ]; then
  cmake/install_packages.sh test web
  build release --target warplens recordings cudart_12 cudart_13 observe  # what an installed program has
  test_page
  exit
fi

arguments=("$@")
presets=(release)
cmake/install_packages.sh test
if [ $# -eq 0 ]; then arguments=(-LE '^thorough$'); fi
if [ "${1:-}" = all ]; then
  arguments=("${@:2}")
  presets=(release asan)
  cmake/install_packages.sh test web
fi
tests/check_change.py format
for preset in "${presets[@]}"; do build "$preset"; done
if [ $# -ne 0 ]; then build release --target thorough; fi
run_tests release "${arguments[@]}"
if [ "${1:-}" != all ]; then exit; fi

tests/check_change.py tidy build/asan
# The window driven by mouse and keyboard is left to the release build, which draws at the pace of a person.
run_tests asan -LE '^window$' "${arguments[@]}"
tests/compare_builds.sh build/release/warplens build/asan/warplens
test_page
