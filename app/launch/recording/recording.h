#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "launch/arguments/value.h"
#include "launch/byte_range.h"
#include "launch/launch.h"

// What a whole CUDA program did, as `warplens program --record` keeps it: its calls, its memory, and each of its launches with
// the memory that it began with. All that is needed to show the program elsewhere and to run its launches again, without a
// compiler. Times are milliseconds from the program's start: modelled, and computation on the host takes none; or measured, by
// the host's clock and a GPU's events.

namespace warplens::launch {

/// A line of the program's source. No file where debug information does not tell; line 0 where the line is unknown.
struct ProgramPlace {
  std::string file{};
  std::uint32_t line = 0;
  bool operator==(const ProgramPlace&) const = default;
};

/// Memory that kernels can address.
struct RecordedAllocation {
  enum class Kind : std::uint8_t {
    device,      ///< cudaMalloc
    managed,     ///< cudaMallocManaged, `__managed__` variables
    pinned,      ///< cudaMallocHost
    registered,  ///< the program's own memory, by cudaHostRegister
    variable,    ///< `__device__`, `__constant__`
    heap,        ///< a kernel's malloc
  };
  std::string name{};  ///< of the variable that holds its address, "d_x"; otherwise "allocation 3"
  Kind kind = Kind::device;
  ElementType type = ElementType::u8;  ///< of its elements, as the kernels' parameters declare them
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t allocated = 0;  ///< index in ProgramRecording::calls; no_call for variables and for what a kernel allocated
  std::uint32_t freed = 0;      ///< index in ProgramRecording::calls; no_call if it never was
  bool operator==(const RecordedAllocation&) const = default;
};

inline constexpr std::uint32_t no_call = 0xffffffffu, no_launch = 0xffffffffu, no_allocation = 0xffffffffu;

/// A call of the program to the CUDA runtime, in the order in which they were made.
struct RecordedCall {
  enum class Kind : std::uint8_t { allocate, free, copy, set, launch, wait, other };
  enum class Direction : std::uint8_t { none, to_device, to_host, on_device, on_host };
  std::string function{};  ///< "cudaMemcpy", "kernel increment"
  ProgramPlace place{};
  Kind kind = Kind::other;
  Direction direction = Direction::none;                   ///< of a copy
  std::string error{};                                     ///< CUDA's name of the error that it returned; "" where it succeeded
  std::uint32_t stream = 0;                                ///< that it put work into
  std::uint64_t bytes = 0;                                 ///< of a copy, a memset or an allocation
  std::uint32_t to = no_allocation, from = no_allocation;  ///< of a copy or memset: indices in ProgramRecording::allocations
  std::uint32_t launch = no_launch;                        ///< index in ProgramRecording::launches
  double called_ms = 0;                                    ///< when the host called
  double returned_ms = 0;                                  ///< when the host went on: later than called_ms only where it waited
  double begin_ms = 0, end_ms = 0;                         ///< of the work that it put into the stream; equal where it put none
  bool operator==(const RecordedCall&) const = default;
};

/// A finding, on the host's side or in a kernel.
struct RecordedFinding {
  std::string kind{}, message{};  ///< as `--json` has them
  ProgramPlace place{}, other{};
  std::uint32_t call = no_call;  ///< of the call, or the launch, in or after which it was found; no_call if unknown
  bool operator==(const RecordedFinding&) const = default;
};

/// A kernel's launch, with everything that it read.
struct RecordedLaunch {
  /// Memory that was allocated when the launch began, or freed before.
  struct Block {
    std::uint32_t allocation = 0;  ///< index in ProgramRecording::allocations
    /// Before the launch; shared by launches between which it did not change; null: freed.
    std::shared_ptr<const Bytes> content{};
    RangesOfBytes unwritten{};  ///< bytes that nothing had written, as far as that is known
  };
  /// A `.global` or `.const` variable of its module.
  struct Variable {
    std::uint32_t index = 0;  ///< in ptx::Module::variables
    std::uint64_t address = 0;
    std::shared_ptr<const Bytes> content{};
  };
  std::string kernel{};      ///< as the source has it: "increment(int*, int)"
  std::string entry{};       ///< its name in the PTX
  std::uint32_t module = 0;  ///< index in ProgramRecording::modules
  std::uint32_t call = 0;    ///< index in ProgramRecording::calls
  base::Dim3 grid{}, block{};
  std::uint32_t dynamic_shared = 0;     ///< bytes
  std::uint64_t heap_bytes = 0;         ///< Launch::heap_bytes
  std::vector<std::byte> parameters{};  ///< ptx::Function::parameter_bytes bytes
  std::vector<Block> blocks{};
  std::vector<Variable> variables{};
  std::string not_kept{};  ///< why its memory is missing and it cannot run again, a sentence; "": it is there
};

/// The text of a source file, as it was when the program was built.
struct RecordedSource {
  std::string file{}, text{};
  bool operator==(const RecordedSource&) const = default;
};

struct ProgramRecording {
  std::string name{};                   ///< of the program, for titles: "homework"
  std::string spec{};                   ///< preset of the SIMT machine that it ran on (DeviceProperties::id)
  Schedule schedule = Schedule::timed;  ///< of its launches; never Schedule::recorded
  std::uint64_t seed = 1;               ///< of the schedule
  std::vector<RecordedSource> sources{};
  std::vector<std::string> modules{};  ///< PTX texts
  std::vector<RecordedAllocation> allocations{};
  std::vector<RecordedCall> calls{};
  std::vector<RecordedLaunch> launches{};
  std::vector<RecordedFinding> findings{};
  std::string output{};      ///< the first 64 KiB of what it printed
  int exit_status = 0;       ///< 128 + the signal's number where a signal ended it
  std::string incomplete{};  ///< why calls are missing at its end, a sentence; "": none is
  bool measured = false;     ///< it ran on a GPU, and its times are measured
};

}  // namespace warplens::launch
