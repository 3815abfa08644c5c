#include "ptx/compile/source_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/file.h"

namespace warplens::ptx {
namespace {

/// File systems have time resolutions of up to two seconds (FAT): two changes within one tick have the same stamp.
constexpr std::int64_t longest_tick_ns = 2'000'000'000;

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t\f\v"), text.size())); }

bool skip(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

struct Includes {
  std::vector<std::string> names;
  bool complete = true;
};

/// Add the include of a source line, if it has one.
void add_include(std::string_view line, Includes& includes) {
  if (line.find("__has_include") != std::string_view::npos) includes.complete = false;
  skip_blanks(line);
  if (!skip(line, "#") && !skip(line, "%:")) return;
  skip_blanks(line);
  if (!skip(line, "include")) return;
  skip(line, "_next");
  skip_blanks(line);
  const char close = line.starts_with('"') ? '"' : '>';
  const std::size_t end = line.find(close, 1);
  if ((!line.starts_with('"') && !line.starts_with('<')) || end == std::string_view::npos) {
    includes.complete = false;
    return;
  }
  includes.names.emplace_back(line.substr(1, end - 1));
}

Includes includes_of(std::string_view text) {
  Includes includes;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    add_include(text.substr(0, end), includes);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return includes;
}

std::vector<std::filesystem::path> folders_of_environment() {
  std::vector<std::filesystem::path> folders;
  const char* const value = std::getenv("CPATH");
  std::string_view rest = value != nullptr ? value : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

/// Collects files without duplicates.
class Collector {
 public:
  Collector(const std::filesystem::path& source, const std::vector<std::filesystem::path>& folders)
      : folders_(folders_of_environment()) {
    folders_.insert(folders_.begin(), folders.begin(), folders.end());
    folders_.insert(folders_.begin(), source.parent_path());
  }

  base::Status add_source(const std::filesystem::path& path) { return add(path, stamp_of(path)); }

  SourceFiles take() && { return std::move(found_); }

 private:
  base::Status add(const std::filesystem::path& path, FileStamp stamp) {
    found_.stamps.push_back(std::move(stamp));
    auto text = base::read_text(path);
    if (!text) return text.error();
    const Includes includes = includes_of(*text);
    found_.files.push_back({path, std::move(*text)});
    found_.complete = found_.complete && includes.complete;
    for (const std::string& name : includes.names) add_included(name, path.parent_path());
    return base::Nothing{};
  }

  void add_included(const std::string& name, const std::filesystem::path& beside) {
    std::vector<std::filesystem::path> folders{beside};
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    for (const std::filesystem::path& folder : folders) {
      const std::filesystem::path path = (folder / name).lexically_normal();
      const auto known = std::ranges::find(found_.stamps, path, &FileStamp::path);
      if (known != found_.stamps.end()) {
        if (known->exists) return;
        continue;
      }
      FileStamp stamp = stamp_of(path);
      if (!stamp.exists) {
        found_.stamps.push_back(std::move(stamp));
        continue;
      }
      found_.complete = add(path, std::move(stamp)).ok() && found_.complete;
      return;
    }
  }

  std::vector<std::filesystem::path> folders_;
  SourceFiles found_;
};

}  // namespace

FileStamp stamp_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {path};
  return {path,
          true,
          static_cast<std::uint64_t>(status.st_dev),
          static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size),
          nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim)};
}

base::Result<SourceFiles> read_sources(const std::vector<std::filesystem::path>& sources,
                                       const std::vector<std::filesystem::path>& folders) {
  Collector collector(sources.front(), folders);
  for (const std::filesystem::path& source : sources) {
    const base::Status added = collector.add_source(source);
    if (!added && &source == &sources.front()) return added.error();
  }
  return std::move(collector).take();
}

bool unchanged(const std::vector<FileStamp>& stamps, std::int64_t read_ns) {
  return std::ranges::all_of(stamps, [read_ns](const FileStamp& stamp) {
    const bool settled = !stamp.exists || stamp.modified_ns + longest_tick_ns < read_ns;
    return settled && stamp_of(stamp.path) == stamp;
  });
}

}  // namespace warplens::ptx
