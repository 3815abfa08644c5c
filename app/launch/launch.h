#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"
#include "launch/arguments/value.h"
#include "launch/arguments/variable_shape.h"
#include "launch/schedule/schedule_record.h"
#include "launch/shared_buffer.h"
#include "launch/texture.h"
#include "ptx/module.h"
#include "trace/trace.h"

namespace warplens::launch {

/// One kernel argument, or one field of a structure argument, in the order of the kernel's parameters.
using Argument = std::variant<Scalar, Buffer>;

/// The order in which warps execute. Ignored on GPUs.
enum class Schedule : std::uint8_t {
  timed,        ///< order by modelled latencies
  round_robin,  ///< warps take turns of one operation
  random,       ///< pseudo-random, by the seed
  recorded,     ///< order given by Launch::recorded
};

std::string_view name(Schedule schedule);
/// Find the schedule with this name. Never Schedule::recorded: it needs a record besides its name.
std::optional<Schedule> schedule_named(std::string_view name);

/// Lent device memory for the output of one buffer of a launch, so that others can use it there afterwards. It does not change
/// the results of the launch.
struct InPlace {
  std::uint32_t buffer = 0;                  ///< index among the Buffer arguments
  std::shared_ptr<const LentMemory> memory;  ///< never null; kernels may write to it while anybody holds this pointer
};

/// Use of machine code for straight runs of instructions and loops on the SIMT machine. All options give the same result.
enum class MachineCode : std::uint8_t {
  automatic,  ///< with the processor's widest vector instructions, once a launch has turned out to be long
  off,        ///< the interpreter executes everything
  avx2,       ///< from the first instruction on, with AVX2 and FMA; off if the processor lacks them
  avx512,     ///< from the first instruction on, with AVX-512 F, BW, DQ and VL; off if the processor lacks them
};

std::string_view name(MachineCode code);
std::optional<MachineCode> machine_code_named(std::string_view name);

struct Placement;

/// Everything that determines the result of a launch. Equal launches on the SIMT machine give the same result to the last
/// byte.
struct Launch {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
  base::Dim3 grid, block;
  /// Dynamic shared memory per block, bytes. The launch opts in to more than 48 KiB of shared memory per block, as a program does
  /// with cudaFuncAttributeMaxDynamicSharedMemorySize; the device has a limit.
  std::uint32_t dynamic_shared = 0;
  std::vector<Argument> arguments;
  std::vector<std::string> argument_names;  ///< parameter names for messages, per argument; a number replaces a missing name
  /// Per parameter: its number of arguments; more than one for the fields of a structure (launch/arguments/parameters.h). Empty:
  /// one argument per parameter.
  std::vector<std::uint32_t> fields;
  /// Declarations of the kernel's variables in the source, for messages; empty if there is no source.
  std::vector<VariableShape> shapes;
  Schedule schedule = Schedule::timed;
  std::uint64_t seed = 1;
  /// Number of multiprocessors of the SIMT machine; 0: as many as its card has. Ignored on GPUs.
  std::uint32_t multiprocessors = 0;
  /// Maximum number of blocks on a multiprocessor of the SIMT machine at once; 0: as many as fit. Ignored on GPUs.
  std::uint32_t resident_blocks = 0;
  std::shared_ptr<const ScheduleRecord> recorded;  ///< for Schedule::recorded
  bool record_schedule = false;                    ///< fill LaunchResult::schedule with the order in which warps executed
  bool check = false;                              ///< report defects that do not stop the kernel (SIMT machine)
  /// Values of `__constant__` and `__device__` variables before the launch. Buffer::name is the variable's name in the module; a
  /// value smaller than the variable sets its first bytes.
  std::vector<Buffer> symbols;
  std::vector<std::string> saved_symbols;  ///< variables whose final content LaunchResult::symbols holds
  trace::Level trace_level = trace::Level::none;
  std::uint64_t trace_budget = 256u << 20;  ///< bytes
  /// Number of timed runs on a GPU, each with fresh inputs, after one warm-up run; 0: a single run, which is timed.
  std::uint32_t timed_runs = 0;
  /// A launch counts as hung after this many warp instructions in which no block ended (SIMT machine).
  std::uint64_t step_limit = 20'000'000'000u;
  /// Size of the heap of the kernel's malloc, bytes (SIMT machine). The default is CUDA's cudaLimitMallocHeapSize.
  std::uint64_t heap_bytes = std::uint64_t{8} << 20;
  /// The texture and surface objects that the kernel may use, ascending by handle.
  std::vector<Texture> textures;
  /// Follow GPUs where they are known to depart from the text of the PTX ISA (docs/ptx.md; SIMT machine).
  bool as_hardware = false;
  /// Cores of this computer that the SIMT machine may use; 0: as many as its device was made for. Does not change the result.
  std::uint32_t cores = 0;
  MachineCode machine_code = MachineCode::automatic;
  /// For launches of a program: the addresses of its memory (launch/placement.h). Otherwise null.
  std::shared_ptr<const Placement> placement;
  std::optional<InPlace> in_place;  ///< ignored on the SIMT machine, and if the buffer is too small
};

/// Whether the launch's cycles model latencies; otherwise each operation counts as one cycle.
bool has_time(const Launch& launch);

/// The arguments that are Buffers. Buffer k of a trace and of LaunchResult::outputs is the k-th of these.
std::vector<const Buffer*> buffers_of(const Launch& launch);

/// Limits of CUDA on the shape of a launch (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
struct GeometryLimits {
  std::uint32_t threads_per_block = 1024;
  base::Dim3 block{1024, 1024, 64};
  base::Dim3 grid{2147483647u, 65535, 65535};
  std::uint32_t shared_bytes = 49152;  ///< limit of static shared memory, and of static + dynamic without opting in to more
};

/// An invalid number of a launch geometry, and its field, so that a window can show the message next to the slider.
struct GeometryProblem {
  enum class Field : std::uint8_t { grid_x, grid_y, grid_z, block_x, block_y, block_z, threads_per_block } field;
  std::string
      message;  ///< with the number, the limit and the reason: "block 32 × 32 × 32 is 32,768 threads; a block has at most 1,024"
};

/// All problems of a geometry; empty if it can be launched. Zero extents are problems.
std::vector<GeometryProblem> check_geometry(const base::Dim3& grid, const base::Dim3& block, const GeometryLimits& limits = {});

/// A device's limit of shared memory per block, for launches that opt in to more than 48 KiB.
struct SharedLimit {
  std::uint32_t bytes = GeometryLimits{}.shared_bytes;
  std::string device;                                           ///< for messages: "the H100"
  std::vector<std::pair<std::string, std::uint32_t>> others{};  ///< devices to choose instead, and their limits
};

/// Upper limit of Launch::multiprocessors, far more than any card has.
inline constexpr std::uint32_t max_multiprocessors = 1024;

/// Largest buffer of a launch in bytes: 8 GiB, so that a mistyped size gives an error instead of an allocation.
inline constexpr std::uint64_t max_buffer = std::uint64_t{8} << 30;

/// Largest buffer on this computer, bytes: max_buffer, or a quarter of its memory if that is less, because a run holds the
/// initial content, the machine's copy and the output.
std::uint64_t max_buffer_here();

/// Check a launch before it runs: unsupported instructions of the entry, geometry, shared memory, `.reqntid`/`.maxntid`, number
/// and width of the arguments against the entry's parameters (a buffer needs an 8-byte parameter), variables to set or read. The
/// error names the argument, the given value and the expected one. Without `shared_limit`, before the device is known, dynamic
/// shared memory is not checked.
base::Status check(const Launch& launch, const std::optional<SharedLimit>& shared_limit = std::nullopt);

}  // namespace warplens::launch
