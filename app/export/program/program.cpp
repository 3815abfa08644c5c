#include "export/program/program.h"

#include <fmt/format.h>

#include <set>

#include "base/file.h"
#include "experiment/captions/caption.h"
#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "export/program/helpers.h"
#include "export/program/main_text.h"
#include "export/program/plan.h"
#include "export/program/source_text.h"
#include "ptx/parse/demangle.h"

namespace warplens::export_ {
namespace {

std::string heading(const experiment::Experiment& experiment, const experiment::Settings& settings, const std::string& stem) {
  const experiment::Entry& entry = experiment.entries[settings.entry];
  std::string text = comment(experiment.title + ": " + entry.label);
  if (!entry.shows.empty()) text += comment(experiment::shows_text(experiment, settings));
  std::string nvcc, here;  // options of the two commands
  if (const auto options = experiment::compile_options_for(experiment, settings); options && options->standard != "c++17") {
    nvcc = " -std=" + options->standard;
    here = " --std " + options->standard;
  }
  const launch::Schedule schedule = settings.schedule;
  if (schedule == launch::Schedule::random || schedule == launch::Schedule::round_robin)
    here += " --schedule " + std::string(launch::name(schedule));
  if (settings.seed != 1) here += " --seed " + std::to_string(settings.seed);
  return text + fmt::format(
                    "//\n// Written by Warplens. Build and run it on a GPU:  nvcc -arch=native{1} -o {0} {0}.cu && ./{0}\n"
                    "// On the SIMT machine, without a GPU:             warplens program{2} {0}.cu\n\n",
                    stem, nvcc, here);
}

std::string includes_for(const std::string& text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  return std::string(has("std::min(") || has("std::max(") ? "#include <algorithm>\n" : "") + "#include <cmath>\n" +
         (has("std::uint64_t") ? "#include <cstdint>\n" : "") + "#include <cstdio>\n#include <cstdlib>\n#include <vector>\n\n";
}

/// Names of the source that main() uses.
std::set<std::string> used_names(const experiment::Program& program) {
  std::set<std::string> names;
  const auto add = [&](const launch::Launch& launch) {
    names.insert(launch.module->functions[launch.entry].demangled);
    for (const launch::Buffer& symbol : launch.symbols) names.insert(ptx::demangled_name(symbol.name));
  };
  for (const launch::Launch& each : program.before) add(each);
  add(program.launch);
  return names;
}

}  // namespace

base::Result<ProgramText> program_of(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                     const experiment::Program& program, const std::string& stem) {
  const auto options = experiment::compile_options_for(experiment, settings);
  if (!options) return options.error();
  const auto source = source_text(experiment.source, *options);
  if (!source) return source.error();
  Names names(*source, used_names(program));
  ProgramText written;
  const auto main = main_text(experiment, settings, program, stem, names, written.files);
  if (!main) return main.error();
  const std::string own = main->function + main->main;
  const std::string around = without_marks(helpers_for(own) + own, names);
  written.text = heading(experiment, settings, stem) + includes_for(around) + *source + "\n" + around;
  return written;
}

base::Status save_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                          const std::filesystem::path& file) {
  if (file.extension() != ".cu") return base::Error{file.string(), 0, 0, "a program's file ends in .cu"};
  std::error_code code;
  if (std::filesystem::equivalent(file, experiment.source, code))
    return base::Error{file.string(), 0, 0, "this is the kernel's own file; give the program another name"};
  const auto module = experiment::load_module(experiment, settings);
  if (!module) return module.error();
  const auto program = experiment::make_program(experiment, *module, settings);
  if (!program) return program.error();
  const auto written = program_of(experiment, settings, *program, file.stem().string());
  if (!written) return written.error();
  for (const auto& [name, data] : written->files)
    if (const base::Status saved = base::write_file(file.parent_path() / name, data); !saved) return saved;
  return base::write_file(file, written->text);
}

}  // namespace warplens::export_
