#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace warplens::launch {

/// Translates pointers when memory is copied from one device to another, between a GPU and the SIMT machine. Pointers in the
/// memory and in parameters are recognised by their value: every aligned 8-byte word that points into the copied memory, or just
/// past its end, counts as one.
class Relocation {
 public:
  /// Add a range: `bytes` bytes from address `from` are now at address `to`.
  void add(std::uint64_t from, std::uint64_t bytes, std::uint64_t to);
  /// Replace all recognised addresses in `memory`.
  void apply(std::span<std::byte> memory) const;
  /// Translate an address to the other device; an address in no added range stays the same.
  std::uint64_t at(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t bytes = 0, to = 0;
  };
  std::map<std::uint64_t, Range> ranges_;  ///< by `from`
};

}  // namespace warplens::launch
