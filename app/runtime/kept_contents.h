#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/spawn.h"

namespace warplens::runtime {

/// Keeps copies of memory in a file, within a budget. The copies survive the end of the process. They belong to generations:
/// copies that only old generations use can be dropped, which frees their part of the file and of the budget.
class KeptContents {
 public:
  /// Create the file. If that fails, keeps nothing, and why_not() has the reason.
  KeptContents(const std::filesystem::path& file, std::uint64_t budget);

  /// Count bytes of the current generation against the budget. False, without effect, if fewer are left.
  bool spend(std::uint64_t bytes);
  /// Append a copy, which the current generation uses. Returns its offset in the file, or nothing if it cannot be written:
  /// why_not() has the reason.
  std::optional<std::uint64_t> add(std::span<const std::byte> memory);
  /// The same for a copy that is never dropped.
  std::optional<std::uint64_t> add_for_good(std::span<const std::byte> memory);
  /// Whether the copy at `offset` in the file equals this memory.
  bool has(std::uint64_t offset, std::span<const std::byte> memory) const;

  /// Begin the next generation …
  void begin_generation();
  /// … which uses the copy at `offset`, too.
  void use(std::uint64_t offset);
  /// Drop all generations but the last `count`. False if the file system cannot free a part of a file.
  bool drop_all_but(std::size_t count);

  std::uint64_t budget() const { return budget_; }
  const std::string& why_not() const { return why_not_; }

 private:
  struct Copy {
    std::uint64_t bytes = 0;
    std::size_t generation = 0;  ///< last one that uses it
  };

  base::Descriptor file_;
  std::uint64_t budget_, left_ = budget_, end_ = 0;
  std::map<std::uint64_t, Copy> copies_;  ///< by offset
  std::deque<std::uint64_t> spent_{0};    ///< bytes, by generation that is not dropped
  std::size_t generation_ = 0;            ///< current one, counted from the first
  std::string why_not_;
};

}  // namespace warplens::runtime
