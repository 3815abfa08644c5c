#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace warplens::launch {

/// Where memory of one device lies on another: that of a GPU on the SIMT machine, or the reverse. Addresses in contents and
/// parameters are found by their values: an aligned word of 8 bytes that is the address of a byte of the memory, or of its end,
/// is taken for a pointer.
class Relocation {
 public:
  /// `bytes` bytes at `from` are at `to`.
  void add(std::uint64_t from, std::uint64_t bytes, std::uint64_t to);
  /// Replace the addresses in memory.
  void apply(std::span<std::byte> memory) const;
  /// The address on the other device; the same one where it is in no memory.
  std::uint64_t at(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t bytes = 0, to = 0;
  };
  std::map<std::uint64_t, Range> ranges_;  ///< by `from`
};

}  // namespace warplens::launch
