#!/usr/bin/env bash
# Everything that can be tested without a GPU: the suite as released, the suite under the address and undefined-behaviour sanitizers,
# and a build by clang without the CUDA toolkit, whose traces must be the same to the last byte. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
cmake/install_packages.sh test

for preset in release asan clang; do
  echo "== build: $preset"
  cmake --preset "$preset" >build-"$preset".log 2>&1 || { cat build-"$preset".log; exit 1; }
  rm build-"$preset".log
  cmake --build --preset "$preset"
done

# The window driven by mouse and keyboard is left to the two unsanitized builds, which draw at the pace of a person.
for preset in release asan clang; do
  echo "== tests: $preset"
  left_out=()
  if [ "$preset" = asan ]; then left_out=(-LE '^window$'); fi
  # What failed is said once more at the end, where one looks for it.
  ctest --preset "$preset" -j "$(nproc)" --timeout 300 --output-junit results.xml "${left_out[@]}" "$@" ||
    { status=$?; tests/print_failures.py build/"$preset"/results.xml; exit "$status"; }
done

tests/compare_builds.sh build/release/warplens build/clang/warplens
