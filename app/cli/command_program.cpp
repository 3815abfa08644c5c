#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/resources.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/program_on_gpu.h"
#include "cli/program_ran.h"
#include "cli/program_request.h"
#include "cli/signals.h"
#include "program/outcome.h"
#include "program/recording.h"

namespace warplens::cli {
namespace {

std::filesystem::path examples() { return base::resource_folder() / "assets" / "programs"; }

/// Write a built-in program to a file of its name in the working folder.
base::Result<Answer> begin_with(const std::string& name) {
  std::string names;
  std::error_code code;
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(examples(), code)) found.push_back(entry.path().stem().string());
  std::ranges::sort(found);
  for (const std::string& each : found) names += (names.empty() ? "" : ", ") + each;
  if (std::ranges::find(found, name) == found.end())
    return base::Error{"--new", 0, 0, "there is no program '" + name + "'; there are " + names};
  const std::filesystem::path file = name + ".cu";
  if (std::filesystem::exists(file, code)) return base::Error{file.string(), 0, 0, "is there already"};
  const auto text = base::read_text(examples() / file);
  if (!text) return text.error();
  if (const base::Status written = base::write_file(file, *text); !written) return written.error();
  return Answer{"wrote " + file.string() + "; run it by: warplens program " + file.string() + "\n", {}};
}

base::Result<Answer> serve(const ProgramOptions& options, const Context& context) {
  if (!options.new_program.empty()) return begin_with(options.new_program);
  const Termination termination;
  if (options.files.empty())
    return base::error("a program is missing: FILE.cu, FILE.py, FILE.ipynb, an executable, or --new NAME");
  const auto choice = parse_device(options.device, options.spec);
  if (!choice) return choice.error();
  if (choice->kind == launch::DeviceChoice::Kind::gpu && !options.sandbox.empty())
    return base::Error{"--sandbox", 0, 0, "is for the SIMT machine: the driver of a GPU needs what it keeps out"};
  if (choice->kind == launch::DeviceChoice::Kind::gpu) return serve_program_on_gpu(options, *choice, context);
  if (choice->kind == launch::DeviceChoice::Kind::remote)
    return base::Error{"--device", 0, 0,
                       "a whole program runs on one computer: start it where the device is; '" + choice->command +
                           "' runs single launches only"};
  if (!options.launch.empty())
    return base::Error{"--launch", 0, 0, "chooses a launch on a GPU; the SIMT machine records all of them"};
  auto request = program_request(options, context);
  if (!request) return request.error();
  if (request->is_python && !options.sandbox.empty())
    return base::Error{"--sandbox", 0, 0, "builds programs from sources; a Python is not one"};
  auto environment = environment_of(options, context);
  if (!environment) return environment.error();
  choose_card(*request, options, context, *environment);
  if (request->is_python) environment->launches.details = true;  // the package `warplens` may ask for them
  const bool records = !options.record.empty();
  if (records) {
    if (const base::Status possible = check_recording(options.record); !possible) return possible.error();
  }
  const ProgramOutput output{options.json || records, !options.json};
  auto ran = options.sandbox.empty() ? run_here(*request, *environment, records, output, context.compile)
                                     : run_in_sandbox(*request, *environment, records, output, context.compile, options.sandbox);
  if (!ran) return termination.came() ? base::error("ended by a signal while the program was built") : ran.error();
  const auto outcome = program::outcome_of(ran->events, std::move(ran->ended));
  if (!outcome) return outcome.error();
  Answer answer;
  answer.status = exit_status_of(*outcome, options.check);
  if (options.json) answer.text = report::text_of(json_of(*outcome)) + "\n";
  answer.remarks = request->remark + ran->warnings + program_remarks(*outcome);
  if (!outcome->used_runtime && !request->sources.empty()) answer.remarks += "note: the program used no CUDA\n";
  if (!outcome->used_runtime && request->sources.empty() && !request->is_python)
    answer.remarks += "note: the program used no CUDA, or a CUDA runtime that is part of it: build it with nvcc -cudart shared\n";
  if (!records) return answer;
  const auto saved =
      save_recording(options.record, program::recording_of(ran->events, *outcome, ran->name, ran->environment, request->sources));
  if (saved) {
    answer.remarks += *saved;
  } else {
    answer.errors.push_back(saved.error());
    answer.status = status_wrong_request;
  }
  return answer;
}

}  // namespace

Serve add_program(CLI::App& command) {
  const auto options = std::make_shared<ProgramOptions>();
  command
      .add_option(
          "file", options->files,
          "CUDA C++ and C++ sources of one program, or an executable built with nvcc -cudart shared; then the program's "
          "own arguments, after -- if they begin with a dash; or a Python script, or a notebook, whose cells run in order")
      ->type_name("FILE.cu|EXECUTABLE|FILE.py|FILE.ipynb [ARGUMENTS]");
  command
      .add_option("--python", options->python,
                  "for scripts and notebooks; by default the first of python3 and /usr/bin/python3 that has Numba")
      ->type_name("PROGRAM");
  command
      .add_option("--new", options->new_program,
                  "write a program to begin with to NAME.cu; the error for an unknown name lists them")
      ->type_name("NAME");
  command.add_option("--spec", options->spec, "preset of the SIMT machine: toy (default), rtx-4090, …")->type_name("NAME");
  command
      .add_option(
          "--device", options->device,
          "auto (default) or simt: the SIMT machine; gpu or gpu:NUMBER: NVIDIA's runtime, with measured times of launches")
      ->type_name("DEVICE");
  command.add_option("--schedule", options->schedule, "timed, round-robin or random: whose turn it is in a kernel")
      ->type_name("SCHEDULE");
  command.add_option("--seed", options->seed, "of the schedule (default 1)")->type_name("NUMBER");
  command
      .add_option("--step-limit", options->step_limit,
                  "warp instructions without the end of a block after which a kernel counts as hung (default 2000000000)")
      ->type_name("NUMBER");
  command
      .add_option("--sandbox", options->sandbox,
                  "for somebody else's program: build it and run it where it sees no files but the system's and those of FOLDER, "
                  "without a network and without input, as grade does")
      ->type_name("FOLDER");
  command.add_flag("--json", options->json, "print one JSON object, in which the program's output is");
  command.add_flag("--check", options->check, "look for data races and reads of uninitialised memory in every launch");
  command.add_flag("--quiet", options->quiet, "print only what the program prints, and errors: no findings, notes or warnings");
  command
      .add_option("--record", options->record,
                  "write what the program did to a file: its calls, and its launches with the memory that each began with; then "
                  "open it with: warplens FILE")
      ->type_name("FILE.recording");
  command
      .add_option("--launch", options->launch,
                  "with --device gpu and --record: the launch that is kept with its memory (default 1, the first)")
      ->type_name("NUMBER");
  command.footer(
      "Exit status: the program's own; 1 if it cannot be built; 2 if a kernel or the system ended it; 3 if --check found "
      "something.");
  return [options](const Context& context) {
    base::Result<Answer> answer = serve(*options, context);
    if (answer && options->quiet) answer->remarks.clear();
    return answer;
  };
}

}  // namespace warplens::cli
