#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::ptx {

/// A 128-bit hash of texts. Not secure against deliberately constructed collisions.
struct ContentKey {
  std::uint64_t high = 0xcbf29ce484222325, low = 0x9e3779b97f4a7c15;
  bool operator==(const ContentKey&) const = default;
  /// Add a text to the hash. Its length counts: add("ab") differs from add("a"), add("b").
  void add(std::string_view text);
  std::string text() const;  ///< 32 hexadecimal digits
};

/// Keeps outputs of compilers, PTX or programs, as files in a folder, by content key, for later runs of Warplens. File system
/// errors are cache misses: nothing here reports an error. Several processes may use the same folder.
class ContentStore {
 public:
  static constexpr std::uint64_t default_limit = std::uint64_t{64} << 20;

  /// `folder` is created on demand; "" disables the store. `limit`: total size of its files, bytes. `ending`: of file names;
  /// stores with different endings may share a folder.
  explicit ContentStore(std::filesystem::path folder, std::uint64_t limit = default_limit, std::string ending = ".ptx")
      : folder_(std::move(folder)), limit_(limit), ending_(std::move(ending)) {}

  /// Find the text stored under `key`, and mark it as the most recently used one. Nothing if there is none, or if the file is
  /// damaged.
  std::optional<std::string> find(const ContentKey& key) const;
  /// Store `text`, then remove the least recently used files beyond the limit.
  void keep(const ContentKey& key, const std::string& text) const;

 private:
  std::filesystem::path file_of(const ContentKey& key) const;
  void remove_oldest() const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
  std::string ending_;
};

/// $XDG_CACHE_HOME/warplens, else $HOME/.cache/warplens; "" if neither variable is an absolute path.
std::filesystem::path user_cache_folder();

}  // namespace warplens::ptx
