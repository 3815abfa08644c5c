#include "session/files_read.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/file.h"
#include "base/resources.h"
#include "experiment/inputs/inputs.h"
#include "experiment/inputs/mesh.h"
#include "experiment/kernel_file/describe.h"
#include "ptx/compile/options.h"
#include "ptx/compile/source_files.h"
#include "view/table.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

/// Where the path leads. ".." behind a link is a step up from the link's target, as for the system.
fs::path resolved(const fs::path& path) {
  std::error_code code;
  const fs::path whole = fs::absolute(path, code);
  const fs::path found = code ? path : fs::weakly_canonical(whole, code);
  return code ? base::whole_path(path) : found;
}

bool is_in(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(resolved(folder));
  return !relative.empty() && *relative.begin() != "..";
}

bool comes_with_program(const experiment::Experiment& experiment) {
  const fs::path folder = experiment.file.parent_path(), own = base::resource_folder();
  return folder == own / "kernels" || folder == own / "programs";
}

void add(std::vector<fs::path>& paths, const fs::path& path) {
  if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
}

/// The inputs and references of a run that may name a file after an "@": "@a.npy" for a buffer, "f32[4]=@a.npy" for a variable.
std::vector<std::string> forms_of(const experiment::Experiment& experiment, const experiment::Settings& settings) {
  std::vector<std::string> forms{reference_of(experiment, settings).file, settings.expected};
  for (const experiment::Argument& argument : experiment.arguments)
    if (argument.buffer) forms.push_back(input_of(experiment, settings, argument));
  for (const auto& [name, value] : variables_for(experiment, settings)) forms.push_back(value);
  return forms;
}

/// Where a session's own files are if they are in `folder`, and their subfolders.
std::vector<fs::path> own_paths(const OwnFiles& files, const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& [name, content] : files)
    for (fs::path part = name; !part.empty(); part = part.parent_path()) add(paths, resolved(folder / part));
  return paths;
}

/// Collects what is read, and then tells what of it is outside.
class Reads {
 public:
  explicit Reads(const experiment::Experiment& experiment) : experiment_(experiment) {}

  void add_path(const fs::path& path) { paths_.push_back(path); }
  /// The files in a form of an input, or in an assignment that has one. A name may hold an "@", too.
  void add_form(const std::string& form) {
    for (std::size_t at = form.find('@'); at != std::string::npos; at = form.find('@', at + 1))
      paths_.push_back(experiment_.file.parent_path() / form.substr(at + 1));
  }
  void add_forms(const std::map<std::string, std::string>& forms) {
    for (const auto& [name, form] : forms) add_form(form);
  }
  /// What the source includes with these options of its compilation.
  void add_compilation(const std::string& text) {
    const auto options = ptx::parse_compile_options(text, experiment_.source.parent_path());
    if (!options || experiment_.recording) return;
    for (const fs::path& folder : options->include_folders) paths_.push_back(folder);
    const auto sources = ptx::read_sources({experiment_.source}, options->include_folders);
    if (!sources) return;  // nor is it compiled
    for (const ptx::SourceFile& each : sources->files) paths_.push_back(each.path);
    for (const fs::path& file : sources->by_macro)
      if (!is_in(resolved(file), base::resource_folder()))
        in_words_.push_back("any file: a macro names an #include of " + file.string());
  }
  void add_sweep(const experiment::Sweep& sweep) {
    constexpr std::string_view compile = "compile=";
    for (const std::string& assignment : sweep.set) {
      add_form(assignment);
      if (assignment.starts_with(compile)) add_compilation(assignment.substr(compile.size()));
    }
  }
  /// What settings name themselves.
  void add_settings(const experiment::Settings& settings) {
    add_form(settings.expected);
    add_forms(settings.inputs);
    add_forms(settings.variables);
    if (settings.compile) add_compilation(*settings.compile);
    if (!settings.mesh.empty() && std::ranges::find(experiment::mesh_names, settings.mesh) == experiment::mesh_names.end())
      paths_.emplace_back(settings.mesh);
  }
  void add_experiment() {
    if (comes_with_program(experiment_)) return;
    paths_.insert(paths_.end(), {experiment_.source, experiment_.file});
    if (!experiment_.ptx.empty()) paths_.push_back(experiment_.ptx);
    for (const experiment::Argument& argument : experiment_.arguments) add_form(argument.input);
    for (const experiment::Entry& entry : experiment_.entries) add_forms(entry.inputs);
    add_forms(experiment_.variables);
    for (const experiment::Sweep& sweep : experiment_.sweeps) add_sweep(sweep);
    add_compilation(experiment_.compile);
  }

  /// `own`: further files and folders, but not what else is in the folders.
  std::vector<fs::path> outside(const std::vector<fs::path>& folders, const std::vector<fs::path>& own = {}) const {
    std::vector<fs::path> outside;
    for (const fs::path& each : paths_) {
      const fs::path path = resolved(each);
      const bool allowed = is_in(path, base::resource_folder()) || std::ranges::find(own, path) != own.end() ||
                           std::ranges::any_of(folders, [&](const fs::path& folder) { return is_in(path, folder); });
      if (!allowed) add(outside, path);
    }
    for (const std::string& words : in_words_) add(outside, words);
    return outside;
  }

 private:
  const experiment::Experiment& experiment_;
  std::vector<fs::path> paths_;
  std::vector<std::string> in_words_;
};

}  // namespace

std::vector<fs::path> files_read(const experiment::Experiment& experiment, const experiment::Settings& settings) {
  std::vector<fs::path> files{base::whole_path(experiment.source)};
  if (experiment.recording) return files;
  add(files, base::whole_path(experiment.file));
  const auto options = compile_options_for(experiment, settings);
  if (const auto sources = ptx::read_sources({experiment.source}, options ? options->include_folders : std::vector<fs::path>()))
    for (const ptx::SourceFile& each : sources->files) add(files, base::whole_path(each.path));
  for (const std::string& form : forms_of(experiment, settings))
    if (const std::size_t at = form.find('@'); at != std::string::npos)
      add(files, base::whole_path(experiment.file.parent_path() / form.substr(at + 1)));
  const std::string& mesh = settings.mesh;
  if (!mesh.empty() && experiment::make_mesh(mesh, 1).triangles() == 0) add(files, base::whole_path(mesh));
  return files;
}

std::vector<fs::path> files_read_outside(const experiment::Experiment& experiment, const std::vector<fs::path>& folders) {
  Reads reads(experiment);
  reads.add_experiment();
  return reads.outside(folders);
}

std::vector<fs::path> files_read_outside(const experiment::Experiment& experiment) {
  // The user may name it by a link.
  return files_read_outside(experiment, {experiment.file.parent_path(), resolved(experiment.file).parent_path()});
}

std::vector<fs::path> named_outside(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                    const std::vector<fs::path>& folders) {
  Reads reads(experiment);
  reads.add_settings(settings);
  return reads.outside(folders);
}

std::vector<fs::path> files_read_outside(const SessionDocument& document, const fs::path& file,
                                         experiment::Catalogue& catalogue) {
  const fs::path home = base::whole_path(file).parent_path();
  std::vector<fs::path> outside;
  std::vector<RunChoice> runs{{document.session.experiment, document.session.settings}};
  if (document.session.beside) runs.push_back(*document.session.beside);
  for (const RunChoice& run : runs) {
    std::vector<fs::path> folders{home}, own;
    if (const auto named = experiment::kernel_named(run.experiment)) {
      own = own_paths(document.files, named->file.parent_path());
      const fs::path path = resolved(named->file);
      const bool allowed = is_in(path, home) || is_in(path, base::resource_folder()) || std::ranges::find(own, path) != own.end();
      if (!allowed) add(outside, path);
    }
    const auto found = experiment::find_or_add(catalogue, run.experiment, view::names_of_views());
    if (!found) continue;  // opening the session reports the error
    Reads reads(**found);
    // An experiment of the catalogue that is named by its id only is the user's choice of a folder.
    if (const bool by_id = !experiment::kernel_named(run.experiment); by_id && !comes_with_program(**found))
      folders.push_back((*found)->file.parent_path());
    reads.add_experiment();
    reads.add_settings(run.settings);
    if (&run == &runs.front()) reads.add_sweep(document.session.sweep);
    for (const fs::path& each : reads.outside(folders, own)) add(outside, each);
  }
  return outside;
}

}  // namespace warplens
