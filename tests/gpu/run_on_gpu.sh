#!/usr/bin/env bash
# Runs everything that needs an NVIDIA GPU and writes the measurements.
#
#   tests/gpu/run_on_gpu.sh                    build here, run, write assets/measured/CARD.json, tests/gpu/MEASURED.md and
#                                              tests/gpu/measured/*.png
#   tests/gpu/run_on_gpu.sh --pack FOLDER      build here and collect all that a run needs in FOLDER, including this script, for
#                                              a machine with a GPU and its driver but no compilers or libraries
#   FOLDER/run_on_gpu.sh --run FOLDER LOG      run the contents of such a FOLDER; writes LOG, of which tests/gpu/figures_of_log.py
#                                              makes the other files, and measured/*.png next to it
#
# The build folder is build/release, or WARPLENS_BUILD. Every test runs in its own process: a failing kernel may leave its process
# without a GPU; those that measure nothing run side by side. After WARPLENS_GPU_SECONDS (540) the remaining tests are skipped and reported.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
build="${WARPLENS_BUILD:-$root/build/release}"
programs=(gpu_test warplens_frames warplens)

build_programs() {
  (cd "$root" && cmake --preset release -B "$build" && cmake --build "$build" --target "${programs[@]}") >&2
  # A whole program, as anyone builds it for `warplens program --device gpu`.
  nvcc="$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)"
  "$nvcc" -cudart shared -gencode arch=compute_75,code=compute_75 -g -lineinfo "$root/assets/programs/streams.cu" -o "$build/streams_program"
}

commit() { git -C "$root" rev-parse --short HEAD; }

pack() {  # pack FOLDER: stripped programs, resources, and shared libraries other than the C library's
  local folder="$1" program
  build_programs
  rm -rf "$folder"
  mkdir -p "$folder/lib"
  for program in "${programs[@]}"; do
    strip -o "$folder/$program" "$build/$program"
    ldd "$build/$program" | awk '$3 ~ /^\// {print $3}'
  done >"$folder/needed"
  LD_LIBRARY_PATH="$(dirname "$(dirname "$(readlink -f "$nvcc")")")/lib64" ldd "$build/streams_program" | awk '$3 ~ /^\// {print $3}' >>"$folder/needed"
  sort -u "$folder/needed" | grep -Ev '/(libc|libm|libdl|librt|libpthread)\.so' | xargs -I{} cp -L {} "$folder/lib/"
  rm "$folder/needed"
  cp -r "$build/resources" "$folder/"
  mkdir "$folder/resources/instructions"
  cp "$build"/instructions/*.ptx "$here/departures.txt" "$folder/resources/instructions/"
  mkdir "$folder/program"
  strip -o "$folder/program/libwarplens_observe.so" "$build/program/libwarplens_observe.so"
  cp "$build/streams_program" "$folder/"
  cp "${BASH_SOURCE[0]}" "$folder/"
  commit >"$folder/commit"
  echo "$folder: $(du -sm "$folder" | cut -f1) MiB"
}

find_nvidia_egl() {  # in containers NVIDIA's EGL driver may be installed where EGL does not look
  local name=10_nvidia.json library=libEGL_nvidia.so.0 folder
  [ -z "${__EGL_VENDOR_LIBRARY_FILENAMES:-}" ] || return 0
  for folder in /usr/share /etc; do [ ! -e "$folder/glvnd/egl_vendor.d/$name" ] || return 0; done
  for folder in /usr/local/nvidia /usr/local /opt/nvidia; do
    [ -e "$folder/share/glvnd/egl_vendor.d/$name" ] || continue
    export __EGL_VENDOR_LIBRARY_FILENAMES="$folder/share/glvnd/egl_vendor.d/$name"
    return 0
  done
  if ! ldconfig -p 2>/dev/null | grep -q "$library"; then
    for folder in /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib64/nvidia; do
      [ ! -e "$folder/$library" ] || library="$folder/$library"
    done
    [ -e "$library" ] || return 0
  fi
  echo '{"file_format_version": "1.0.0", "ICD": {"library_path": "'"$library"'"}}' >"$scratch/$name"
  export __EGL_VENDOR_LIBRARY_FILENAMES="$scratch/$name"
}

seconds_left() { echo $((deadline - SECONDS)); }
longest="${WARPLENS_GPU_TEST_SECONDS:-240}"  # seconds per test: one that hangs must not use up the time of the others

attempt() {  # attempt PROGRAM TEST RESULT: run it; its output in RESULT, its exit status in RESULT.status; neither if time is over
  local status=0 left
  left="$(seconds_left)"
  [ "$left" -gt 0 ] || return 0
  timeout -k 10 "$((left < longest ? left : longest))" "$1" --gtest_filter="$2" >"$3" 2>&1 || status=$?
  echo "$status" >"$3.status"
}

count() {  # count TEST RESULT: count it, append its output to the log
  local status
  if [ ! -e "$2.status" ]; then
    left_out=$((left_out + 1))
    echo "LEFT OUT| $1" >>"$log"
    return
  fi
  status="$(cat "$2.status")"
  cat "$2" >>"$log"
  if [ "$status" -ne 0 ]; then
    failed=$((failed + 1))
    echo "FAILED| $1 (exit status $status)" >>"$log"
    cat "$2"
  elif grep -q '\[  SKIPPED \]' "$2"; then
    skipped=$((skipped + 1))
    echo "SKIPPED| $1: $(awk '/\[  SKIPPED \]/ {print reason; exit} NF {reason = $0}' "$2")" >>"$log"
  else
    passed=$((passed + 1))
  fi
}

# Tests that draw or measure, and one that takes all the GPU's memory: nothing else may run beside them. After tests whose kernels fail or
# are left behind nothing may draw. The longest comes last.
faults='^GpuError\.([^M]|Mis)|^GpuLasting|^GpuInterop\.IsLost'
sweeps='^GpuFiguresOfSweeps'
alone='^GpuFigures[^O]|^GpuFiguresOf[^S]|^GpuHierarchy|^GpuBare|^GpuStreams|^GpuError\.MoreMemoryThanThereIs|^GpuInterop\.[^I]'

run_tests() {  # run_tests PROGRAM AT_ONCE GREP_OPTION...: runs the tests that grep selects, AT_ONCE side by side
  local program="$1" at_once="$2" tests k
  shift 2
  mapfile -t tests < <("$program" --gtest_list_tests | awk '/^[^ ]/ {suite=$1} /^  / {print suite $1}' | grep -E "$@")
  for k in "${!tests[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n || true; done
    attempt "$program" "${tests[k]}" "$scratch/result.$k" &
  done
  wait
  for k in "${!tests[@]}"; do count "${tests[k]}" "$scratch/result.$k"; done
  rm -f "$scratch"/result.*
}

measure_frames() {  # measure_frames PROGRAM
  local left
  left="$(seconds_left)"
  if [ "$left" -le 0 ]; then
    echo "LEFT OUT| warplens_frames" >>"$log"
  elif ! timeout -k 10 "$((left < longest ? left : longest))" "$1" >>"$log" 2>"$scratch/output"; then
    failed=$((failed + 1))
    echo "FAILED| warplens_frames: $(tail -1 "$scratch/output")" | tee -a "$log"
  fi
}

whole_program() {  # whole_program FOLDER: four launches of a program on NVIDIA's CUDA runtime, each in its stream; and one recorded
  local left output status=0 recording="$scratch/streams.recording"
  left="$(seconds_left)"
  if [ "$left" -le 0 ]; then
    echo "LEFT OUT| warplens program --device gpu" >>"$log"
    return
  fi
  output="$(timeout -k 10 "$((left < longest ? left : longest))" "$1/warplens" program --device gpu "$1/streams_program" 2>&1)" || status=$?
  awk '$1 ~ /^[1-4]$/ && $2 == "square" && $7 + 0 > 0 {print "PROGRAM| " $1 " | " $3 " | " $4 " | " $6 " | " $7 " |"}' <<<"$output" >"$scratch/output"
  if [ "$status" -eq 0 ] && grep -q '99² = 9801' <<<"$output" && [ "$(wc -l <"$scratch/output")" -eq 4 ]; then
    passed=$((passed + 1))
    cat "$scratch/output" >>"$log"
  else
    failed=$((failed + 1))
    echo "FAILED| warplens program --device gpu (exit status $status): $(tr '\n' ' ' <<<"$output")" | tee -a "$log"
  fi
  if output="$("$1/warplens" program --device gpu --record "$recording" --launch 2 "$1/streams_program" 2>&1 &&
    "$1/warplens" experiment "$recording" --device simt --check --json 2>&1 &&
    "$1/warplens" experiment "$recording" --device gpu --check --json 2>&1)" && [ "$(grep -c '"status":"ok"' <<<"$output")" = 2 ] &&
    ! grep -q 'There is no trace' <<<"$output"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED| warplens program --device gpu --record: $(tr '\n' ' ' <<<"$output")" | tee -a "$log"
  fi
}

remote_device() {  # remote_device FOLDER: an experiment on the GPU behind `warplens device-server`
  local left output status=0
  left="$(seconds_left)"
  if [ "$left" -le 0 ]; then
    echo "LEFT OUT| warplens experiment --device remote:" >>"$log"
    return
  fi
  output="$(timeout -k 10 "$((left < longest ? left : longest))" "$1/warplens" experiment histogram --set entry=shared \
    --device "remote:'$1/warplens' device-server --device gpu" --check --json 2>&1)" || status=$?
  if [ "$status" -eq 0 ] && grep -q '"status":"ok","device":"gpu"' <<<"$output"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED| warplens experiment --device remote: (exit status $status): $(head -c 1000 <<<"$output" | tr '\n' ' ')" | tee -a "$log"
  fi
}

film() {  # film FOLDER: the frames of a film, each drawn by the GPU without a display
  local left note began=$SECONDS frames="$scratch/film"
  left="$(seconds_left)"
  if [ "$left" -le 0 ]; then
    echo "LEFT OUT| warplens record" >>"$log"
  elif note="$(timeout -k 10 "$((left < longest ? left : longest))" "$1/warplens" record counter --device gpu --fps 10 --size 1280x720 -o "$frames/" 2>&1)"; then
    echo "PICTURE| \`warplens record counter --device gpu\`: $(find "$frames" -name '*.png' | wc -l) frames in $((SECONDS - began)) s" >>"$log"
  else
    failed=$((failed + 1))
    echo "FAILED| warplens record: $note" | tee -a "$log"
  fi
}

draw() {  # draw FOLDER NAME ARGUMENT...: a picture of the window, drawn by the GPU without a display
  local folder="$1" name="$2" note left
  shift 2
  left="$(seconds_left)"
  if [ "$left" -le 0 ]; then
    echo "LEFT OUT| warplens render $*" >>"$log"
    return
  fi
  mkdir -p "$pictures"
  if note="$(timeout -k 10 "$((left < longest ? left : longest))" "$folder/warplens" render "$@" --device gpu --size 1600x900 -o "$pictures/$name.png" 2>&1)" &&
    [ "$(stat -c %s "$pictures/$name.png")" -gt 100000 ]; then  # a blank picture has 57,445 bytes
    echo "PICTURE| \`warplens render $* --device gpu\`: $note" >>"$log"
  else
    failed=$((failed + 1))
    echo "FAILED| warplens render $*: $note" | tee -a "$log"
  fi
}

session() {  # session FOLDER: when, on what, and how this run went, as rows of the log
  local driver processor
  driver="$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -1)" ||
    driver="$(head -1 /proc/driver/nvidia/version 2>/dev/null)" || driver="not known"
  processor="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
  echo "SESSION| date | $(date -u +%Y-%m-%d) |"
  echo "SESSION| driver | $driver |"
  echo "SESSION| host | $(nproc) processors, $processor |"
  echo "SESSION| command | tests/gpu/run_on_gpu.sh |"
  echo "SESSION| commit | $(cat "$1/commit" 2>/dev/null || commit) |"
  echo "SESSION| tests | $passed $failed $skipped $left_out |"
}

run() {  # run FOLDER LOG
  local folder="$1" file="$2"
  deadline="${WARPLENS_GPU_SECONDS:-540}"
  passed=0 failed=0 skipped=0 left_out=0
  scratch="$(mktemp -d)"
  trap 'rm -rf "$scratch"' EXIT
  log="$scratch/log"
  pictures="$(cd "$(dirname "$file")" && pwd)/measured"
  [ ! -d "$folder/lib" ] || export LD_LIBRARY_PATH="$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  find_nvidia_egl
  [ ! -d "$folder/resources/instructions" ] || export WARPLENS_INSTRUCTIONS="$folder/resources/instructions"
  run_tests "$folder/gpu_test" 1 '^FindDevices'
  if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
    echo "nothing measured: $(sed -n 's/^SKIPPED| //p' "$log" | head -1)" >&2
    exit 1
  fi
  measure_frames "$folder/warplens_frames"
  draw "$folder" values increment --set n=16777216 --set entry=grid-stride --colour value
  draw "$folder" mapping increment --set n=100000 --colour block
  draw "$folder" histogram histogram --set entry=racy
  draw "$folder" matrix matrix_multiplication --set entry=tiled --view matrix --colour value
  draw "$folder" race counter
  film "$folder"
  whole_program "$folder"
  remote_device "$folder"
  run_tests "$folder/gpu_test" "$((($(nproc) + 1) / 2))" -v "$alone|$sweeps|$faults|^FindDevices"
  run_tests "$folder/gpu_test" 1 "$alone"
  run_tests "$folder/gpu_test" 4 "$faults"
  run_tests "$folder/gpu_test" 1 "$sweeps"
  echo "$passed passed, $failed failed, $skipped skipped, $left_out left out for want of time"
  session "$folder" >>"$log"
  cp "$log" "$file"
  echo "$file"
  [ "$failed" -eq 0 ]
}

case "${1:-}" in
  --pack) pack "${2:?a folder}" ;;
  --run) run "${2:?a folder}" "${3:?a file}" ;;
  "")
    build_programs
    mkdir -p "$build/gpu"
    rm -f "$build/gpu/log"
    status=0
    "${BASH_SOURCE[0]}" --run "$build" "$build/gpu/log" || status=$?
    if [ -e "$build/gpu/log" ]; then
      "$here/figures_of_log.py" "$build/gpu/log"
      cp "$build"/gpu/measured/*.png "$here/measured/"
    fi
    exit "$status"
    ;;
  *) echo "usage: $0 [--pack FOLDER | --run FOLDER LOG]" >&2; exit 1 ;;
esac
