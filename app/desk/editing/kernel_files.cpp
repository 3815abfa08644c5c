#include "desk/editing/kernel_files.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/file.h"
#include "base/not_yet.h"
#include "base/resources.h"
#include "experiment/kernel_file/signature.h"
#include "export/program/program.h"

namespace warplens::desk {
namespace {

namespace fs = std::filesystem;

/// NAME, NAME-2, NAME-3 …: the first of which there is no .cu and no .toml in the folder.
fs::path free_stem(const fs::path& folder, const std::string& name) {
  const auto taken = [&](const fs::path& stem) {
    std::error_code code;
    return fs::exists(folder / (stem.string() + ".cu"), code) || fs::exists(folder / (stem.string() + ".toml"), code);
  };
  fs::path stem = name;
  for (int number = 2; taken(stem); ++number) stem = name + "-" + std::to_string(number);
  return stem;
}

base::Status make_folder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot make this folder: " + code.message()};
  return base::Nothing{};
}

base::Status copy_text(const fs::path& from, const fs::path& to) {
  const auto text = base::read_text(from);
  return text ? base::write_file(to, *text) : base::Status(text.error());
}

/// The text after // in the first line; the name if there is none.
std::string label_of(const fs::path& file) {
  const auto text = base::read_text(file);
  if (!text || !text->starts_with("// ")) return file.stem().string();
  return text->substr(3, text->find('\n') - 3);
}

}  // namespace

std::vector<KernelTemplate> kernel_templates() {
  std::vector<KernelTemplate> templates;
  std::error_code code;
  for (fs::directory_iterator at(base::resource_folder() / "assets" / "templates", code), end; !code && at != end;
       at.increment(code))
    if (at->path().extension() == ".cu") templates.push_back({at->path().stem().string(), label_of(at->path()), at->path()});
  std::ranges::sort(templates, {}, &KernelTemplate::name);
  return templates;
}

base::Result<fs::path> new_from_template(const KernelTemplate& chosen, const fs::path& folder) {
  if (const base::Status made = make_folder(folder); !made) return made.error();
  const fs::path file = folder / (free_stem(folder, chosen.name).string() + ".cu");
  if (const base::Status copied = copy_text(chosen.file, file); !copied) return copied.error();
  return file;
}

bool has_kernel(std::string_view text) { return text.find("__global__") != text.npos; }

base::Result<fs::path> new_from_text(const std::string& text, const fs::path& folder) {
  constexpr std::size_t most = std::size_t{1} << 20;  // bytes
  if (text.size() > most) return base::error("what was copied is larger than 1 MiB: save it as a .cu file, and open that");
  if (!has_kernel(text)) return base::error("what was copied has no kernel, no __global__ function, to be opened");
  if (const base::Status made = make_folder(folder); !made) return made.error();
  const auto kernels = experiment::signatures_of(text);
  const std::string name = kernels.empty() ? "pasted" : kernels.front().kernel;
  const fs::path file = folder / (free_stem(folder, name).string() + ".cu");
  if (const base::Status written = base::write_file(file, text); !written) return written.error();
  return file;
}

base::Result<fs::path> copy_of(const experiment::Experiment& experiment, const fs::path& folder) {
  if (const base::Status made = make_folder(folder); !made) return made.error();
  const std::string stem = free_stem(folder, experiment.source.stem().string()).string();
  const fs::path source = folder / (stem + ".cu"), description = folder / (stem + ".toml");
  if (const base::Status copied = copy_text(experiment.source, source); !copied) return copied.error();
  if (experiment.file == experiment.source) return source;  // described by its signature
  if (const base::Status copied = copy_text(experiment.file, description); !copied) return copied.error();
  return description;
}

base::Result<fs::path> new_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                   const fs::path& folder) try {
  if (const base::Status made = make_folder(folder); !made) return made.error();
  const fs::path file = folder / (free_stem(folder, experiment.source.stem().string() + "-program").string() + ".cu");
  if (const base::Status saved = export_::save_program(experiment, settings, file); !saved) return saved.error();
  return file;
} catch (const base::NotYet&) {
  return base::Error{experiment.source.string(), 0, 0, "it is being compiled: try again in a moment"};
}

RecentFiles::RecentFiles(fs::path kept) : kept_(std::move(kept)) {
  const auto text = kept_.empty() ? base::Result<std::string>(std::string()) : base::read_text(kept_);
  std::istringstream lines(text ? *text : "");
  for (std::string line; files_.size() < most && std::getline(lines, line);)
    if (fs::path(line).is_absolute()) files_.emplace_back(line);
}

base::Status RecentFiles::add(const fs::path& file) {
  std::erase(files_, file);
  files_.insert(files_.begin(), file);
  if (files_.size() > most) files_.pop_back();
  if (kept_.empty()) return base::Nothing{};
  if (const base::Status made = make_folder(kept_.parent_path()); !made) return made;
  std::string text;
  for (const fs::path& each : files_) text += each.string() + "\n";
  return base::write_file(kept_, text);
}

fs::path recent_files_file() { return base::user_state_file("recent"); }

fs::path folder_for_new_files(const RecentFiles& recent) {
  if (!recent.files().empty()) return recent.files().front().parent_path();
  return base::home_folder() / "warplens";
}

}  // namespace warplens::desk
