#include "export/program/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "base/file.h"
#include "experiment/captions/caption.h"
#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "export/program/call_text.h"
#include "export/program/check_text.h"
#include "export/program/helpers.h"
#include "export/program/names.h"
#include "export/program/plan.h"
#include "export/program/source_text.h"
#include "launch/costs/streams.h"
#include "ptx/find_variable.h"
#include "ptx/parse/demangle.h"

namespace warplens::export_ {
namespace {

/// The program's main(), and the function before it for the comparison; with marks for helpers (helpers.h).
struct MainText {
  std::string function, main;
};

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += (line.empty() ? "" : "  " + line) + "\n";
  return result;
}

/// Whether kernels could leave something behind in a variable of the module, for the next run.
bool has_memory(const ptx::Module& module) {
  return std::ranges::any_of(module.variables, [](const ptx::Variable& variable) {
    return ptx::is_symbol(variable) && variable.space == ptx::Space::global && variable.addresses.empty();
  });
}

class MainWriter {
 public:
  MainWriter(const experiment::Experiment& experiment, const experiment::Settings& settings, const experiment::Program& program,
             const std::string& stem, Names& names, DataFiles& files, Plan plan)
      : experiment_(experiment),
        settings_(settings),
        program_(program),
        stem_(stem),
        names_(names),
        files_(files),
        plan_(std::move(plan)) {}

  base::Result<MainText> text() {
    const CheckText check = check_text(experiment_, settings_, program_.launch, plan_.launches.back().variables, names_);
    std::string main = "int main() {\n  // The numbers, and the shape of the launch.\n" + plan_.numbers;
    main += "\n  // The arrays on the host.\n";
    for (const PlannedArray& array : plan_.arrays) main += array_text(array.host, stem_, files_);
    main += symbol_arrays();
    main += "\n  // Memory for them on the device, and on the host for what comes out.\n";
    for (const PlannedArray& array : plan_.arrays)
      main += fmt::format("  {0}* {1};\n  $CHECK(cudaMalloc(&{1}, {2}));\n", array.host.type, array.device, bytes_of(array));
    for (const PlannedArray& array : plan_.arrays)
      if (!array.result.empty())
        main += fmt::format("  std::vector<{}> {}({}.size());\n", array.host.type, array.result, array.host.name);
    main += "  cudaEvent_t begin, end;\n  $CHECK(cudaEventCreate(&begin));\n  $CHECK(cudaEventCreate(&end));\n\n";
    const auto work = stream_plan() ? work_in_streams(*stream_plan()) : runs();
    if (!work) return work.error();
    main += *work + "\n";
    for (const PlannedArray& array : plan_.arrays)
      if (!array.result.empty()) main += fmt::format("  $print(\"{}\", {});\n", array.host.name, array.result);
    main += comparison(check);
    main += "\n  $CHECK(cudaEventDestroy(begin));\n  $CHECK(cudaEventDestroy(end));\n";
    for (const PlannedArray& array : plan_.arrays) main += fmt::format("  $CHECK(cudaFree({}));\n", array.device);
    main += check.output.empty() ? "}\n" : "  return right ? 0 : 1;\n}\n";
    return MainText{check.output.empty() ? "" : check.function, main};
  }

 private:
  static std::string bytes_of(const PlannedArray& array) {
    return fmt::format("{}.size() * sizeof({})", array.host.name, array.host.type);
  }

  /// The values of the module's variables; a copy of each is a line of `symbol_copies_`.
  std::string symbol_arrays() {
    std::string text;
    const std::map<std::string, std::string> forms = experiment::variables_for(experiment_, settings_);
    auto form = forms.begin();  // in the order of the launch's symbols
    for (const launch::Buffer& symbol : program_.launch.symbols) {
      const std::string variable = called_in_source(ptx::demangled_name(symbol.name));
      const std::string simple = variable.substr(variable.rfind(':') + 1);  // npos + 1 is 0
      const HostArray values{names_.local(simple + "_values"),
                             std::string(c_type(symbol.type)),
                             std::to_string(symbol.size),
                             form->second.substr(form->second.rfind('=') + 1),
                             settings_.seed,
                             symbol};
      ++form;
      text += array_text(values, stem_, files_);
      symbol_copies_ += fmt::format("  $CHECK(cudaMemcpyToSymbol({0}, {1}.data(), {1}.size() * sizeof({2})));\n", variable,
                                    values.name, values.type);
    }
    return text;
  }

  /// One launch of each kernel, or a loop over several on the same inputs.
  base::Result<std::string> runs() {
    std::string work = "  // Copy the inputs to the device.\n";
    for (const PlannedArray& array : plan_.arrays)
      work += fmt::format("  $CHECK(cudaMemcpy({}, {}.data(), {}, cudaMemcpyHostToDevice));\n", array.device, array.host.name,
                          bytes_of(array));
    work += symbol_copies_;
    std::string before, calls;
    for (const PlannedLaunch& planned : plan_.launches) {
      const auto text = call_text(experiment_, plan_, planned, names_);
      if (!text) return text.error();
      before += text->before;
      calls += text->call;
    }
    work += "\n  // Launch, between two events, at which the device takes the time.\n" + before +
            "  $CHECK(cudaEventRecord(begin));\n" + calls +
            "  $CHECK(cudaEventRecord(end));\n\n  // Copy what came out back, which waits for the " +
            (plan_.launches.size() > 1 ? "kernels" : "kernel") + ".\n";
    for (const PlannedArray& array : plan_.arrays)
      if (!array.result.empty())
        work += fmt::format("  $CHECK(cudaMemcpy({}.data(), {}, {}, cudaMemcpyDeviceToHost));\n", array.result, array.device,
                            bytes_of(array));
    work += "  float milliseconds = 0;\n  $CHECK(cudaEventElapsedTime(&milliseconds, begin, end));\n";
    if (settings_.repeats <= 1 || has_memory(*program_.launch.module))
      return work + "  std::printf(\"time: %g ms\\n\", milliseconds);\n";
    const PlannedArray& shown =
        *std::ranges::find(plan_.arrays, experiment::shown_of(experiment_, settings_), &PlannedArray::argument);
    const std::uint64_t element = std::min(experiment_.shown_element, shown.host.content.size - 1);
    work += fmt::format("  std::printf(\"run %d: {0}[{1}] is %.9g, in %g ms\\n\", run, double({2}[{1}]), milliseconds);\n",
                        shown.host.name, element, shown.result);
    return fmt::format(
        "  // Several runs on the same inputs: where threads race, the results may differ.\n"
        "  for (int run = 0; run < {}; ++run) {{\n{}  }}\n",
        settings_.repeats, indented(work));
  }

  std::optional<launch::StreamPlan> stream_plan() const {
    if (!experiment_.streams || !program_.before.empty()) return std::nullopt;
    const auto plan = experiment::stream_plan_for(experiment_, settings_);
    if (!plan || !launch::divisible_elements(program_.launch, *plan)) return std::nullopt;
    return *plan;
  }

  /// The launch in parts: copies and kernel of each in a stream.
  base::Result<std::string> work_in_streams(const launch::StreamPlan& plan) {
    const PlannedLaunch& planned = plan_.launches.back();
    const std::string streams = names_.local("streams"), parts = names_.local("parts"), part = names_.local("part"),
                      first = names_.local("first"), count = names_.local("count"), stream = names_.local("stream");
    const std::string& argument = experiment_.entries[settings_.entry].arguments[plan.count_argument];
    const std::string& all = planned.variables.at(argument);
    const PartOfCall of_part{fmt::format("({} + {}.x - 1) / {}.x", count, planned.block, planned.block), stream, count, argument,
                             first};
    const auto call = call_text(experiment_, plan_, planned, names_, of_part);
    if (!call) return call.error();
    std::string text = "  // Only copies from and to pinned memory run at the same time as other work.\n", in, out, unpinned;
    for (const PlannedArray& array : plan_.arrays) {
      const std::string part_bytes = fmt::format("{} * sizeof({})", count, array.host.type);
      const auto pin = [&](const std::string& name) {
        text += fmt::format("  $CHECK(cudaHostRegister({}.data(), {}, cudaHostRegisterDefault));\n", name, bytes_of(array));
        unpinned += fmt::format("  $CHECK(cudaHostUnregister({}.data()));\n", name);
      };
      pin(array.host.name);
      in += fmt::format("    $CHECK(cudaMemcpyAsync({0} + {1}, {2}.data() + {1}, {3}, cudaMemcpyHostToDevice, {4}));\n",
                        array.device, first, array.host.name, part_bytes, stream);
      if (array.result.empty()) continue;
      pin(array.result);
      out += fmt::format("    $CHECK(cudaMemcpyAsync({0}.data() + {1}, {2} + {1}, {3}, cudaMemcpyDeviceToHost, {4}));\n",
                         array.result, first, array.device, part_bytes, stream);
    }
    text += fmt::format(
        "\n  // The array in parts: each is copied in, worked on and copied out in a stream, at the same time as the others.\n"
        "  std::vector<cudaStream_t> {0}({1});\n  for (cudaStream_t& {2} : {0}) $CHECK(cudaStreamCreate(&{2}));\n"
        "  const int {3} = {4};\n{5}{6}  $CHECK(cudaEventRecord(begin));\n",
        streams, plan.streams, stream, parts, plan.parts, symbol_copies_, call->before);
    text += fmt::format(
        "  for (int {0} = 0; {0} < {1}; ++{0}) {{\n"
        "    const std::size_t {2} = std::size_t({3}) * {0} / {1};\n"
        "    const int {4} = std::size_t({3}) * ({0} + 1) / {1} - {2};\n"
        "    const cudaStream_t {5} = {6}[{0} % {6}.size()];\n{7}{8}{9}  }}\n"
        "  $CHECK(cudaEventRecord(end));  // the default stream waits for the others\n"
        "  $CHECK(cudaEventSynchronize(end));\n",
        part, parts, first, all, count, stream, streams, in, indented(call->call), out);
    return text + fmt::format(
                      "  float milliseconds = 0;\n  $CHECK(cudaEventElapsedTime(&milliseconds, begin, end));\n"
                      "  std::printf(\"time: %g ms\\n\", milliseconds);\n"
                      "  for (const cudaStream_t {0} : {1}) $CHECK(cudaStreamDestroy({0}));\n{2}",
                      stream, streams, unpinned);
  }

  std::string comparison(const CheckText& check) const {
    if (check.output.empty()) return comment("Nothing is compared: " + check.missing + ".", 2);
    const PlannedArray& array = *std::ranges::find(plan_.arrays, check.output, &PlannedArray::argument);
    std::string text = "\n  // The same on the host, to compare.\n";
    if (experiment_.entries[settings_.entry].racy) text += "  // This kernel is meant to go wrong.\n";
    return text +
           fmt::format(
               "  std::vector<double> expected({0}.size());\n{1}  const bool right = $compare(\"{0}\", {2}, expected, {3});\n",
               array.host.name, check.statements, array.result, check.tolerance);
  }

  const experiment::Experiment& experiment_;
  const experiment::Settings& settings_;
  const experiment::Program& program_;
  const std::string& stem_;
  Names& names_;
  DataFiles& files_;
  const Plan plan_;
  std::string symbol_copies_;
};

/// `stem` and `files`: as for array_text(). Errors: as plan_of() and call_text().
base::Result<MainText> main_text(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                 const experiment::Program& program, const std::string& stem, Names& names, DataFiles& files) {
  auto plan = plan_of(experiment, settings, program, names);
  if (!plan) return plan.error();
  return MainWriter(experiment, settings, program, stem, names, files, std::move(*plan)).text();
}

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
