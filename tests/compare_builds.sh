#!/usr/bin/env bash
# The same launches in two builds of the program (g++ and clang) must produce identical traces and outputs, byte for byte; and in each
# of them, identical results on any number of cores, interpreted or as machine code.
# Usage: compare_builds.sh PROGRAM_A PROGRAM_B
set -euo pipefail
a="$1" b="$2"
kernels="$(dirname "$a")/resources/kernels"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
matmul="$folder/matmul.ptx"
"$a" compile "$(dirname "$0")/bench/kernels/matmul.cu" -o "$matmul"

passed=0
compare() {  # compare NAME OUTPUT ARGUMENTS…: run both, compare the trace and kernel argument OUTPUT
  local name="$1" output="$2"
  shift 2
  for side in a b; do
    "${!side}" run "$@" --trace "$folder/$side.trace" --save "$output=$folder/$side.npy" >/dev/null
  done
  cmp "$folder/a.trace" "$folder/b.trace"
  cmp "$folder/a.npy" "$folder/b.npy"
  echo "same bytes: $name ($(stat -c %s "$folder/a.trace") bytes of trace)"
  passed=$((passed + 1))
}

for seed in 1 2 3; do
  for schedule in timed round-robin random; do
    compare "counter_racy, $schedule, seed $seed" 0 "$kernels/counter.ptx:counter_racy" --grid 32 --block 32 --arg i32[1]=zeros \
      --schedule "$schedule" --seed "$seed"
  done
done
compare "histogram_shared" 2 "$kernels/histogram.ptx:histogram_shared" --grid 32 --block 128 --shared 600 \
  --arg f32[100000]=normal --arg i32=100000 --arg i32[150]=zeros --arg i32=150 --arg f32=-4 --arg f32=4
compare "increment" 0 "$kernels/increment.ptx:increment" --grid 40 --block 256 --arg f32[10000]=random --arg i32=10000
# compare_ways NAME ARGUMENTS…: all that --json prints but the time that the host took.
compare_ways() {
  local name="$1" ways=0
  shift
  for program in "$a" "$b"; do
    for cores in 1 2 3 8; do
      for code in off avx2 avx512; do
        "$program" run "$@" --json --cores "$cores" --machine-code "$code" | sed 's/"host_ms":{[^}]*}//' >"$folder/way.json"
        if [ "$ways" -eq 0 ]; then mv "$folder/way.json" "$folder/first.json"; else cmp "$folder/first.json" "$folder/way.json"; fi
        ways=$((ways + 1))
      done
    done
  done
  echo "same results: $name ($ways ways)"
  passed=$((passed + 1))
}

for check in "" --check; do
  compare_ways "increment $check" "$kernels/increment.ptx:increment" --grid 256 --block 256 --arg f32[65000]=random --arg i32=65000 $check
  compare_ways "histogram_shared $check" "$kernels/histogram.ptx:histogram_shared" --grid 64 --block 128 --shared 600 \
    --arg f32[100000]=normal --arg i32=100000 --arg i32[150]=zeros --arg i32=150 --arg f32=-4 --arg f32=4 $check
  compare_ways "matmul_tiled $check" "$matmul:matmul_tiled" --grid 6,6 --block 16,16 --arg f32[9216]=random --arg f32[9216]=random \
    --arg f32[9216]=zeros --arg i32=96 --arg i32=96 --arg i32=96 $check
done
echo "$passed passed, 0 failed"
