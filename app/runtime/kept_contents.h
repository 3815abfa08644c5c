#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/spawn.h"

namespace warplens::runtime {

/// Keeps copies of memory in a file that only grows, within a budget. The copies survive the end of the process.
class KeptContents {
 public:
  /// Create the file. If that fails, keeps nothing, and why_not() has the reason.
  KeptContents(const std::filesystem::path& file, std::uint64_t budget);

  /// Count bytes against the budget. False, without effect, if fewer are left.
  bool spend(std::uint64_t bytes);
  /// Append a copy. Returns its offset in the file, or nothing if it cannot be written: why_not() has the reason.
  std::optional<std::uint64_t> add(std::span<const std::byte> memory);
  /// Whether the copy at `offset` in the file equals this memory.
  bool has(std::uint64_t offset, std::span<const std::byte> memory) const;

  std::uint64_t budget() const { return budget_; }
  const std::string& why_not() const { return why_not_; }

 private:
  base::Descriptor file_;
  std::uint64_t budget_, left_ = budget_, end_ = 0;
  std::string why_not_;
};

}  // namespace warplens::runtime
