#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"
#include "launch/arguments/value.h"
#include "launch/schedule/schedule_record.h"
#include "launch/shared_buffer.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::launch {

/// One kernel argument, or one field of a structure that is one, in the order of the kernel's parameters.
using Argument = std::variant<Scalar, Buffer>;

/// The order in which warps take turns (DESIGN section 7). The GPU has its own and ignores it.
enum class Schedule : std::uint8_t {
  timed,        ///< as latencies allow
  round_robin,  ///< one operation each
  random,       ///< by the seed
  recorded,     ///< as Launch::recorded says
};

std::string_view name(Schedule schedule);
/// Of those that a name is enough for: not Schedule::recorded, which needs its record.
std::optional<Schedule> schedule_named(std::string_view name);

/// Where a machine with memory of its own puts one buffer of a launch: in memory that somebody has lent it, to use it there
/// afterwards. It changes nothing about what the launch does.
struct InPlace {
  std::uint32_t buffer = 0;                  ///< number of the Buffer among the arguments
  std::shared_ptr<const LentMemory> memory;  ///< never null; whoever holds it may still fill it
};

/// Everything that decides what a launch does. A value: the same launch on the SIMT machine gives the same result to the last
/// byte.
struct Launch {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
  base::Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;  ///< bytes
  /// Ask for more shared memory per block than 48 KiB, as far as the device has it (cudaFuncAttributeMaxDynamicSharedMemorySize).
  bool shared_opt_in = false;
  std::vector<Argument> arguments;
  /// Per parameter: how many of the arguments it takes, more than one where they are fields of a structure (launch/parameters.h).
  /// Empty: one each.
  std::vector<std::uint32_t> fields;
  Schedule schedule = Schedule::timed;
  std::uint64_t seed = 1;
  /// Of the SIMT machine, instead of as many as its card has; 0: those. A GPU has the ones that it has.
  std::uint32_t multiprocessors = 0;
  std::shared_ptr<const ScheduleRecord> recorded;  ///< for Schedule::recorded
  bool record_schedule = false;                    ///< LaunchResult::schedule holds the order in which warps took turns
  bool check = false;                              ///< look for findings that do not stop the kernel (SIMT machine)
  /// Values of `__constant__` and `__device__` variables before the launch. Buffer::name is the variable's name in the module; a
  /// value smaller than the variable sets its first bytes.
  std::vector<Buffer> symbols;
  std::vector<std::string> saved_symbols;  ///< variables whose final content LaunchResult::symbols holds
  trace::Level trace_level = trace::Level::none;
  std::uint64_t trace_budget = 256u << 20;  ///< bytes
  /// Runs that a GPU times, one behind the other with fresh inputs, after one more that warms it up; 0: its only run is timed.
  std::uint32_t timed_runs = 0;
  std::uint64_t step_limit = 20'000'000'000u;  ///< warp instructions after which a launch counts as hung
  std::optional<InPlace> in_place;             ///< ignored by the SIMT machine, and where the buffer does not fit
};

/// Whether the launch's cycles model latencies; without, each operation counts one.
bool has_time(const Launch& launch);

/// The buffers among the arguments: number k of a trace and of LaunchResult::outputs is the k-th.
std::vector<const Buffer*> buffers_of(const Launch& launch);

/// Limits of CUDA on the shape of a launch (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
struct GeometryLimits {
  std::uint32_t threads_per_block = 1024;
  base::Dim3 block{1024, 1024, 64};
  base::Dim3 grid{2147483647u, 65535, 65535};
  std::uint32_t shared_bytes = 49152;  ///< static + dynamic, without opting in to more
};

/// Which number of a geometry is refused and why, so that a window can say it beside the slider.
struct GeometryProblem {
  enum class Field : std::uint8_t { grid_x, grid_y, grid_z, block_x, block_y, block_z, threads_per_block, shared } field;
  std::string
      message;  ///< with the number, the limit and the reason: "block 32 × 32 × 32 is 32,768 threads; a block has at most 1,024"
};

/// All problems of a geometry; none when it can be launched. Zero extents are problems too.
std::vector<GeometryProblem> check_geometry(const base::Dim3& grid, const base::Dim3& block, std::uint64_t shared_bytes,
                                            const GeometryLimits& limits = {});

/// The most multiprocessors that a launch may ask for: far more than any card has.
inline constexpr std::uint32_t most_multiprocessors = 1024;

/// The largest buffer that a launch takes, bytes: 8 GiB, so that a mistyped size is an error and not an attempt to allocate it.
inline constexpr std::uint64_t largest_buffer = std::uint64_t{8} << 30;

/// The same on this computer: a quarter of its memory where that is less, as a run keeps the initial content, the machine's and
/// the output.
std::uint64_t largest_buffer_here();

/// Check a launch as a whole before it runs: the entry's refusal (an instruction that is not supported), geometry,
/// `.reqntid`/`.maxntid`, number and width of the arguments against the entry's parameters (a buffer goes where an 8-byte
/// parameter is), variables that are set or read. The error says which argument, what it is and what the kernel wants. A launch
/// that opts in to more shared memory gets `shared_opt_in_bytes` per block.
base::Status check(const Launch& launch, std::uint32_t shared_opt_in_bytes = GeometryLimits{}.shared_bytes);

}  // namespace warplens::launch
