#!/usr/bin/env bash
# Runs everything that needs an NVIDIA GPU and writes the measurements.
#
#   tests/gpu/run_on_gpu.sh                    build here, run, write tests/gpu/MEASURED.md and tests/gpu/measured/*.png
#   tests/gpu/run_on_gpu.sh --pack FOLDER      build here and collect all that a run needs in FOLDER, including this script, for
#                                              a machine with a GPU and its driver but no compilers or libraries
#   FOLDER/run_on_gpu.sh --run FOLDER FILE     run the contents of such a FOLDER; writes FILE and measured/*.png next to it
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

rows() { grep "^$1| " "$log" | sed "s/^$1//" || true; }  # rows WORD: the table rows that the tests have printed

table() {  # table TITLE WORD HEADER TEXT...
  local title="$1" word="$2" header="$3" line
  shift 3
  grep -q "^$word| " "$log" || return 0
  printf '\n## %s\n\n' "$title"
  for line in "$@"; do echo "$line"; done
  printf '\n%s\n' "$header"
  awk -F'|' '{printf "| ---"; for (k = 3; k < NF; ++k) printf " | ---:"; print " |"}' <<<"$header"
  rows "$word"
}

list() {  # list TITLE WORD: lines instead of a table
  grep -q "^$2| " "$log" || return 0
  printf '\n## %s\n\n' "$1"
  rows "$2" | sed 's/^| /- /'
}

report() {
  local driver file
  driver="$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -1)" ||
    driver="$(head -1 /proc/driver/nvidia/version 2>/dev/null)" || driver="not known"
  printf '# Measured on a GPU\n\nWritten by `tests/gpu/run_on_gpu.sh`.\n\n'
  grep '^GPU: ' "$log" | sed 's/^GPU: /- /' || true
  grep '^FRAMES ON: ' "$log" | sed 's/^FRAMES ON: /- drawn by: /' || true
  echo "- Driver: $driver"
  echo "- Date: $(date -u +%Y-%m-%d)"
  echo "- Command: \`tests/gpu/run_on_gpu.sh\`"
  echo "- Tests: $passed passed, $failed failed, $skipped skipped, $left_out left out for want of time"
  table "The course's table" COURSE '| what | kernel | kernel with copies |' \
    "Milliseconds by GPU events: medians (smallest to largest) of 21 runs after one to warm up, each with fresh inputs. Arrays that" \
    "are in the GPU's memory already cost the kernel alone, the host's the copies too."
  table Times '' '| experiment, entry | kernel | kernel with copies | launch to end | empty kernel |' \
    "Milliseconds: medians (smallest to largest) of 21 runs after one to warm up, each with fresh inputs. By GPU events the kernel" \
    "alone and with its copies, by the CPU's clock from the launch to its end; and a kernel that does nothing, by GPU events."
  table 'Same PTX, same bits' SAME '| sizes | entries with the same bits on both machines | entries |' \
    "Outputs of the GPU and of the SIMT machine, to the last bit. The rest are in the tables below."
  table 'Results that depend on order' ORDER '| experiment, entry | GPU | SIMT machine |' \
    "The SIMT machine gives other values under another schedule. The shown element in 10 runs of each machine (random schedules," \
    "seeds 1 to 10)."
  table 'Approximate functions' APPROXIMATE '| experiment, entry, output | largest relative difference |' \
    "Of the two machines' values: the PTX ISA leaves the last bits of these functions open."
  list 'Entries that the SIMT machine ends with a fault' FAULTS
  list 'Entries that read memory which nothing has written' UNINITIALISED
  list 'Entries that take no odd sizes' 'NOT ODD'
  table 'One instruction after the other' INSTRUCTIONS '| group | files with the answer of the ISA'"'"'s text | files that the driver refuses |' \
    "The kernels of tests/instructions, whose answers are worked out from the PTX ISA."
  table 'Kernels written by chance' RANDOM '| group | kernels | with the same registers at the end on both machines |' \
    "Arithmetic, loops, branches and loads by tests/fuzz/random_kernel.h, without functions whose last bits the ISA leaves open."
  list 'Answers that depart from the text of the ISA' DEPARTS
  table 'Same accesses, same races' TRACES '| group | entries with the same accesses and races on both machines | entries whose accesses depend on order |' \
    "Every access of every thread, in its order, from the records of the instrumented kernel and from the SIMT machine, at sizes with" \
    "at most 1 million accesses."
  list 'Entries whose accesses depend on order' ACCESSES
  table 'Model beside measured' MODEL '| experiment, sweep, entry | values | modelled / measured | rank correlation |' \
    "Each sweep that has both, on the GPU and on the SIMT machine as an H100: the model's number over the measured one, median (smallest" \
    "to largest) over the values, where modelled cycles count at the card's clock; and Spearman's rank correlation over the values."
  table 'Table of the model beside measured' TABLE '| beyond the launch | modelled | measured | modelled / measured |' \
    "The table of docs/model.md on the GPU, medians of 5 runs at the boost clock, and on the SIMT machine as an H100."
  table 'Beside a bare program' BARE '| what | here | bare | ratio |' \
    "Medians of 21 runs of \`increment\` on 10^6 elements, in milliseconds: here, by the CUDA runtime alone, and the one over the other" \
    "(goal: 0.98 to 1.02)."
  table 'What a trace costs' COST '| experiment, entry | plain | instrumented | times |' \
    "Milliseconds of the plain kernel and of the instrumented one, and how many times as long it takes (goal: at most 10; above it:" \
    "$(rows COST | awk -F'|' '$5 > 10 {n++} END {print n + 0}') of $(rows COST | wc -l))."
  table 'What frames cost' FRAME '| what | in place | of a copy | goal |' \
    "Milliseconds until OpenGL is done, medians (smallest to largest) of 21 frames after one: from the buffer of OpenGL that the kernel" \
    "wrote, and from a copy through the host's memory (\`warplens_frames\`)."
  list 'Pictures drawn offscreen by the GPU' PICTURE
  for file in "$pictures"/*.png; do
    [ ! -e "$file" ] || printf '\n![%s](measured/%s)\n' "$(basename "$file" .png)" "$(basename "$file")"
  done
  table 'The racy counter in 100 runs' RACY '| counter | runs |' "What it said in the end, and how often."
  table 'Memory hierarchy' LATENCY '| memory | measured | modelled | published |' \
    "Cycles from one access to the next that needs it. Measured by the multiprocessor's clock: medians of 5 runs (smallest to" \
    "largest). Modelled: the SIMT machine as an H100. Published of an H100: Luo et al. 2024, arXiv 2402.13499."
  table 'Bandwidth' BANDWIDTH '| a thread copies | GB/s |' \
    "Of a copy of 2^26 floats, read and written, in 10^9 bytes per second: the same. NVIDIA's data sheets give the memory 3,352 on an" \
    "H100 SXM, 4,800 on an H200."
  table Streams STREAMS '| streams | from first to last | sum of its parts | launch returned after |' \
    "Copies in, kernels and copies out of the same work in 1 to 8 streams, and in the default stream, by events: milliseconds from" \
    "the first to the last, and the sum of what was done, which is larger where some of it overlapped."
  table 'A whole program' PROGRAM '| launch | grid | block | stream | milliseconds |' \
    "\`warplens program --device gpu\` of assets/programs/streams.cu on NVIDIA's CUDA runtime: its launches by GPU events."
  list Failed FAILED
  list Skipped SKIPPED
  list 'Left out for want of time' 'LEFT OUT'
}

run() {  # run FOLDER FILE
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
    echo "nothing measured: $(rows SKIPPED | head -1 | sed 's/^| //')" >&2
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
  report >"$file"
  echo "$file"
  [ "$failed" -eq 0 ]
}

case "${1:-}" in
  --pack) pack "${2:?a folder}" ;;
  --run) run "${2:?a folder}" "${3:?a file}" ;;
  "") build_programs && run "$build" "$here/MEASURED.md" ;;
  *) echo "usage: $0 [--pack FOLDER | --run FOLDER FILE]" >&2; exit 1 ;;
esac
