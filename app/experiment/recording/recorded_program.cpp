#include "experiment/recording/recorded_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "analysis/line_counts.h"
#include "base/file.h"
#include "base/number_format.h"
#include "experiment/kernel_file/variable_shapes.h"
#include "experiment/recording/recorded_parameters.h"
#include "experiment/recording/written_parameters.h"
#include "experiment/run.h"
#include "launch/placement.h"
#include "launch/python/python_arrays.h"
#include "launch/recording/recording_file.h"
#include "ptx/parse/parser.h"

namespace warplens::experiment {
namespace {

using launch::ProgramRecording, launch::RecordedLaunch, launch::RecordedAllocation;

bool is_live(const RecordedLaunch::Block& block) { return block.content != nullptr; }

/// The elements that an allocation is shown as: bytes where its size is no multiple of its own.
launch::ElementType element_type(const RecordedAllocation& allocation) {
  return allocation.bytes % launch::bytes(allocation.type) == 0 ? allocation.type : launch::ElementType::u8;
}

/// Whether everything is there that a launch refers to by an index.
bool is_complete(const ProgramRecording& recording, const RecordedLaunch& launch) {
  return launch.module < recording.modules.size() && launch.call < recording.calls.size() &&
         std::ranges::all_of(launch.blocks, [&](const auto& each) { return each.allocation < recording.allocations.size(); });
}

std::uint32_t function_named(const ptx::Module& module, const std::string& name) {
  const auto found = std::ranges::find_if(module.functions, [&](const auto& each) { return each.entry && each.name == name; });
  return static_cast<std::uint32_t>(found - module.functions.begin());
}

/// The allocation that is most worth drawing: the first that the kernel writes by a pointer among its parameters, else the first
/// that it is given, else the first there is; no_allocation if there is none.
std::uint32_t shown_allocation(const ProgramRecording& recording, const RecordedLaunch& launch, const ptx::Function& kernel) {
  const std::vector<bool> written = written_parameters(kernel);
  std::uint32_t given = launch::no_allocation;
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
    const ptx::Parameter& parameter = kernel.parameters[p];
    for (std::uint64_t at = 0; at + sizeof(std::uint64_t) <= parameter.size; at += sizeof(std::uint64_t)) {
      std::uint64_t address = 0;
      if (parameter.offset + at + sizeof address > launch.parameters.size()) break;
      std::memcpy(&address, launch.parameters.data() + parameter.offset + at, sizeof address);
      const RecordedLaunch::Block* const block = block_at(recording, launch, address);
      if (block == nullptr) continue;
      if (written[p]) return block->allocation;
      if (given == launch::no_allocation) given = block->allocation;
    }
  }
  if (given != launch::no_allocation) return given;
  const auto live = std::ranges::find_if(launch.blocks, is_live);
  return live != launch.blocks.end() ? live->allocation : launch::no_allocation;
}

/// The recorded source that a kernel is in; "" where it is not known.
std::string file_of(const ProgramRecording& recording, const ptx::Module& module, std::uint32_t function) {
  const std::uint32_t file = analysis::file_of(module, function);
  if (file >= module.files.size()) return "";
  const launch::RecordedSource* const source = recorded_source(recording, module.files[file]);
  return source != nullptr ? source->file : "";
}

std::vector<std::string> extent_texts(const base::Dim3& extent) {
  return {std::to_string(extent.x), std::to_string(extent.y), std::to_string(extent.z)};
}

std::string line_text(const launch::ProgramPlace& place) { return place.line > 0 ? fmt::format(", line {}", place.line) : ""; }

/// A kernel's name without its scopes, and without template arguments where they are long: "reduce<256>".
std::string short_name(const std::string& kernel) {
  constexpr std::size_t most = 32;
  const std::size_t arguments = std::min(kernel.find('<'), kernel.size());
  const std::size_t scope = kernel.rfind("::", arguments);
  std::string name = scope == std::string::npos ? kernel : kernel.substr(scope + 2);
  if (name.size() > most) name.erase(std::min(name.find('<'), name.size()));
  return name;
}

Entry entry_of(const ProgramRecording& recording, std::uint32_t number, const ptx::Module& module, std::uint32_t function,
               const std::vector<std::string>& names) {
  const RecordedLaunch& launch = recording.launches[number];
  const launch::RecordedCall& call = recording.calls[launch.call];
  Entry entry;
  entry.launch = number;
  entry.kernel = module.functions[function].demangled;
  entry.label = fmt::format("{}: {}", number + 1, short_name(entry.kernel));
  entry.shows = fmt::format("Launch {} of {}{}, stream {}", base::grouped(number + std::uint64_t{1}),
                            base::grouped(std::uint64_t{recording.launches.size()}), line_text(call.place), call.stream);
  entry.grid = extent_texts(launch.grid);
  entry.block = extent_texts(launch.block);
  entry.schedule = recording.schedule;
  if (launch.dynamic_shared > 0) entry.dynamic_shared = std::to_string(launch.dynamic_shared);
  entry.line = static_cast<int>(call.place.line);
  entry.file = file_of(recording, module, function);
  for (const RecordedLaunch::Block& block : launch.blocks)
    if (is_live(block)) entry.arguments.push_back(names[block.allocation]);
  const std::uint32_t shown = shown_allocation(recording, launch, module.functions[function]);
  if (shown != launch::no_allocation) entry.shown = names[shown];
  return entry;
}

/// The comment in `//` that a source begins with, as one line.
std::string leading_comment(const std::string& source) {
  std::istringstream lines(source);
  std::string text;
  for (std::string line; std::getline(lines, line) && line.starts_with("//");)
    text += line.substr(std::min<std::size_t>(line.find_first_not_of("/ "), line.size())) + " ";
  return text;
}

/// What stands for the entries of a program of which no launch can run.
Entry no_entry() {
  Entry entry;
  entry.label = "no launch";
  entry.shows = "No launch of this program can be opened";
  entry.grid = entry.block = {"1"};
  return entry;
}

/// The program's pointers to its memory, where they have 32 bits.
std::vector<launch::Placement::Narrow> narrow_pointers(const launch::ProgramRecording& recording,
                                                       const launch::RecordedLaunch& recorded) {
  std::vector<launch::Placement::Narrow> narrow;
  const auto add = [&](const launch::RecordedAllocation& allocation) {
    if (allocation.pointer != 0) narrow.push_back({allocation.pointer, allocation.address, allocation.bytes});
  };
  // Memory that has been freed comes first: what is there now may have got its pointer.
  for (const bool freed : {true, false})
    for (const launch::RecordedLaunch::Block& block : recorded.blocks)
      if ((block.content == nullptr) == freed) add(recording.allocations[block.allocation]);
  for (const launch::RecordedLaunch::Variable& variable : recorded.variables) {
    const auto found = std::find_if(recording.allocations.begin(), recording.allocations.end(),
                                    [&](const auto& allocation) { return allocation.address == variable.address; });
    if (found != recording.allocations.end()) add(*found);
  }
  return narrow;
}

/// Adds the memory of a launch that was allocated, or the memory that had been freed.
void add_blocks(const Experiment& experiment, const launch::RecordedLaunch& recorded, const std::vector<std::string>& names,
                bool freed, launch::Launch& launch, launch::Placement& placement) {
  const std::vector<launch::PythonArray> arrays =
      launch::python_arrays(launch.module->functions[launch.entry], recorded.parameters);
  for (const launch::RecordedLaunch::Block& block : recorded.blocks) {
    if ((block.content == nullptr) != freed) continue;
    const launch::RecordedAllocation& allocation = experiment.recording->allocations[block.allocation];
    const auto argument = std::ranges::find(experiment.arguments, names[block.allocation], &Argument::name);
    const launch::ElementType type = argument != experiment.arguments.end() ? argument->type : launch::ElementType::u8;
    const std::uint64_t elements = freed ? 0 : allocation.bytes / launch::bytes(type);
    launch.arguments.emplace_back(
        launch::Buffer{names[block.allocation],
                       type,
                       elements,
                       freed ? std::make_shared<const launch::Bytes>() : block.content,
                       {{}, launch::extents_of({allocation.address, allocation.bytes, launch::bytes(type)}, arrays)}});
    placement.blocks.push_back({.address = allocation.address,
                                .memory = nullptr,
                                .unwritten = block.unwritten,
                                .from_malloc = allocation.kind == launch::RecordedAllocation::Kind::heap,
                                .freed = freed});
  }
}

/// What changes with the file's content, without reading it.
std::string stamp_of(const std::filesystem::path& file) {
  std::error_code code;
  const auto size = std::filesystem::file_size(file, code);
  const auto time = std::filesystem::last_write_time(file, code).time_since_epoch().count();
  return fmt::format("recording of {} bytes at {}", size, time);
}

}  // namespace

const RecordedLaunch::Block* block_at(const ProgramRecording& recording, const RecordedLaunch& launch, std::uint64_t address) {
  for (const RecordedLaunch::Block& block : launch.blocks) {
    const RecordedAllocation& allocation = recording.allocations[block.allocation];
    if (is_live(block) && address >= allocation.address && address - allocation.address < allocation.bytes) return &block;
  }
  return nullptr;
}

const launch::RecordedSource* recorded_source(const ProgramRecording& recording, const std::string& file) {
  const auto same = std::ranges::find(recording.sources, file, &launch::RecordedSource::file);
  if (same != recording.sources.end()) return &*same;
  // Compilers and debug information write the same path in different ways.
  const std::filesystem::path name = std::filesystem::path(file).filename();
  const auto called = std::ranges::find_if(
      recording.sources, [&](const auto& each) { return !name.empty() && std::filesystem::path(each.file).filename() == name; });
  return called != recording.sources.end() ? &*called : nullptr;
}

base::Result<Experiment> experiment_of(std::shared_ptr<const ProgramRecording> recording) {
  Experiment experiment;
  experiment.id = recording->name;
  experiment.title = recording->name + " · program";
  if (!recording->sources.empty()) experiment.text = leading_comment(recording->sources.front().text);
  experiment.text += fmt::format("{} and {} of the program {}, as they were recorded.",
                                 base::counted(std::uint64_t{recording->launches.size()}, "launch"),
                                 base::counted(std::uint64_t{recording->calls.size()}, "call"), recording->name);
  experiment.view = "program";
  experiment.topic = "Whole programs";
  experiment.recorded_modules.resize(recording->modules.size());
  const std::vector<std::string> names = launch::allocation_names(*recording);
  std::vector<bool> used(recording->allocations.size());
  for (std::uint32_t number = 0; number < recording->launches.size(); ++number) {
    const RecordedLaunch& launch = recording->launches[number];
    if (!is_complete(*recording, launch))
      return base::error(fmt::format("launch {} of the recording refers to what is not there", number + 1));
    if (!launch.not_kept.empty()) continue;
    auto& module = experiment.recorded_modules[launch.module];
    if (!module) {
      auto parsed = ptx::parse(recording->modules[launch.module], fmt::format("PTX {} of the recording", launch.module + 1));
      if (!parsed) return parsed.error();
      module = std::make_shared<const ptx::Module>(std::move(*parsed));
    }
    const std::uint32_t function = function_named(*module, launch.entry);
    if (function == module->functions.size())
      return base::error(fmt::format("launch {} of the recording: its PTX has no kernel '{}'", number + 1, launch.entry));
    experiment.entries.push_back(entry_of(*recording, number, *module, function, names));
    for (const RecordedLaunch::Block& block : launch.blocks)
      if (is_live(block)) used[block.allocation] = true;
  }
  if (experiment.entries.empty()) experiment.entries.push_back(no_entry());
  for (std::size_t k = 0; k < recording->allocations.size(); ++k) {
    if (!used[k]) continue;
    const RecordedAllocation& allocation = recording->allocations[k];
    Argument& argument = experiment.arguments.emplace_back();
    argument.name = argument.label = names[k];
    argument.type = element_type(allocation);
    argument.buffer = argument.output = true;
    argument.size = std::to_string(allocation.bytes / launch::bytes(argument.type));
  }
  experiment.shown = experiment.entries.front().shown;
  experiment.recording = std::move(recording);
  return experiment;
}

std::string why_no_launch(const Experiment& experiment, std::uint32_t entry) {
  if (!experiment.entries[entry].kernel.empty()) return "";
  const std::vector<RecordedLaunch>& launches = experiment.recording->launches;
  const bool not_run = experiment.recording->calls.empty() && !experiment.recording->incomplete.empty();
  if (not_run) return "There is no launch: " + experiment.recording->incomplete;
  if (launches.empty()) return "The program launched no kernel";
  return "No launch of the program was recorded with its memory: " + launches.front().not_kept;
}

base::Result<std::shared_ptr<const ptx::Module>> recorded_module(const Experiment& experiment, std::uint32_t entry) {
  if (std::string why = why_no_launch(experiment, entry); !why.empty()) return base::error(std::move(why));
  return experiment.recorded_modules[experiment.recording->launches[experiment.entries[entry].launch].module];
}

std::optional<std::uint32_t> entry_of_launch(const Experiment& experiment, std::uint32_t launch) {
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry)
    if (experiment.entries[entry].launch == launch && !experiment.entries[entry].kernel.empty()) return entry;
  return std::nullopt;
}

base::Result<launch::Launch> make_recorded_launch(const Experiment& experiment, const Settings& settings) {
  const auto module = recorded_module(experiment, settings.entry);
  if (!module) return module.error();
  const Entry& entry = experiment.entries[settings.entry];
  const launch::RecordedLaunch& recorded = experiment.recording->launches[entry.launch];
  const auto function =
      std::ranges::find_if((*module)->functions, [&](const auto& each) { return each.entry && each.name == recorded.entry; });
  launch::Launch launch = make_launch(*module, static_cast<std::uint32_t>(function - (*module)->functions.begin()), settings,
                                      recorded.dynamic_shared);
  if (recorded.heap_bytes > 0) launch.heap_bytes = recorded.heap_bytes;
  auto placement = std::make_shared<launch::Placement>();
  placement->parameters = recorded.parameters;
  for (RecordedParameter& parameter : recorded_parameters(experiment, settings.entry))
    if (parameter.number)
      placement->numbers.push_back(
          {static_cast<std::uint32_t>(parameter.place), std::move(parameter.name), parameter.number->type});
  for (const launch::RecordedLaunch::Variable& variable : recorded.variables)
    placement->variables.push_back({variable.index, variable.address, nullptr, variable.content});
  const std::vector<std::string> names = launch::allocation_names(*experiment.recording);
  // Outputs are those of the first buffers: what had been freed has none.
  for (const bool freed : {false, true}) add_blocks(experiment, recorded, names, freed, launch, *placement);
  placement->narrow = narrow_pointers(*experiment.recording, recorded);
  for (launch::Texture texture : recorded.textures) {
    const auto before = recorded.blocks.begin() + static_cast<std::ptrdiff_t>(texture.buffer);
    texture.buffer = static_cast<std::uint32_t>(std::count_if(recorded.blocks.begin(), before, is_live));
    launch.textures.push_back(texture);
  }
  launch.placement = std::move(placement);
  const launch::RecordedSource* const source = recorded_source(*experiment.recording, entry.file);
  if (launch.check && source != nullptr) launch.shapes = variable_shapes_in(source->text, {}, **module);
  if (const base::Status status = launch::check(launch); !status) return status.error();
  return launch;
}

bool is_recording_file(const std::filesystem::path& file) { return file.extension() == launch::recording_ending; }

base::Result<Experiment> open_recording(const std::filesystem::path& file) {
  const std::string stamp = stamp_of(file);
  auto recording = launch::load_recording(file);
  if (!recording) return recording.error();
  auto experiment = experiment_of(std::make_shared<const launch::ProgramRecording>(std::move(*recording)));
  if (!experiment) {
    base::Error error = experiment.error();
    error.message = (error.file.empty() ? "" : error.file + ": ") + error.message;
    return base::Error{file.string(), 0, 0, std::move(error.message)};
  }
  experiment->id = file.string();
  experiment->file = experiment->source = file;
  experiment->described = stamp;
  return experiment;
}

}  // namespace warplens::experiment
