#include <memory>

#include "cli/both_machines.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/note_watch.h"
#include "cli/outside.h"
#include "cli/remedy.h"
#include "cli/report.h"
#include "experiment/run.h"
#include "export/json_experiment.h"
#include "export/program/program.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

struct ExperimentOptions {
  std::string name, device = "auto", spec, repeats, timed, program;
  std::vector<std::string> assignments;
  bool json = false, check = false;
};

/// Write the experiment with these settings as a program that needs no Warplens.
base::Result<Answer> write_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                   const std::string& file) {
  if (const base::Status saved = export_::save_program(experiment, settings, file); !saved) return saved.error();
  return Answer{"wrote " + file + "; run it by: warplens program " + file + "\n", {}};
}

base::Result<Answer> serve(const ExperimentOptions& options, const Context& context) {
  const bool both = options.device == "both";
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const auto chosen = choose_checked_experiment(context, catalogue, options.name);
  if (!chosen) return chosen.error();
  const experiment::Experiment& experiment = **chosen;
  const auto device = choose_device(context.devices, experiment, both ? "gpu" : options.device, both ? "" : options.spec);
  if (!device) return device.error();
  auto settings = choose_settings(experiment, options.assignments);
  if (!settings) return settings.error();
  if (!options.repeats.empty()) {
    const base::Status set = experiment::set(experiment, *settings, "repeats=" + options.repeats);
    if (!set) return base::Error{"--repeat", 0, 0, set.error().message};
  }

  if (!options.program.empty()) return write_program(experiment, *settings, options.program);
  settings->check = settings->check || options.check;
  if (both) return run_on_both(experiment, *settings, options.spec, options.json, context);
  std::uint64_t timed = 0;
  if (!options.timed.empty()) {
    if ((*device)->properties().kind == launch::DeviceKind::simt)
      return base::Error{"--timed", 0, 0, "the SIMT machine models cycles and has no time to measure; add --device gpu"};
    const auto runs = parse_whole("--timed", launch::ElementType::u16, options.timed);
    if (!runs) return runs.error();
    timed = *runs;
  }

  const auto module = experiment::load_module(experiment, *settings);
  if (!module) return module.error();
  launch::Progress progress;
  const NoteWatch watch(progress);
  const auto run =
      experiment::run(experiment, *module, *settings, **device, progress, trace::Level::none, static_cast<std::uint32_t>(timed));
  if (!run) return run.error();

  Answer answer;
  if (run->result.fault) {
    answer.errors.push_back(error_with_remedy(run->launch, run->result, {"--set dynamic_shared=BYTES", ""}));
    answer.status = status_kernel_failed;
  } else if (!run->result.findings.empty() || (run->check.wrong > 0 && !experiment.entries[run->settings.entry].racy)) {
    answer.status = status_found;
  }
  answer.remarks = remarks_of(run->result);
  answer.text = options.json ? report::text_of(export_::json_of(experiment, *run, (*device)->properties().kind)) + "\n"
                             : printed_by(run->result) + report(experiment, *run);
  return answer;
}

}  // namespace

Serve add_experiment(CLI::App& command) {
  const auto options = std::make_shared<ExperimentOptions>();
  command
      .add_option("name", options->name,
                  "an experiment of `warplens list`, a .cu or .ptx file of your own, or a .recording of a program")
      ->required()
      ->type_name("NAME|FILE[:KERNEL]");
  command
      .add_option("--set", options->assignments,
                  "a parameter of the experiment, or entry, grid, block, seed, schedule; may come several times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--spec", options->spec, "preset of the SIMT machine: toy (default), rtx-4090, …; `warplens info` lists them")
      ->type_name("NAME");
  command
      .add_option(
          "--device", options->device,
          "auto, simt, gpu, gpu:NUMBER, remote:COMMAND (see warplens run --help) or both; auto: a GPU where there is one; both: "
          "one after the other, compared")
      ->type_name("DEVICE");
  command
      .add_option("--timed", options->timed,
                  "on a GPU: time that many runs, after one to warm up: median, smallest, largest, with and without copies")
      ->type_name("N");
  command.add_option("--repeat", options->repeats, "runs, each with the next seed (default: as the experiment says)")
      ->type_name("N");
  command.add_flag("--check", options->check,
                   "look for data races and reads of uninitialised memory; on a GPU, for the races that its records show");
  command.add_flag("--json", options->json, "print one JSON object");
  command
      .add_option("--export", options->program,
                  "do not run it, but write it as a CUDA program with a main() of its own, which needs no Warplens")
      ->type_name("FILE.cu");
  command.footer(
      "Exit status: 0 fine, also where an entry that is meant to go wrong does; 1 the request is wrong; 2 the kernel failed; "
      "3 another entry's result differs from the reference, or --check found something.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
