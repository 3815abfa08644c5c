#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "launch/arguments/value.h"
#include "launch/byte_range.h"
#include "launch/launch.h"
#include "launch/texture.h"

// Recording of a whole CUDA program by `warplens program --record`: its calls, its memory, and each of its launches with the
// memory at the launch's beginning. It suffices to show the program elsewhere and to run its launches again, without a compiler.
// Times are milliseconds from the program's start: either modelled (computation on the host then takes no time), or measured by
// the host's clock and a GPU's events.

namespace warplens::launch {

/// A line of the program's source. Empty file: debug information does not have it; line 0: unknown.
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
  std::string name{};  ///< name of the variable that holds its address, "d_x"; otherwise "allocation 3"
  Kind kind = Kind::device;
  ElementType type = ElementType::u8;  ///< element type, as declared by the kernels' parameters
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t allocated = 0;  ///< index in ProgramRecording::calls; no_call for variables and memory from a kernel's malloc
  std::uint32_t freed = 0;      ///< index in ProgramRecording::calls; no_call if it was never freed
  std::uint32_t pointer = 0;    ///< the program's pointer to it, if its pointers have 32 bits (launch/narrow_pointers.h); else 0
  bool operator==(const RecordedAllocation&) const = default;
};

inline constexpr std::uint32_t no_call = 0xffffffffu, no_launch = 0xffffffffu, no_allocation = 0xffffffffu;

/// A call of the program to the CUDA runtime. ProgramRecording::calls has them in the order in which they were made.
struct RecordedCall {
  enum class Kind : std::uint8_t { allocate, free, copy, set, launch, wait, other };
  enum class Direction : std::uint8_t { none, to_device, to_host, on_device, on_host };
  std::string function{};  ///< "cudaMemcpy", "kernel increment"
  ProgramPlace place{};
  Kind kind = Kind::other;
  Direction direction = Direction::none;                   ///< direction of a copy
  std::string error{};                                     ///< CUDA's name of the returned error; "" on success
  std::uint32_t stream = 0;                                ///< the stream into which it put work
  std::uint64_t bytes = 0;                                 ///< of a copy, a memset or an allocation
  std::uint32_t to = no_allocation, from = no_allocation;  ///< of a copy or memset: indices in ProgramRecording::allocations
  std::uint32_t launch = no_launch;                        ///< index in ProgramRecording::launches
  double called_ms = 0;                                    ///< when the host called
  double returned_ms = 0;                                  ///< when the host went on: later than called_ms only if it waited
  double begin_ms = 0, end_ms = 0;                         ///< times of the work put into the stream; equal if there is none
  bool operator==(const RecordedCall&) const = default;
};

/// A finding, on the host's side or in a kernel.
struct RecordedFinding {
  std::string kind{}, message{};  ///< as in the output of `--json`
  ProgramPlace place{}, other{};
  std::uint32_t call = no_call;  ///< call or launch in or after which it was found; no_call if unknown
  bool operator==(const RecordedFinding&) const = default;
};

/// A kernel launch, with all memory that it may have read.
struct RecordedLaunch {
  /// Memory that was allocated, or had been freed, when the launch began.
  struct Block {
    std::uint32_t allocation = 0;  ///< index in ProgramRecording::allocations
    /// Content before the launch; consecutive launches share it while it does not change; null: freed.
    std::shared_ptr<const Bytes> content{};
    RangesOfBytes unwritten{};  ///< unwritten bytes, as far as known
  };
  /// A `.global` or `.const` variable of its module.
  struct Variable {
    std::uint32_t index = 0;  ///< in ptx::Module::variables
    std::uint64_t address = 0;
    std::shared_ptr<const Bytes> content{};
  };
  std::string kernel{};      ///< name in the source: "increment(int*, int)"
  std::string entry{};       ///< name in the PTX
  std::uint32_t module = 0;  ///< index in ProgramRecording::modules
  std::uint32_t call = 0;    ///< index in ProgramRecording::calls
  base::Dim3 grid{}, block{};
  std::uint32_t dynamic_shared = 0;     ///< bytes
  std::uint64_t heap_bytes = 0;         ///< Launch::heap_bytes
  std::vector<std::byte> parameters{};  ///< ptx::Function::parameter_bytes bytes
  std::vector<Block> blocks{};
  std::vector<Variable> variables{};
  std::vector<Texture> textures{};  ///< Launch::textures, with indices in `blocks` in place of the launch's buffers
  std::string not_kept{};  ///< a sentence on why its memory is missing, so that it cannot run again; "": it is there
};

/// The text of a source file when the program was built.
struct RecordedSource {
  std::string file{}, text{};
  bool operator==(const RecordedSource&) const = default;
};

struct ProgramRecording {
  std::string name{};                   ///< name of the program, for titles: "homework"
  std::string spec{};                   ///< preset of the SIMT machine on which it ran (DeviceProperties::id)
  Schedule schedule = Schedule::timed;  ///< schedule of its launches; never Schedule::recorded
  std::uint64_t seed = 1;               ///< seed of the schedule
  std::vector<RecordedSource> sources{};
  std::vector<std::string> modules{};  ///< PTX texts
  std::vector<RecordedAllocation> allocations{};
  std::vector<RecordedCall> calls{};
  std::vector<RecordedLaunch> launches{};
  std::vector<RecordedFinding> findings{};
  std::vector<RecordedFinding> notes{};  ///< what is worth saying but no defect of the result: memory that is never freed
  std::string output{};                  ///< first 64 KiB of its printed output
  int exit_status = 0;                   ///< 128 + the signal's number if a signal ended it
  std::string incomplete{};              ///< a sentence on why calls are missing at the end; "": none is missing
  bool measured = false;                 ///< it ran on a GPU, and its times are measured
};

/// Names of a recording's allocations, by index, each different: the second d_x is "d_x (2)".
std::vector<std::string> allocation_names(const ProgramRecording& recording);

/// Find a contradiction in a recording, or a value over the limits below: returns a clause for an error, or "" if there is none.
/// In a recording without contradictions, every index is in range, every launch has a kernel, memory and parameters of the right
/// size at addresses of the SIMT machine, and times are in order.
std::string contradiction(const ProgramRecording& recording);

inline constexpr std::size_t max_recorded_ptx = 16u << 20;  ///< bytes of all modules together

}  // namespace warplens::launch
