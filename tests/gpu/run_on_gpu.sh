#!/usr/bin/env bash
# Run the tests that need an NVIDIA GPU and write what they measured.
#
#   tests/gpu/run_on_gpu.sh                    build here, run, write tests/gpu/MEASURED.md
#   tests/gpu/run_on_gpu.sh --pack FOLDER      build here and gather the test program with all it needs in FOLDER,
#                                              for a computer with a GPU and without compilers
#   tests/gpu/run_on_gpu.sh --run FOLDER FILE  run the tests of such a FOLDER and write FILE
#
# The build folder is build/release, or WARPLENS_BUILD. Every test runs in a process of its own: a kernel that fails may leave its
# process without a GPU.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
build="${WARPLENS_BUILD:-$root/build/release}"

build_tests() {
  (cd "$root" && cmake --preset release -B "$build" && cmake --build "$build" --target gpu_test) >&2
}

pack() {  # pack FOLDER: program, resources, and shared libraries other than the system's own
  local folder="$1"
  build_tests
  rm -rf "$folder"
  mkdir -p "$folder/lib"
  cp "$build/gpu_test" "$folder/"
  cp -r "$build/resources" "$folder/"
  ldd "$build/gpu_test" | awk '$3 ~ /^\// {print $3}' | grep -Ev '/(libc|libm|libdl|librt|libpthread)\.so' | xargs -I{} cp {} "$folder/lib/"
}

run() {  # run FOLDER FILE
  local folder="$1" file="$2"
  local program="$folder/gpu_test"
  [ ! -d "$folder/lib" ] || export LD_LIBRARY_PATH="$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  local tests passed=0 failed=0 skipped=0
  tests="$("$program" --gtest_list_tests | awk '/^[^ ]/ {suite=$1} /^  / {print suite $1}')"
  log="$(mktemp)"
  trap 'rm -f "$log"' EXIT
  for test in $tests; do
    local status=0 output
    output="$("$program" --gtest_filter="$test" 2>&1)" || status=$?
    printf '%s\n' "$output" >>"$log"
    if [ "$status" -ne 0 ]; then
      failed=$((failed + 1))
      printf '%s\n' "$output"
    elif grep -q '\[  SKIPPED \]' <<<"$output"; then
      skipped=$((skipped + 1))
    else
      passed=$((passed + 1))
    fi
  done
  echo "$passed passed, $failed failed, $skipped skipped"
  if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
    echo "nothing measured: $(grep -m1 -B1 'SKIPPED' "$log" | head -1)" >&2
    exit 1
  fi

  {
    echo "# Measured on a GPU"
    echo
    echo "Written by \`tests/gpu/run_on_gpu.sh\`."
    echo
    grep '^GPU: ' "$log" | sed 's/^GPU: /- /' || true
    echo "- Driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -1 || head -1 /proc/driver/nvidia/version)"
    echo "- Date: $(date -u +%Y-%m-%d)"
    echo "- Command: \`tests/gpu/run_on_gpu.sh\`"
    echo "- Tests: $passed passed, $failed failed, $skipped skipped"
    echo
    echo "## Times"
    echo
    echo "Milliseconds: medians (smallest to largest) of 21 runs after one to warm up, each with fresh inputs. By GPU events the kernel"
    echo "alone and with its copies, by the CPU's clock from the launch to its end; and a kernel that does nothing, by GPU events."
    echo
    echo "| experiment, entry | kernel | kernel with copies | launch to end | empty kernel |"
    echo "| --- | ---: | ---: | ---: | ---: |"
    grep '^| ' "$log" || true
    echo
    echo "## Beside a bare program"
    echo
    echo "Medians of 21 runs of \`increment\` on 10^6 elements, in milliseconds: here, by the CUDA runtime alone, and the one over the other."
    echo
    echo "| what | here | bare | ratio |"
    echo "| --- | ---: | ---: | ---: |"
    grep '^BARE| ' "$log" | sed 's/^BARE//' || true
    echo
    echo "## What a trace costs"
    echo
    echo "Milliseconds of the plain kernel and of the instrumented one, and how many times as long it takes."
    echo
    echo "| experiment, entry | plain | instrumented | times |"
    echo "| --- | ---: | ---: | ---: |"
    grep '^COST| ' "$log" | sed 's/^COST//' || true
    echo
    echo "## The racy counter in 100 runs"
    echo
    echo "| counter | runs |"
    echo "| ---: | ---: |"
    grep '^RACY| ' "$log" | sed 's/^RACY//' || true
    echo
    echo "## Memory hierarchy"
    echo
    echo "Cycles from one access to the next that needs it, by the multiprocessor's clock: medians of 5 runs (smallest to largest)."
    echo
    echo "| memory | cycles |"
    echo "| --- | ---: |"
    grep '^LATENCY| ' "$log" | sed 's/^LATENCY//' || true
    echo
    echo "Bandwidth of a copy of 2^26 floats, read and written, in 10^9 bytes per second: the same."
    echo
    echo "| a thread copies | GB/s |"
    echo "| --- | ---: |"
    grep '^BANDWIDTH| ' "$log" | sed 's/^BANDWIDTH//' || true
    echo
    echo "## Streams"
    echo
    echo "Copies in, kernels and copies out of the same work in 1 to 8 streams, and in the default stream, by events: milliseconds from"
    echo "the first to the last, and the sum of what was done, which is larger where some of it overlapped."
    echo
    echo "| streams | from first to last | sum of its parts | launch returned after |"
    echo "| --- | ---: | ---: | ---: |"
    grep '^STREAMS| ' "$log" | sed 's/^STREAMS//' || true
  } >"$file"
  [ "$failed" -eq 0 ]
}

case "${1:-}" in
  --pack) pack "${2:?a folder}" ;;
  --run) run "${2:?a folder}" "${3:?a file}" ;;
  "") build_tests && run "$build" "$here/MEASURED.md" ;;
  *) echo "usage: $0 [--pack FOLDER | --run FOLDER FILE]" >&2; exit 1 ;;
esac
