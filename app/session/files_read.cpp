#include "session/files_read.h"

#include <algorithm>

#include "base/file.h"
#include "base/resources.h"
#include "experiment/inputs/inputs.h"
#include "ptx/compile/source_files.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path) {
  std::error_code code;
  const fs::path found = fs::weakly_canonical(base::whole_path(path), code);
  return code ? base::whole_path(path) : found;
}

bool is_in(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(resolved(folder));
  return !relative.empty() && *relative.begin() != "..";
}

void add(std::vector<fs::path>& paths, const fs::path& path) {
  if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
}

/// The inputs and references that may name a file after an "@": "@a.npy" for a buffer, "f32[4]=@a.npy" for a variable.
std::vector<std::string> forms_of(const experiment::Experiment& experiment, const experiment::Settings& settings) {
  std::vector<std::string> forms{reference_of(experiment, settings).file, settings.expected};
  for (const experiment::Argument& argument : experiment.arguments)
    if (argument.buffer) forms.push_back(input_of(experiment, settings, argument));
  for (const auto& [name, value] : variables_for(experiment, settings)) forms.push_back(value);
  return forms;
}

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

std::vector<fs::path> files_read_outside(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                         const std::vector<fs::path>& folders) {
  std::vector<fs::path> read = files_read(experiment, settings), outside;
  if (const auto options = compile_options_for(experiment, settings))
    for (const fs::path& folder : options->include_folders) add(read, folder);
  const auto allowed = [&](const fs::path& path) {
    return is_in(path, base::resource_folder()) ||
           std::ranges::any_of(folders, [&](const fs::path& folder) { return is_in(path, folder); });
  };
  for (const fs::path& each : read)
    if (const fs::path path = resolved(each); !allowed(path)) add(outside, path);
  return outside;
}

}  // namespace warplens
