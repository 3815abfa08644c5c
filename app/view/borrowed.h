#pragma once

#include <span>

namespace warplens::view {

/// A span that is equal to another only where both are the same memory: comparing two costs nothing.
template <typename Value>
struct Borrowed : std::span<const Value> {
  using std::span<const Value>::span;
  Borrowed() = default;
  Borrowed(std::span<const Value> span) : std::span<const Value>(span) {}
  bool operator==(const Borrowed& other) const { return this->data() == other.data() && this->size() == other.size(); }
};

}  // namespace warplens::view
