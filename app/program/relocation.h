#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace warplens::program {

/// Where memory of a GPU lies on the SIMT machine. Addresses in contents and parameters are found by their values: an aligned
/// word of 8 bytes that is the address of a byte of the memory, or of its end, is taken for a pointer.
class Relocation {
 public:
  /// `bytes` bytes at `from` are at `to`.
  void add(std::uint64_t from, std::uint64_t bytes, std::uint64_t to);
  /// Replace the addresses in memory.
  void apply(std::span<std::byte> memory) const;
  /// The address on the SIMT machine; the same one where it is in no memory.
  std::uint64_t at(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t bytes = 0, to = 0;
  };
  std::map<std::uint64_t, Range> ranges_;  ///< by address on the GPU
};

}  // namespace warplens::program
