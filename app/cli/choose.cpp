#include "cli/choose.h"

#include <algorithm>
#include <array>

#include "base/number_format.h"
#include "base/resources.h"
#include "cli/watch.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/kernel_source.h"
#include "launch/python/python_words.h"
#include "launch/recording/recording.h"
#include "ptx/compile/module_cache.h"
#include "ptx/compile/source_kind.h"
#include "ptx/parse/parser.h"
#include "session/files_read.h"
#include "view/table.h"

namespace warplens::cli {
namespace {

base::Result<experiment::Settings> assign(const experiment::Experiment& experiment, experiment::Settings settings,
                                          const std::vector<std::string>& assignments) {
  for (const std::string& assignment : experiment::in_turn(assignments)) {
    if (const base::Status status = experiment::set(experiment, settings, assignment); !status) {
      base::Error error = status.error();
      if (error.file.empty()) error.file = "--set " + assignment;
      return error;
    }
  }
  return settings;
}

}  // namespace

base::Result<launch::DeviceChoice> parse_device(const std::string& device, const std::string& spec) {
  const auto choice = launch::parse_device_choice(device);
  if (!choice) return base::Error{"--device", 0, 0, choice.error().message};
  if (spec.empty()) return choice;
  if (choice->kind == launch::DeviceChoice::Kind::gpu)
    return base::Error{"--spec", 0, 0, "a GPU has its own figures; leave --device gpu out"};
  if (choice->kind == launch::DeviceChoice::Kind::remote)
    return base::Error{"--spec", 0, 0, "the machine at the other end has its own figures; give --spec to its device-server"};
  return launch::simt_device;
}

base::Result<launch::Device*> find_device(launch::DeviceFinder& devices, const launch::DeviceChoice& choice,
                                          std::string_view spec) {
  launch::Progress progress;
  const NoteWatch watch(progress);
  return devices.find(choice, spec, progress);
}

base::Result<launch::Device*> choose_device(launch::DeviceFinder& devices, const std::string& device, const std::string& spec) {
  const auto choice = parse_device(device, spec);
  if (!choice) return choice.error();
  const auto found = find_device(devices, *choice, spec);
  if (!found) return base::Error{spec.empty() ? "--device" : "--spec", 0, 0, found.error().message};
  return found;
}

base::Result<launch::Device*> choose_device(launch::DeviceFinder& devices, const experiment::Experiment& experiment,
                                            const std::string& device, const std::string& spec) {
  if (!experiment.recording) return choose_device(devices, device, spec);
  const auto choice = launch::parse_device_choice(device);
  const bool chosen = choice && choice->kind != launch::DeviceChoice::Kind::automatic;
  if (chosen && choice->kind != launch::DeviceChoice::Kind::simt) return choose_device(devices, device, spec);
  return choose_device(devices, device == "auto" ? "simt" : device, spec.empty() ? experiment.recording->spec : spec);
}

base::Result<base::Dim3> parse_extent(const std::string& option, std::string_view text) {
  std::array<std::uint32_t, 3> extent{1, 1, 1};
  std::string_view rest = text;
  for (std::size_t k = 0;; ++k) {
    if (k == extent.size()) return base::Error{option, 0, 0, "'" + std::string(text) + "' has more than three numbers"};
    const std::size_t comma = rest.find(',');
    const auto number = launch::parse_scalar(launch::ElementType::u32, rest.substr(0, comma));
    if (!number) return base::Error{option, 0, 0, number.error().message + "; the form is X[,Y[,Z]]"};
    extent[k] = static_cast<std::uint32_t>(number->bits);
    if (comma == std::string_view::npos) return base::Dim3{extent[0], extent[1], extent[2]};
    rest.remove_prefix(comma + 1);
  }
}

base::Result<std::uint64_t> parse_whole(const std::string& option, launch::ElementType type, std::string_view text) {
  const auto number = launch::parse_scalar(type, text);
  if (!number) return base::Error{option, 0, 0, number.error().message};
  return number->bits;
}

experiment::Catalogue all_experiments(const std::vector<std::filesystem::path>& folders, const ptx::CompileOptions& options) {
  auto modules = std::make_shared<ptx::ModuleCache>(ptx::ContentStore(ptx::user_cache_folder()), options);
  return experiment::load_catalogue(experiment::catalogue_folders(folders), view::names_of_views(), std::move(modules));
}

lesson::Lessons all_lessons(const std::vector<std::filesystem::path>& folders, const experiment::Catalogue& catalogue) {
  std::vector<std::filesystem::path> all{base::resource_folder() / "assets" / "lessons"};
  all.insert(all.end(), folders.begin(), folders.end());
  return lesson::load_lessons(all, catalogue);
}

/// A script in the place of a kernel or an experiment.
static base::Error is_whole_program(const std::string& script) {
  const std::string recording = std::filesystem::path(script).stem().string() + ".recording";
  return base::Error{script, 0, 0,
                     "a script is a whole program: `warplens program --record " + recording + " " + script + "` runs it, and " +
                         recording + " can stand here"};
}

base::Result<const experiment::Experiment*> choose_experiment(experiment::Catalogue& catalogue, const std::string& name) {
  const auto found = experiment::find_or_add(catalogue, name, view::names_of_views());
  if (found || experiment::kernel_named(name)) return found;
  for (const base::Error& error : catalogue.errors) {
    if (std::filesystem::path(error.file).stem() == name) return error;
  }
  if (experiment::is_python_file(name)) return is_whole_program(name);
  std::string names;
  for (const experiment::Experiment& each : catalogue.experiments) names += (names.empty() ? "" : ", ") + each.id;
  if (names.empty()) return base::error("no experiment '" + name + "': there are none here");
  return base::error("no experiment '" + name + "'; there are " + names);
}

base::Result<experiment::Settings> choose_settings(const experiment::Experiment& experiment,
                                                   const std::vector<std::string>& assignments) {
  auto settings = experiment::default_settings(experiment);
  if (!settings) return settings.error();
  return assign(experiment, std::move(*settings), assignments);
}

base::Result<experiment::Settings> complete_settings(const experiment::Experiment& experiment, experiment::Settings settings,
                                                     const std::vector<std::string>& assignments) {
  if (settings.entry >= experiment.entries.size()) {
    return base::error("experiment '" + experiment.id + "' has no entry " + std::to_string(settings.entry));
  }
  auto complete = experiment::complete_settings(experiment, std::move(settings));
  if (!complete) return complete.error();
  return assign(experiment, std::move(*complete), assignments);
}

base::Status check_outside(const Context& context, const std::string& file, const std::vector<std::filesystem::path>& outside) {
  if (context.allow_outside || outside.empty()) return base::Nothing{};
  const std::string more = outside.size() == 1 ? "" : " and " + base::counted(outside.size() - 1, "other");
  return base::Error{file, 0, 0,
                     "reads " + outside.front().string() + more +
                         ", outside of its folder; say --allow-outside if you know where it comes from"};
}

base::Result<const experiment::Experiment*> choose_checked_experiment(const Context& context, experiment::Catalogue& catalogue,
                                                                      const std::string& name) {
  const auto chosen = choose_experiment(catalogue, name);
  if (!chosen || experiment::is_kernel_file((*chosen)->file)) return chosen;
  const base::Status fine = check_outside(context, (*chosen)->file.string(), files_read_outside(**chosen));
  return fine ? chosen : base::Result<const experiment::Experiment*>(fine.error());
}

SourceName split_source(const std::string& text) {
  for (const std::string_view extension : {".cu:", ".ptx:", ".ll:"}) {
    const std::size_t at = text.find(extension);
    if (at == std::string::npos) continue;
    const std::size_t colon = at + extension.size() - 1;
    return {text.substr(0, colon), text.substr(colon + 1)};
  }
  return {text, ""};
}

std::string as_seen_from_here(const std::string& file) {
  std::error_code code;
  const std::filesystem::path here = std::filesystem::current_path(code), path(file);
  if (auto cell = launch::cell_name(path)) return *cell;
  if (code || !path.is_absolute()) return file;
  const std::filesystem::path relative = path.lexically_relative(here);
  return relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

std::string lines_of_warnings(const std::vector<base::Error>& warnings) {
  std::string text;
  for (const base::Error& warning : warnings)
    text += as_seen_from_here(warning.file) + ":" + std::to_string(warning.line) + ": warning: " + warning.message + "\n";
  return text;
}

base::Result<KernelSource> load_kernel(const std::string& source, const ptx::CompileOptions& options) {
  const SourceName name = split_source(source);
  const std::filesystem::path path = name.path;
  if (experiment::is_python_file(path)) return is_whole_program(source);
  if (!ptx::is_kernel_source(path)) return base::Error{source, 0, 0, "not a .cu, .ptx or .ll file; the form is SOURCE[:ENTRY]"};
  auto module = ptx::ModuleCache(ptx::ContentStore(ptx::user_cache_folder()), options).load(path);
  if (!module) return module.error();
  const auto entry = ptx::find_entry(**module, name.entry);
  if (!entry) return base::Error{name.path, 0, 0, entry.error().message};
  return KernelSource{std::move(*module), *entry};
}

}  // namespace warplens::cli
