#include "session/own_files.h"

#include <algorithm>

#include "base/file.h"
#include "experiment/kernel_file/describe.h"
#include "ptx/compile/content_store.h"
#include "session/files_read.h"

namespace warplens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_bytes = std::size_t{16} << 20;

/// Files of a folder and its subfolders.
class Collection {
 public:
  explicit Collection(const fs::path& folder) : folder_(base::whole_path(folder)) {}

  void add(const fs::path& path, std::string content) {
    const std::string name = name_of(path);
    if (name.empty()) return;
    bytes_ += content.size();
    if (bytes_ <= max_bytes) files_[name] = std::move(content);
  }
  /// A file as it is, unless it is too large.
  void add(const fs::path& path) {
    std::error_code code;
    if (name_of(path).empty() || !fs::is_regular_file(path, code)) return;
    if (fs::file_size(path, code) > max_bytes - std::min(bytes_, max_bytes)) return;
    if (auto content = base::read_text(path)) add(path, std::move(*content));
  }
  OwnFiles take() { return std::move(files_); }

 private:
  /// The file's name in a session; "": it is elsewhere.
  std::string name_of(const fs::path& path) const {
    const std::string name = base::whole_path(path).lexically_relative(folder_).generic_string();
    return is_own_file_name(name) ? name : "";
  }

  fs::path folder_;
  OwnFiles files_;
  std::size_t bytes_ = 0;
};

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
      fs::create_directories((folder / name).parent_path(), code);
      if (const base::Status written = base::write_file(folder / name, content); !written) return written;
    }
  }
  return base::Nothing{};
}

}  // namespace

OwnFiles own_files(const experiment::Experiment& experiment, const experiment::Settings& settings, const std::string& ptx) {
  if (!experiment.opened_by_user()) return {};
  Collection collection(experiment.source.parent_path());
  for (const fs::path& file : files_read(experiment, settings)) collection.add(file);
  if (experiment.source.extension() == ".cu" && !ptx.empty())
    collection.add(fs::path(experiment.source).replace_extension(".ptx"), ptx);
  return collection.take();
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
