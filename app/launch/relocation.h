#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace warplens::launch {

/// Maps addresses of memory that was copied from one device to another: from a GPU to the SIMT machine, or the reverse. Pointers
/// in contents and parameters are recognised by value: an aligned 8-byte word is taken for a pointer if it is the address of a
/// byte of that memory, or of its end.
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
