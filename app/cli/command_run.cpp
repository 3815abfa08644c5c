#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "cli/adversary.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/launch_options.h"
#include "cli/report.h"
#include "cli/save.h"
#include "cli/watch.h"
#include "experiment/check/check.h"
#include "experiment/recording/record_launch.h"
#include "experiment/run.h"
#include "launch/recording/recording_file.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/module_cache.h"
#include "report/json.h"
#include "trace/trace.h"

namespace warplens::cli {
namespace {

constexpr std::uintmax_t max_source = 10u << 20;  // bytes

struct RunOptions : LaunchOptions {
  std::vector<std::string> saves;
  std::string device = "auto";
  std::filesystem::path trace, schedule_file, recording;
  std::string adversary, tries, timed;
  bool json = false, check = false;
};

/// The launch, with what this command asks of it besides.
base::Result<launch::Launch> launch_of(const RunOptions& options, const Context& context) {
  auto launch = parse_launch(options, context);
  if (!launch) return launch.error();
  launch->check = options.check;
  launch->record_schedule = !options.schedule_file.empty();
  if (!options.trace.empty()) launch->trace_level = trace::Level::full;
  if (options.timed.empty()) return launch;
  const auto timed = parse_whole("--timed", launch::ElementType::u16, options.timed);
  if (!timed) return timed.error();
  launch->timed_runs = static_cast<std::uint32_t>(*timed);
  return launch;
}

base::Result<Answer> serve(const RunOptions& options, const Context& context) {
  const auto device = choose_device(context.devices, options.device, options.spec);
  if (!device) return device.error();
  const launch::DeviceKind kind = (*device)->properties().kind;
  if (!options.timed.empty() && kind == launch::DeviceKind::simt)
    return base::Error{"--timed", 0, 0, "the SIMT machine models cycles and has no time to measure; add --device gpu"};
  auto launch = launch_of(options, context);
  if (!launch) return launch.error();
  if (!options.adversary.empty()) {
    if (kind != launch::DeviceKind::simt) return base::Error{"--adversary", 0, 0, "a GPU goes its own way; add --device simt"};
    return search(*launch,
                  {options.adversary, options.tries.empty() ? "1000" : options.tries, options.schedule_file, options.json},
                  **device);
  }
  const auto saves = parse_saves(options.saves, *launch);
  if (!saves) return saves.error();

  if (!options.recording.empty()) {
    const std::string file = split_source(options.source).path;
    const auto text = base::read_text(file, max_source, "a source");
    const auto recording =
        experiment::record_launch(*launch, options.spec, {base::whole_path(file).string(), text ? *text : std::string()});
    if (!recording) return base::Error{"--record", 0, 0, recording.error().message};
    if (const base::Status saved = launch::save(*recording, options.recording); !saved) return saved.error();
  }

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
  command
      .add_option("source", options->source, "a .cu, .ptx or .ll (NVVM IR) file; ENTRY may be left out where there is one kernel")
      ->required()
      ->type_name("SOURCE[:ENTRY]");
  add_launch_options(command, *options);
  command
      .add_option("--device", options->device,
                  "auto, simt, gpu, gpu:NUMBER, or remote:COMMAND, where the command starts warplens device-server elsewhere: "
                  "'remote:ssh lab warplens device-server'; auto: a GPU where there is one")
      ->type_name("DEVICE");
  command
      .add_option("--timed", options->timed,
                  "on a GPU: time that many runs, after one to warm up: median, smallest, largest, with and without copies")
      ->type_name("N");
  command.add_option("--save-schedule", options->schedule_file, "write the order in which the warps took turns")
      ->type_name("FILE");
  command
      .add_option(
          "--adversary", options->adversary,
          "search schedules for the smallest and the largest final value of one element, like 0[0]; --save-schedule writes "
          "FILE.smallest and FILE.largest")
      ->type_name("ARG[INDEX]");
  command.add_option("--tries", options->tries, "schedules that the adversary tries (default 1000)")->type_name("N");
  command.add_flag("--json", options->json, "print one JSON object");
  command
      .add_option("--save", options->saves,
                  "write a buffer or a variable after the run; INDEX is the number of the kernel argument, from 0 (numbers count "
                  "too), NAME that of a __device__ or __constant__ variable, whose TYPE may be said")
      ->type_name("INDEX|NAME[:TYPE]=FILE.npy")
      ->allow_extra_args(false);
  command
      .add_option("--record", options->recording,
                  "write the launch with its memory to a file that the window, render and why open")
      ->type_name("FILE.recording");
  command.add_option("--trace", options->trace, "record every step into a file; on a GPU, the accesses and barriers")
      ->type_name("FILE");
  command.add_flag("--check", options->check,
                   "look for data races and reads of uninitialised memory; on a GPU, for the races that its records show");
  command.footer("Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed; 3 --check found something.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
