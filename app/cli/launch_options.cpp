#include "cli/launch_options.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <variant>

#include "cli/choose.h"
#include "experiment/kernel_file/pointees.h"
#include "experiment/kernel_file/variable_shapes.h"
#include "experiment/run.h"
#include "launch/arguments/argument.h"
#include "launch/arguments/symbol.h"
#include "launch/memory_bytes.h"

namespace warplens::cli {
namespace {

/// Gives unnamed buffers the name that messages and findings use.
void name_buffers(launch::Launch& launch) {
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    if (buffer != nullptr) buffer->name = "argument " + std::to_string(index);
  }
}

}  // namespace

base::Result<launch::Launch> parse_launch(const LaunchOptions& options, const Context& context) {
  experiment::Settings settings;
  const auto grid = parse_extent("--grid", options.grid);
  if (!grid) return grid.error();
  const auto block = parse_extent("--block", options.block);
  if (!block) return block.error();
  const bool recorded = options.schedule.starts_with('@');
  const auto schedule = recorded ? launch::Schedule::recorded : launch::schedule_named(options.schedule);
  if (!schedule || (*schedule == launch::Schedule::recorded && !recorded)) {
    return base::Error{"--schedule", 0, 0, "'" + options.schedule + "' is not one of timed, round-robin, random, @FILE"};
  }
  if (recorded) {
    auto record = launch::load_schedule_record(options.schedule.substr(1));
    if (!record) return record.error();
    settings.recorded = std::make_shared<const launch::ScheduleRecord>(std::move(*record));
  }
  const auto shared = parse_whole("--shared", launch::ElementType::u32, options.shared);
  if (!shared) return shared.error();
  const auto seed = parse_whole("--seed", launch::ElementType::u64, options.seed);
  if (!seed) return seed.error();
  const auto step_limit = parse_whole("--step-limit", launch::ElementType::u64, options.step_limit);
  if (!step_limit) return step_limit.error();
  auto kernel = load_kernel(options.source, context.compile);
  if (!kernel) return kernel.error();
  settings.grid = *grid;
  settings.block = *block;
  settings.schedule = *schedule;
  settings.seed = *seed;
  launch::Launch launch = experiment::make_launch(kernel->module, kernel->entry, settings, static_cast<std::uint32_t>(*shared));
  launch.step_limit = *step_limit;
  launch.as_hardware = options.as_hardware;
  if (!options.cores.empty()) {
    const auto cores = parse_whole("--cores", launch::ElementType::u8, options.cores);
    if (!cores) return cores.error();
    if (*cores == 0) return base::Error{"--cores", 0, 0, "at least 1"};
    launch.cores = static_cast<std::uint32_t>(*cores);
  }
  const auto machine_code = launch::machine_code_named(options.machine_code);
  if (!machine_code)
    return base::Error{"--machine-code", 0, 0, "'" + options.machine_code + "' is none of auto, off, avx2, avx512"};
  launch.machine_code = *machine_code;
  for (const std::string& text : options.arguments) {
    auto arguments = launch::parse_arguments(text, *seed);
    if (!arguments) return arguments.error();
    launch.fields.push_back(static_cast<std::uint32_t>(arguments->size()));
    std::move(arguments->begin(), arguments->end(), std::back_inserter(launch.arguments));
    if (const base::Status fit = launch::check_inputs(launch.arguments); !fit) return fit.error();
  }
  for (const std::string& text : options.symbols) {
    auto symbol = launch::parse_symbol(*launch.module, text, *seed);
    if (!symbol) return base::Error{"--symbol " + text, 0, 0, symbol.error().message};
    launch.symbols.push_back(std::move(*symbol));
  }
  if (const base::Status valid = launch::check(launch); !valid) return valid.error();
  const std::string source = split_source(options.source).path;
  if (const auto mismatch = experiment::pointee_mismatch(launch, experiment::declared_parameters(launch, source))) {
    const std::string wanted(launch::name(mismatch->wanted));
    return base::error(mismatch->message + ": write " + wanted + "[" + std::to_string(mismatch->size) +
                       "]=…; for bytes of any kind, " + wanted + "=@FILE.bin");
  }
  launch.shapes = experiment::variable_shapes_of(source, *launch.module);
  name_buffers(launch);
  return launch;
}

void add_launch_options(CLI::App& command, LaunchOptions& options, bool required) {
  command.add_option("--grid", options.grid, "blocks of the grid")->required(required)->type_name("X[,Y[,Z]]");
  command.add_option("--block", options.block, "threads of a block")->required(required)->type_name("X[,Y[,Z]]");
  command
      .add_option("--shared", options.shared,
                  "dynamic shared memory of a block: the size of an extern __shared__ array; "
                  "over 49152, up to what the machine's blocks can have")
      ->type_name("BYTES");
  command
      .add_option(
          "--arg", options.arguments,
          "a kernel argument, once per parameter, in order: a number i32=1024, f32=0.5; a buffer f32[1024]=FORM, where FORM is "
          "zeros, iota, random, normal, digits, image, rgb, rgba, a number for every element, a list 1,2,3, or "
          "@file: .npy, .csv, .png, .jpg, .bin; a struct by its fields "
          "{i32=1; f32[1024]=FORM; …}, which count as arguments each. "
          "Types: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64, or as in C: float, 'unsigned char', …")
      ->type_name("ARG")
      ->allow_extra_args(false);
  command
      .add_option("--spec", options.spec, "preset of the SIMT machine: toy (default), rtx-4090, …; `warplens info` lists them")
      ->type_name("NAME");
  command
      .add_option("--schedule", options.schedule,
                  "timed, round-robin or random: whose turn it is on the SIMT machine; @FILE: as --save-schedule wrote it")
      ->type_name("SCHEDULE");
  command.add_option("--seed", options.seed, "of the schedule and of the random inputs (default 1)")->type_name("NUMBER");
  command
      .add_option("--cores", options.cores,
                  "cores of this computer that the SIMT machine may use, 8 at most (default: those that this process has); the "
                  "result is the same for any number")
      ->type_name("NUMBER");
  command
      .add_option(
          "--machine-code", options.machine_code,
          "auto (default), off, avx2 or avx512: whether the SIMT machine compiles runs of instructions and loops for this "
          "computer's processor, and for which vector instructions; the result is the same")
      ->type_name("KIND");
  command
      .add_option("--step-limit", options.step_limit,
                  "warp instructions without the end of a block after which the kernel counts as hung, on the SIMT machine "
                  "(default 2000000000, which takes about a minute)")
      ->type_name("NUMBER");
  command
      .add_option("--symbol", options.symbols,
                  "set a __constant__ or __device__ variable before the launch, in the forms of --arg: scale=f32=0.5, "
                  "table=f32[16]=iota")
      ->type_name("NAME=ARG")
      ->allow_extra_args(false);
  command.add_flag(
      "--as-hardware", options.as_hardware,
      "where GPUs are known to depart from the text of the PTX ISA, do as they do (docs/ptx.md), on the SIMT machine");
}

}  // namespace warplens::cli
