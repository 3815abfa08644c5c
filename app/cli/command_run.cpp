#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <variant>

#include "cli/adversary.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/report.h"
#include "cli/save.h"
#include "cli/watch.h"
#include "experiment/check/check.h"
#include "experiment/kernel_file/pointees.h"
#include "experiment/kernel_file/variable_shapes.h"
#include "experiment/run.h"
#include "launch/arguments/argument.h"
#include "launch/arguments/symbol.h"
#include "launch/memory_bytes.h"
#include "ptx/compile/compiler_notes.h"
#include "report/json.h"
#include "trace/trace.h"

namespace warplens::cli {
namespace {

struct RunOptions {
  std::string source, grid, block, shared = "0";
  std::vector<std::string> arguments, saves;
  std::string device = "auto", spec, schedule = "timed", seed = "1";
  std::string step_limit = "2000000000";
  std::filesystem::path trace, schedule_file;
  std::string adversary, tries, timed, cores, machine_code = "auto";
  bool json = false, check = false, as_hardware = false;
  std::vector<std::string> symbols;
};

/// Gives unnamed buffers the name that messages and findings use.
void name_buffers(launch::Launch& launch) {
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    if (buffer != nullptr) buffer->name = "argument " + std::to_string(index);
  }
}

base::Result<launch::Launch> parse_launch(const RunOptions& options, const Context& context) {
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
  settings.check = options.check;
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
  launch.record_schedule = !options.schedule_file.empty();
  if (!options.timed.empty()) {
    const auto timed = parse_whole("--timed", launch::ElementType::u16, options.timed);
    if (!timed) return timed.error();
    launch.timed_runs = static_cast<std::uint32_t>(*timed);
  }
  if (!options.trace.empty()) launch.trace_level = trace::Level::full;
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

base::Result<Answer> serve(const RunOptions& options, const Context& context) {
  const auto device = choose_device(context.devices, options.device, options.spec);
  if (!device) return device.error();
  const launch::DeviceKind kind = (*device)->properties().kind;
  if (!options.timed.empty() && kind == launch::DeviceKind::simt)
    return base::Error{"--timed", 0, 0, "the SIMT machine models cycles and has no time to measure; add --device gpu"};
  auto launch = parse_launch(options, context);
  if (!launch) return launch.error();
  if (!options.adversary.empty()) {
    if (kind != launch::DeviceKind::simt) return base::Error{"--adversary", 0, 0, "a GPU goes its own way; add --device simt"};
    return search(*launch,
                  {options.adversary, options.tries.empty() ? "1000" : options.tries, options.schedule_file, options.json},
                  **device);
  }
  const auto saves = parse_saves(options.saves, *launch);
  if (!saves) return saves.error();

  launch::Progress progress;
  const NoteWatch watch(progress);
  auto result = experiment::run_launch(*launch, **device, progress);
  if (!result) return result.error();
  if (options.check) {
    ptx::ModuleCache modules;
    const std::string removed = experiment::removed_accesses_text(*launch->module, launch->module->functions[launch->entry].name,
                                                                  split_source(options.source).path, context.compile, modules);
    result->unchecked += (result->unchecked.empty() || removed.empty() ? "" : " ") + removed;
  }
  Answer answer;
  if (const base::Status written = write(*saves, *result); !written) return written.error();
  if (!options.trace.empty()) {
    if (const base::Status written = trace::save(result->trace, options.trace); !written) return written.error();
  }
  if (!options.schedule_file.empty()) {
    if (!result->schedule) return base::Error{"--save-schedule", 0, 0, "a GPU tells no schedule; add --device simt"};
    if (const base::Status written = launch::save(*result->schedule, options.schedule_file); !written) return written.error();
  }
  if (result->fault) {
    answer.errors.push_back(error_with_remedy(*launch, *result, {"--shared BYTES", "--step-limit NUMBER"}));
    answer.status = status_kernel_failed;
  } else if (!result->findings.empty()) {
    answer.status = status_found;
  }
  answer.remarks = lines_of_warnings(ptx::notes_of(launch->module->text).warnings) + remarks_of(*result);
  if (options.json) {
    report::Json json = report::json_of(*launch, *result, kind);
    if (!options.trace.empty()) {
      json["trace"] = {{"steps", result->trace.steps.size()},
                       {"accesses", result->trace.accesses.size()},
                       {"steps_not_recorded", result->trace.steps_not_recorded}};
    }
    answer.text = report::text_of(json) + "\n";
    return answer;
  }
  answer.text = printed_by(*result) + report(*launch, *result);
  if (options.check && result->findings.empty() && result->notes.empty() && !result->fault)
    answer.text += "\n  The check found nothing.\n";
  if (result->trace.truncation == trace::Truncation::budget) {
    answer.text +=
        "  The trace is full: its last " + std::to_string(result->trace.steps_not_recorded) + " steps are not in the file.\n";
  }
  return answer;
}

}  // namespace

Serve add_run(CLI::App& command) {
  const auto options = std::make_shared<RunOptions>();
  command.add_option("source", options->source, "a .cu or .ptx file; ENTRY may be left out where there is one kernel")
      ->required()
      ->type_name("SOURCE[:ENTRY]");
  command.add_option("--grid", options->grid, "blocks of the grid")->required()->type_name("X[,Y[,Z]]");
  command.add_option("--block", options->block, "threads of a block")->required()->type_name("X[,Y[,Z]]");
  command
      .add_option("--shared", options->shared,
                  "dynamic shared memory of a block: the size of an extern __shared__ array; "
                  "over 49152, up to what the machine's blocks can have")
      ->type_name("BYTES");
  command
      .add_option(
          "--arg", options->arguments,
          "a kernel argument, once per parameter, in order: a number i32=1024, f32=0.5; a buffer f32[1024]=FORM, where FORM is "
          "zeros, iota, random, normal, digits, a number for every element, a list 1,2,3, or @file: .npy, .csv, .png, .jpg, "
          ".bin; a struct by "
          "its fields "
          "{i32=1; f32[1024]=FORM; …}, which count as arguments each. "
          "Types: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64, or as in C: float, 'unsigned char', …")
      ->type_name("ARG")
      ->allow_extra_args(false);
  command
      .add_option("--spec", options->spec, "preset of the SIMT machine: toy (default), rtx-4090, …; `warplens info` lists them")
      ->type_name("NAME");
  command
      .add_option("--device", options->device,
                  "auto, simt, gpu, gpu:NUMBER, or remote:COMMAND, where the command starts warplens device-server elsewhere: "
                  "'remote:ssh lab warplens device-server'; auto: a GPU where there is one")
      ->type_name("DEVICE");
  command
      .add_option("--timed", options->timed,
                  "on a GPU: time that many runs, after one to warm up: median, smallest, largest, with and without copies")
      ->type_name("N");
  command
      .add_option("--schedule", options->schedule,
                  "timed, round-robin or random: whose turn it is on the SIMT machine; @FILE: as --save-schedule wrote it")
      ->type_name("SCHEDULE");
  command.add_option("--save-schedule", options->schedule_file, "write the order in which the warps took turns")
      ->type_name("FILE");
  command
      .add_option(
          "--adversary", options->adversary,
          "search schedules for the smallest and the largest final value of one element, like 0[0]; --save-schedule writes "
          "FILE.smallest and FILE.largest")
      ->type_name("ARG[INDEX]");
  command.add_option("--tries", options->tries, "schedules that the adversary tries (default 1000)")->type_name("N");
  command.add_option("--seed", options->seed, "of the schedule and of the random inputs (default 1)")->type_name("NUMBER");
  command
      .add_option("--cores", options->cores,
                  "cores of this computer that the SIMT machine may use, 8 at most (default: those that this process has); the "
                  "result is the same for any number")
      ->type_name("NUMBER");
  command
      .add_option(
          "--machine-code", options->machine_code,
          "auto (default), off, avx2 or avx512: whether the SIMT machine compiles runs of instructions and loops for this "
          "computer's processor, and for which vector instructions; the result is the same")
      ->type_name("KIND");
  command
      .add_option("--step-limit", options->step_limit,
                  "warp instructions without the end of a block after which the kernel counts as hung, on the SIMT machine "
                  "(default 2000000000, which takes about a minute)")
      ->type_name("NUMBER");
  command.add_flag("--json", options->json, "print one JSON object");
  command
      .add_option("--save", options->saves,
                  "write a buffer or a variable after the run; INDEX is the number of the kernel argument, from 0 (numbers count "
                  "too), NAME that of a __device__ or __constant__ variable, whose TYPE may be said")
      ->type_name("INDEX|NAME[:TYPE]=FILE.npy")
      ->allow_extra_args(false);
  command
      .add_option("--symbol", options->symbols,
                  "set a __constant__ or __device__ variable before the launch, in the forms of --arg: scale=f32=0.5, "
                  "table=f32[16]=iota")
      ->type_name("NAME=ARG")
      ->allow_extra_args(false);
  command.add_option("--trace", options->trace, "record every step into a file; on a GPU, the accesses and barriers")
      ->type_name("FILE");
  command.add_flag("--check", options->check,
                   "look for data races and reads of uninitialised memory; on a GPU, for the races that its records show");
  command.add_flag(
      "--as-hardware", options->as_hardware,
      "where GPUs are known to depart from the text of the PTX ISA, do as they do (docs/ptx.md), on the SIMT machine");
  command.footer("Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed; 3 --check found something.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
