#pragma once

#include <span>

namespace warplens::view {

/// A span that equals another only if both are the same memory, so that comparing costs nothing.
template <typename Value>
struct Borrowed : std::span<const Value> {
  using std::span<const Value>::span;
  Borrowed() = default;
  Borrowed(std::span<const Value> span) : std::span<const Value>(span) {}
  bool operator==(const Borrowed& other) const { return this->data() == other.data() && this->size() == other.size(); }
};

}  // namespace warplens::view
