#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::ptx {

/// 128 bits that tell contents apart. Not for contents that were made to collide.
struct ContentKey {
  std::uint64_t high = 0xcbf29ce484222325, low = 0x9e3779b97f4a7c15;
  bool operator==(const ContentKey&) const = default;
  /// The key of what it stood for and then this text: add("ab") and add("a"), add("b") differ.
  void add(std::string_view text);
  std::string text() const;  ///< 32 hexadecimal digits
};

/// PTX by content key in files of a folder, for the next run of the program. Every failure of the file system is a miss: nothing
/// here is an error. Programs that share a folder do not disturb each other.
class PtxStore {
 public:
  static constexpr std::uint64_t default_limit = std::uint64_t{64} << 20;

  /// `folder` is made when something is kept; "" keeps nothing. `limit`: bytes of all files together.
  explicit PtxStore(std::filesystem::path folder, std::uint64_t limit = default_limit)
      : folder_(std::move(folder)), limit_(limit) {}

  /// The text that was kept under `key`, which thereby is the most recently used one. Nothing where there is none, or where the
  /// file is not as it was written.
  std::optional<std::string> find(const ContentKey& key) const;
  /// Keep `text`, then remove the least recently used ones over the limit.
  void keep(const ContentKey& key, const std::string& text) const;

 private:
  std::filesystem::path file_of(const ContentKey& key) const;
  void remove_oldest() const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
};

/// $XDG_CACHE_HOME/warplens, else $HOME/.cache/warplens; "" where neither variable is an absolute path.
std::filesystem::path user_cache_folder();

}  // namespace warplens::ptx
