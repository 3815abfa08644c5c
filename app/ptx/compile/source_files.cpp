#include "ptx/compile/source_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "base/file.h"

namespace warplens::ptx {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view line_ends = "\n\r";
constexpr std::string_view blanks = " \t\f\v\0"sv;  // clang takes a zero for a blank

bool skip(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// The text with lines that go on after a backslash joined, as compilers join them.
std::string joined(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    std::string_view rest = text;
    bool goes_on = skip(rest, "\\") || skip(rest, "?\?/");
    if (goes_on) {
      rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
      goes_on = skip(rest, "\r\n") || skip(rest, "\n") || skip(rest, "\r");
    }
    if (!goes_on) all += text.front();
    text.remove_prefix(goes_on ? text.size() - rest.size() : 1);
  }
  return all;
}

/// Blanks and comments at the beginning of `text`. False where a comment is longer than people write them there: looking for the
/// ends of many would take long.
bool skip_blanks(std::string_view& text) {
  constexpr std::size_t max_comment = 256;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (!text.starts_with("/*")) return true;
    const std::size_t end = text.substr(0, max_comment).find("*/", 2);
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 2);
  }
}

/// Whether a directive may begin behind `before`: nothing but blanks and comments is in its line.
bool may_begin_behind(std::string_view before) {
  const std::size_t last = before.find_last_not_of(blanks);
  if (last == std::string_view::npos || line_ends.find(before[last]) != std::string_view::npos) return true;
  before = before.substr(0, last + 1);
  return before.ends_with("*/") || before == "\xef\xbb\xbf";  // byte order mark
}

bool is_of_a_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Add the include of a directive, if it is one; `rest` is what follows its #.
void add_include(std::string_view rest, Includes& includes) {
  constexpr std::size_t max_name = 4096;  // PATH_MAX
  bool clear = skip_blanks(rest);
  if (clear && !skip(rest, "include_next") && !skip(rest, "include") && !skip(rest, "import") && !skip(rest, "embed")) return;
  if (clear && !rest.empty() && is_of_a_word(rest.front())) return;
  clear = clear && skip_blanks(rest);
  const char open = rest.empty() ? '\0' : rest.front();
  rest = rest.substr(0, max_name);
  rest = rest.substr(0, std::min(rest.find('\n'), rest.find('\r')));
  const std::size_t end = open == '"' ? rest.find('"', 1) : open == '<' ? rest.find('>', 1) : std::string_view::npos;
  if (clear && end != std::string_view::npos)
    includes.names.emplace_back(rest.substr(1, end - 1));
  else
    includes.by_macro = true;
}

/// File systems have time resolutions of up to two seconds (FAT): two changes within one tick have the same stamp.
constexpr std::int64_t longest_tick_ns = 2'000'000'000;

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

/// Of a source with all its includes. A chain of links may lead to the same headers without end.
constexpr std::size_t max_files = 10'000, max_searches = 1'000'000, max_bytes = std::size_t{64} << 20;
constexpr int max_depth = 200;  // of includes within includes: that of compilers

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

/// The path of an include in a folder. What compilers open: ".." of a folder that is a link leads to the link's target.
std::filesystem::path path_in(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path path = folder / name;
  if (std::ranges::find(path, "..") == path.end()) return path.lexically_normal();
  std::error_code code;
  const std::filesystem::path parent = std::filesystem::weakly_canonical(path.parent_path(), code);
  return code ? path.lexically_normal() : parent / path.filename();
}

/// A pipe, a device or a socket.
bool is_no_file(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::is_other(path, code);
}

/// Collects files without duplicates.
class Collector {
 public:
  Collector(const std::filesystem::path& source, const std::vector<std::filesystem::path>& folders)
      : folders_(folders_of_environment()) {
    folders_.insert(folders_.begin(), folders.begin(), folders.end());
    folders_.insert(folders_.begin(), source.parent_path());
  }

  base::Status add_source(const std::filesystem::path& path) {
    const base::Status added = add(path, stamp_of(path), 0);
    return refusal_ ? *refusal_ : added;
  }

  bool has_refused() const { return refusal_.has_value(); }
  SourceFiles take() && { return std::move(found_); }

 private:
  base::Status add(const std::filesystem::path& path, FileStamp stamp, int depth) {
    note(std::move(stamp));
    if (depth > max_depth) return refuse(path, "headers include each other more than " + std::to_string(max_depth) + " deep");
    auto text = base::read_text(path, max_bytes, "a source");
    if (!text) return text.error();
    bytes_ += text->size();
    if (found_.files.size() == max_files || bytes_ > max_bytes)
      return refuse(path, "the source includes more than " + std::to_string(max_files) + " files, or more than " +
                              std::to_string(max_bytes >> 20) + " MiB");
    const Includes includes = includes_in(*text);
    found_.files.push_back({path, std::move(*text)});
    if (includes.by_macro) found_.by_macro.push_back(path);
    found_.complete = found_.complete && !includes.by_macro && !includes.asks;
    for (const std::string& name : includes.names) {
      if (refusal_) break;
      add_included(name, path, depth + 1);
    }
    return base::Nothing{};
  }

  void add_included(const std::string& name, const std::filesystem::path& by, int depth) {
    std::vector<std::filesystem::path> folders{by.parent_path()};
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    for (const std::filesystem::path& folder : folders) {
      if (++searches_ > max_searches) return static_cast<void>(refuse(by, "the source includes too many files"));
      const std::filesystem::path path = path_in(folder, name);
      if (const auto known = exists_.find(path.native()); known != exists_.end()) {
        if (known->second) return;
        continue;
      }
      FileStamp stamp = stamp_of(path);
      if (!stamp.exists && is_no_file(path))
        return static_cast<void>(refuse(by, "includes '" + name + "', which is not a regular file"));
      if (!stamp.exists) {
        note(std::move(stamp));
        continue;
      }
      found_.complete = add(path, std::move(stamp), depth).ok() && found_.complete;
      return;
    }
  }

  void note(FileStamp stamp) {
    exists_.insert_or_assign(stamp.path.native(), stamp.exists);
    found_.stamps.push_back(std::move(stamp));
  }

  base::Error refuse(const std::filesystem::path& path, const std::string& why) {
    if (!refusal_) refusal_ = base::Error{path.string(), 0, 0, why};
    return *refusal_;
  }

  std::vector<std::filesystem::path> folders_;
  SourceFiles found_;
  std::unordered_map<std::string, bool> exists_;  ///< by path, those of the stamps
  std::size_t bytes_ = 0, searches_ = 0;
  std::optional<base::Error> refusal_;
};

}  // namespace

Includes includes_in(std::string_view text) {
  Includes includes;
  const bool spliced = text.find('\\') != std::string_view::npos || text.find("?\?/") != std::string_view::npos;
  const std::string whole = spliced ? joined(text) : std::string();
  if (spliced) text = whole;
  includes.asks = text.find("__has_include") != std::string_view::npos;
  for (const std::string_view hash : {"#"sv, "%:"sv, "?\?="sv})
    for (std::size_t at = text.find(hash); at != std::string_view::npos; at = text.find(hash, at + 1))
      if (may_begin_behind(text.substr(0, at))) add_include(text.substr(at + hash.size()), includes);
  return includes;
}

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
    if (!added && (&source == &sources.front() || collector.has_refused())) return added.error();
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
