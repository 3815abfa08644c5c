#include "session/own_files.h"

#include <algorithm>

#include "base/file.h"
#include "experiment/kernel_file/describe.h"
#include "ptx/compile/ptx_store.h"
#include "ptx/compile/source_files.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{16} << 20;

void add(OwnFiles& files, std::size_t& bytes, const fs::path& path, std::string content) {
  bytes += content.size();
  if (bytes <= most_bytes) files[path.filename().string()] = std::move(content);
}

std::string content_of(const fs::path& file) {
  const auto text = base::read_text(file);
  return text ? *text : std::string();
}

bool are_in(const OwnFiles& files, const fs::path& folder) {
  return std::ranges::all_of(files, [&](const auto& each) {
    std::error_code code;
    return fs::path(each.first).extension() == ".ptx" ||  // made of the source, by whatever compiler
           (fs::is_regular_file(folder / each.first, code) && content_of(folder / each.first) == each.second);
  });
}

base::Status write_all(const OwnFiles& files, const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot make this folder: " + code.message()};
  for (const bool ptx : {false, true}) {  // PTX is used unless it is older than its source
    for (const auto& [name, content] : files) {
      if ((fs::path(name).extension() == ".ptx") != ptx) continue;
      if (const base::Status written = base::write_file(folder / name, content); !written) return written;
    }
  }
  return base::Nothing{};
}

}  // namespace

OwnFiles own_files(const experiment::Experiment& experiment, const experiment::Settings& settings, const std::string& ptx) {
  OwnFiles files;
  if (!experiment.opened_by_user()) return files;
  std::size_t bytes = 0;
  const fs::path folder = experiment.source.parent_path();
  if (experiment.file != experiment.source) add(files, bytes, experiment.file, content_of(experiment.file));
  if (const auto sources = ptx::read_sources({experiment.source})) {
    for (const ptx::SourceFile& each : sources->files)
      if (each.path.parent_path() == folder) add(files, bytes, each.path, each.text);
  }
  if (experiment.source.extension() == ".cu" && !ptx.empty())
    add(files, bytes, fs::path(experiment.source).replace_extension(".ptx"), ptx);
  for (const auto& [buffer, input] : settings.inputs) {
    const fs::path name = input.starts_with('@') ? input.substr(1) : std::string();
    std::error_code code;
    if (!name.empty() && name == name.filename() && fs::is_regular_file(folder / name, code) &&
        fs::file_size(folder / name, code) < most_bytes - std::min(bytes, most_bytes))
      add(files, bytes, name, content_of(folder / name));
  }
  return files;
}

base::Status unpack(SessionDocument& document, const fs::path& folder) {
  if (document.files.empty()) return base::Nothing{};
  const auto named = experiment::kernel_named(document.session.experiment);
  if (!named || !document.files.contains(named->file.filename().string()))
    return base::error("the session's kernel is none of its files");
  if (are_in(document.files, named->file.parent_path())) return base::Nothing{};
  ptx::ContentKey key;
  for (const auto& [name, content] : document.files) {
    key.add(name);
    key.add(content);
  }
  // A copy that was edited since stays as it is.
  fs::path place = folder / key.text();
  std::error_code code;
  for (int number = 2; fs::exists(place, code) && !are_in(document.files, place); ++number)
    place = folder / (key.text() + "-" + std::to_string(number));
  if (!fs::exists(place, code))
    if (const base::Status written = write_all(document.files, place); !written) return written;
  const auto unpacked = [&](const experiment::NamedKernel& kernel) {
    return (place / kernel.file.filename()).string() + (kernel.kernel.empty() ? "" : ":" + kernel.kernel);
  };
  document.session.device = launch::simt_device;
  document.session.experiment = unpacked(*named);
  if (std::optional<RunChoice>& beside = document.session.beside) {
    beside->device = launch::simt_device;
    const auto kernel = experiment::kernel_named(beside->experiment);
    if (kernel && document.files.contains(kernel->file.filename().string()))
      beside->experiment = unpacked(*kernel);
    else if (kernel)
      beside.reset();  // a file of somebody else's computer
  }
  return base::Nothing{};
}

}  // namespace warplens
