#include "ptx/compile/content_store.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "base/file.h"

namespace warplens::ptx {
namespace {

/// First line of a file: format, content key, and hash of the text that follows.
std::string header_of(const ContentKey& key, std::string_view text) {
  ContentKey content;
  content.add(text);
  return "warplens-ptx 1 " + key.text() + " " + content.text() + "\n";
}

void mix(std::uint64_t& state, std::uint64_t value, std::uint64_t factor) {
  state = (state ^ value) * factor;
  state ^= state >> 32;
}

}  // namespace

void ContentKey::add(std::string_view text) {
  mix(high, text.size(), 0x9fb21c651e98df25);
  mix(low, text.size(), 0xd6e8feb86659fd93);
  for (const char c : text) {
    mix(high, static_cast<unsigned char>(c), 0x9fb21c651e98df25);
    mix(low, static_cast<unsigned char>(c), 0xd6e8feb86659fd93);
  }
}

std::string ContentKey::text() const {
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(high),
                static_cast<unsigned long long>(low));
  return digits;
}

std::filesystem::path ContentStore::file_of(const ContentKey& key) const { return folder_ / (key.text() + ending_); }

std::optional<std::string> ContentStore::find(const ContentKey& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::filesystem::path file = file_of(key);
  const auto content = base::read_text(file);
  const std::size_t header = content ? content->find('\n') : std::string::npos;
  if (header == std::string::npos) return std::nullopt;
  std::string text = content->substr(header + 1);
  if (content->compare(0, header + 1, header_of(key, text)) != 0) return std::nullopt;
  ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // mark as used; failure only makes it look older
  return text;
}

void ContentStore::keep(const ContentKey& key, const std::string& text) const {
  if (folder_.empty() || text.size() > limit_) return;
  std::error_code code;
  if (std::filesystem::create_directories(folder_, code))
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, code);
  if (base::write_file(file_of(key), header_of(key, text) + text)) remove_oldest();
}

void ContentStore::remove_oldest() const {
  struct Entry {
    std::filesystem::file_time_type used;
    std::filesystem::path path;
    std::uint64_t bytes;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code code;
  for (std::filesystem::directory_iterator at(folder_, code), end; !code && at != end; at.increment(code)) {
    std::error_code gone;  // another program may have removed the file
    const auto bytes = at->file_size(gone);
    const auto used = at->last_write_time(gone);
    if (gone || at->path().extension() != ending_) continue;
    entries.push_back({used, at->path(), bytes});
    total += bytes;
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= limit_) return;
    if (std::filesystem::remove(entry.path, code)) total -= entry.bytes;
  }
}

std::filesystem::path user_cache_folder() {
  const auto folder = [](const char* variable) -> std::filesystem::path {
    const char* const value = std::getenv(variable);
    return value != nullptr && std::filesystem::path(value).is_absolute() ? value : "";
  };
  if (const auto cache = folder("XDG_CACHE_HOME"); !cache.empty()) return cache / "warplens";
  if (const auto home = folder("HOME"); !home.empty()) return home / ".cache" / "warplens";
  return {};
}

}  // namespace warplens::ptx
