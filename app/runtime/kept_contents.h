#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/spawn.h"

namespace warplens::runtime {

/// Copies of memory in a file that only grows, and a budget for them. What is in it survives the end of the process.
class KeptContents {
 public:
  /// Keeps nothing, and says so, if the file cannot be made.
  KeptContents(const std::filesystem::path& file, std::uint64_t budget);

  /// Count bytes against the budget. False, without effect, if it has not so many left.
  bool spend(std::uint64_t bytes);
  /// Append a copy. Returns where it begins, or nothing where it cannot be written: why_not() says why.
  std::optional<std::uint64_t> add(std::span<const std::byte> memory);
  /// Whether the copy that begins at `offset` is the same as this memory.
  bool has(std::uint64_t offset, std::span<const std::byte> memory) const;

  std::uint64_t budget() const { return budget_; }
  const std::string& why_not() const { return why_not_; }

 private:
  base::Descriptor file_;
  std::uint64_t budget_, left_ = budget_, end_ = 0;
  std::string why_not_;
};

}  // namespace warplens::runtime
