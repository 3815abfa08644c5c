#include "launch/launch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/names.h"
#include "base/number_format.h"
#include "launch/arguments/parameters.h"
#include "launch/arguments/shared_arrays.h"
#include "launch/arguments/symbol.h"
#include "launch/placement.h"

namespace warplens::launch {
namespace {

constexpr base::Names<Schedule> schedule_names{{Schedule::timed, "timed"},
                                               {Schedule::round_robin, "round-robin"},
                                               {Schedule::random, "random"},
                                               {Schedule::recorded, "recorded"}};
constexpr base::Names<MachineCode> machine_code_names{
    {MachineCode::automatic, "auto"}, {MachineCode::off, "off"}, {MachineCode::avx2, "avx2"}, {MachineCode::avx512, "avx512"}};

using Field = GeometryProblem::Field;

void check_extent(std::vector<GeometryProblem>& problems, Field field, const char* what, std::uint32_t extent,
                  std::uint32_t limit) {
  const std::string number = base::grouped(std::uint64_t{extent});
  if (extent == 0) problems.push_back({field, std::string(what) + " is 0; it must be at least 1"});
  if (extent > limit)
    problems.push_back(
        {field, std::string(what) + " is " + number + "; CUDA allows at most " + base::grouped(std::uint64_t{limit})});
}

std::string of_entry(const ptx::Function& function) {
  return "kernel '" + (function.demangled.empty() ? function.name : function.demangled) + "'";
}

bool is_floating(ptx::Type type) { return ptx::kind(type) == ptx::TypeKind::floating; }
bool is_integer(ptx::Type type) {
  return ptx::kind(type) == ptx::TypeKind::unsigned_integer || ptx::kind(type) == ptx::TypeKind::signed_integer;
}

/// Description of a kernel parameter for error messages: "a 4-byte number (.f32)".
std::string describe(const ptx::Parameter& parameter) {
  const std::string type = "." + std::string(ptx::name(parameter.type));
  if (parameter.size > 8)
    return "a struct or array of " + base::grouped(parameter.size) + " bytes: its fields are given as {i32=1; f32=0.5; …}";
  const std::string width = std::to_string(parameter.size) + "-byte ";
  if (is_floating(parameter.type)) return "a " + width + "floating-point number (" + type + ")";
  return (parameter.size == 8 ? "an " : "a ") + width + (parameter.size == 8 ? "number or a buffer (" : "integer (") + type + ")";
}

base::Status check_content(const std::string& which, const Buffer& buffer) {
  if (buffer.size > max_buffer / bytes(buffer.type))
    return base::error(which + " has " + base::grouped(buffer.size) + " elements; a buffer holds at most " +
                       base::grouped(max_buffer >> 30) + " GiB");
  if (!buffer.initial || buffer.initial->size() != buffer.size * bytes(buffer.type))
    return base::error(which + " has an initial content of another size than the buffer");
  return base::Nothing{};
}

base::Status check_buffer(const std::string& which, const Buffer& buffer, const ptx::Parameter& parameter) {
  if (parameter.size != 8 || is_floating(parameter.type))
    return base::error(which + " is a buffer of " + std::string(name(buffer.type)) + ", but the kernel wants " +
                       describe(parameter));
  return check_content(which, buffer);
}

base::Status check_scalar(const std::string& which, const Scalar& scalar, const ptx::Parameter& parameter) {
  const bool fits = bytes(scalar.type) == parameter.size && !(is_floating(scalar.type) && is_integer(parameter.type)) &&
                    !(!is_floating(scalar.type) && is_floating(parameter.type));
  if (fits) return base::Nothing{};
  return base::error(which + " is of type " + std::string(name(scalar.type)) + ", but the kernel wants " + describe(parameter));
}

base::Status check_threads(const Launch& launch, const ptx::Function& entry) {
  const auto given = [](const std::array<std::uint32_t, 3>& extents) { return extents[0] + extents[1] + extents[2] > 0; };
  const auto dim3 = [](const std::array<std::uint32_t, 3>& e) {
    return base::Dim3{std::max(e[0], 1u), std::max(e[1], 1u), std::max(e[2], 1u)};
  };
  if (given(entry.required_threads) && launch.block != dim3(entry.required_threads))
    return base::error("block is " + base::extents_text(launch.block) + "; " + of_entry(entry) + " was compiled for exactly " +
                       base::extents_text(dim3(entry.required_threads)));
  if (given(entry.max_threads) && base::count(launch.block) > base::count(dim3(entry.max_threads)))
    return base::error("block has " + base::counted(base::count(launch.block), "thread") + "; " + of_entry(entry) +
                       " was compiled for at most " + base::grouped(base::count(dim3(entry.max_threads))));
  return base::Nothing{};
}

/// Static shared memory against CUDA's limit, all of it against the device's.
base::Status check_shared(const Launch& launch, const ptx::Function& entry, const std::optional<SharedLimit>& limit) {
  const std::uint64_t fixed = static_shared_bytes(*launch.module, launch.entry), max_fixed = GeometryLimits{}.shared_bytes;
  if (fixed > max_fixed)
    return base::error(of_entry(entry) + " declares " + base::counted(fixed, "byte") +
                       " of __shared__ arrays; CUDA allows at most " + base::grouped(max_fixed) +
                       ", and more only as dynamic shared memory (extern __shared__)");
  const std::uint64_t wanted = fixed + launch.dynamic_shared;
  if (!limit || wanted <= limit->bytes) return base::Nothing{};
  std::string enough;
  for (const auto& [name, bytes] : limit->others)
    if (bytes >= wanted) enough += (enough.empty() ? "" : ", ") + name;
  return base::error("a block wants " + base::counted(wanted, "byte") + " of shared memory; " + limit->device + " has at most " +
                     base::grouped(std::uint64_t{limit->bytes}) + (enough.empty() ? "" : "; enough have: ") + enough);
}

/// For messages: by the name of the parameter, else by its number.
std::string name_of_argument(const Launch& launch, std::size_t index) {
  const auto* buffer = std::get_if<Buffer>(&launch.arguments[index]);
  if (index < launch.argument_names.size() && !launch.argument_names[index].empty())
    return "argument '" + launch.argument_names[index] + "'";
  const std::string number = "argument " + std::to_string(index);  // from 0, as --save and --json number them
  return buffer == nullptr || buffer->name.empty() ? number : number + " ('" + buffer->name + "')";
}

/// Number, width and structure of the arguments.
base::Status check_arguments(const Launch& launch, const ptx::Function& entry) {
  const std::size_t given = launch.fields.empty() ? launch.arguments.size() : launch.fields.size();
  if (given != entry.parameters.size())
    return base::error(of_entry(entry) + " has " + base::counted(entry.parameters.size(), "parameter") + ", but " +
                       base::counted(given, "argument") + (given == 1 ? " was" : " were") + " given");
  const auto fields = std::accumulate(launch.fields.begin(), launch.fields.end(), std::size_t{0});
  if ((!launch.fields.empty() && fields != launch.arguments.size()) ||
      std::count(launch.fields.begin(), launch.fields.end(), 0u) != 0)
    return base::error("the arguments are not those that the parameters take");
  const std::vector<ParameterPlace> places = parameter_places(launch);
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    const Argument& argument = launch.arguments[index];
    const auto* buffer = std::get_if<Buffer>(&argument);
    const std::string which = name_of_argument(launch, index) + " of " + of_entry(entry);
    const std::uint32_t p = places[index].parameter;
    if (!launch.fields.empty() && launch.fields[p] > 1) {
      const base::Status status = buffer != nullptr ? check_content(which, *buffer) : base::Status(base::Nothing{});
      if (!status) return status;
      continue;
    }
    const ptx::Parameter& parameter = entry.parameters[p];
    const base::Status status =
        buffer != nullptr ? check_buffer(which, *buffer, parameter) : check_scalar(which, std::get<Scalar>(argument), parameter);
    if (!status) return status;
  }
  return check_fields(launch);
}

/// A placement in place of arguments: the parameters' bytes, and a block per buffer.
base::Status check_placement(const Launch& launch, const ptx::Function& entry) {
  const Placement& placement = *launch.placement;
  if (placement.parameters.size() != entry.parameter_bytes)
    return base::error(of_entry(entry) + " has " + base::counted(entry.parameter_bytes, "byte") + " of parameters, but " +
                       base::grouped(placement.parameters.size()) + " were given");
  if (!launch.fields.empty() || placement.blocks.size() != launch.arguments.size())
    return base::error("the memory of the launch has another number of blocks than of buffers");
  for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
    const auto* buffer = std::get_if<Buffer>(&launch.arguments[k]);
    if (buffer == nullptr) return base::error("the memory of the launch is not made of buffers");
    if (placement.blocks[k].memory != nullptr || placement.blocks[k].freed) continue;
    if (const base::Status content = check_content(name_of_argument(launch, k), *buffer); !content) return content;
  }
  for (const Placement::Variable& variable : placement.variables) {
    if (variable.index >= launch.module->variables.size()) return base::error("the module has no such variable");
    const ptx::Variable& declared = launch.module->variables[variable.index];
    if (variable.initial && variable.initial->size() != declared.size)
      return base::error("variable '" + declared.name + "' has " + base::counted(declared.size, "byte") + ", but " +
                         base::grouped(variable.initial->size()) + " were given");
  }
  return base::Nothing{};
}

base::Status check_textures(const Launch& launch) {
  std::vector<std::uint64_t> sizes;
  for (const Buffer* buffer : buffers_of(launch)) sizes.push_back(buffer->size * bytes(buffer->type));
  if (const std::string wrong = contradiction(launch.textures, sizes); !wrong.empty())
    return base::error("the launch cannot be made: " + wrong);
  return base::Nothing{};
}

}  // namespace

std::string_view name(Schedule schedule) { return schedule_names.name_of(schedule); }

std::optional<Schedule> schedule_named(std::string_view name) {
  const auto schedule = schedule_names.value_of(name);
  return schedule != Schedule::recorded ? schedule : std::nullopt;
}

std::string_view name(MachineCode code) { return machine_code_names.name_of(code); }

std::optional<MachineCode> machine_code_named(std::string_view name) { return machine_code_names.value_of(name); }

std::vector<GeometryProblem> check_geometry(const base::Dim3& grid, const base::Dim3& block, const GeometryLimits& limits) {
  std::vector<GeometryProblem> problems;
  check_extent(problems, Field::grid_x, "grid x", grid.x, limits.grid.x);
  check_extent(problems, Field::grid_y, "grid y", grid.y, limits.grid.y);
  check_extent(problems, Field::grid_z, "grid z", grid.z, limits.grid.z);
  check_extent(problems, Field::block_x, "block x", block.x, limits.block.x);
  check_extent(problems, Field::block_y, "block y", block.y, limits.block.y);
  check_extent(problems, Field::block_z, "block z", block.z, limits.block.z);
  // x · y fits in 64 bits, x · y · z may not: compare by division.
  const std::uint64_t layer = std::uint64_t{block.x} * block.y;
  if (block.z > 0 && layer > limits.threads_per_block / block.z) {
    const bool countable = layer <= ~std::uint64_t{0} / block.z;
    problems.push_back({Field::threads_per_block, "block " + base::extents_text(block) + " is " +
                                                      (countable ? base::grouped(layer * block.z) : "more than 2^64") +
                                                      " threads; a block has at most " +
                                                      base::grouped(std::uint64_t{limits.threads_per_block})});
  }
  return problems;
}

std::uint64_t max_buffer_here() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return max_buffer;
  return std::min(max_buffer, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 4);
}

base::Status check(const Launch& launch, const std::optional<SharedLimit>& shared_limit) {
  if (!launch.module || launch.entry >= launch.module->functions.size() || !launch.module->functions[launch.entry].entry)
    return base::error("there is no kernel to launch");
  const ptx::Function& entry = launch.module->functions[launch.entry];
  if (entry.refusal) return *entry.refusal;
  if (launch.schedule == Schedule::recorded && !launch.recorded) return base::error("there is no recorded schedule to follow");
  if (launch.multiprocessors > max_multiprocessors)
    return base::error("a launch asks for at most " + base::grouped(std::uint64_t{max_multiprocessors}) +
                       " multiprocessors, not " + base::grouped(std::uint64_t{launch.multiprocessors}));
  if (const auto problems = check_geometry(launch.grid, launch.block); !problems.empty())
    return base::error(problems.front().message);
  if (const base::Status shared = check_shared(launch, entry, shared_limit); !shared) return shared;
  if (const base::Status threads = check_threads(launch, entry); !threads) return threads;
  const base::Status arguments = launch.placement ? check_placement(launch, entry) : check_arguments(launch, entry);
  if (!arguments) return arguments;
  if (const base::Status textures = check_textures(launch); !textures) return textures;
  return check_symbols(launch);
}

bool has_time(const Launch& launch) {
  if (launch.schedule != Schedule::recorded) return launch.schedule == Schedule::timed;
  return launch.recorded && launch.recorded->clocks != ScheduleRecord::Clocks::untimed;
}

std::vector<const Buffer*> buffers_of(const Launch& launch) {
  std::vector<const Buffer*> buffers;
  for (const Argument& argument : launch.arguments)
    if (const auto* buffer = std::get_if<Buffer>(&argument)) buffers.push_back(buffer);
  return buffers;
}

}  // namespace warplens::launch
