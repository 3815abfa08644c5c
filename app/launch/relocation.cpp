#include "launch/relocation.h"

#include <cstring>
#include <iterator>

namespace warplens::launch {

void Relocation::add(std::uint64_t from, std::uint64_t bytes, std::uint64_t to) { ranges_[from] = {bytes, to}; }

std::uint64_t Relocation::at(std::uint64_t address) const {
  const auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return address;
  const auto& [begin, range] = *std::prev(after);
  return address - begin <= range.bytes ? range.to + (address - begin) : address;
}

void Relocation::apply(std::span<std::byte> memory) const {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= memory.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, memory.data() + at, sizeof word);
    word = this->at(word);
    std::memcpy(memory.data() + at, &word, sizeof word);
  }
}

}  // namespace warplens::launch
