#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Stores whose value is the same for every thread of a launch, as data flow proves: constants, the kernel's parameters and the
/// launch's dimensions, and what is computed from nothing else.
class CommonValues {
 public:
  /// `module`: the launch's module, or a version of it with stack variables in registers. `listing`: of the launch's entry.
  CommonValues(const ptx::Module& module, const ptx::Listing& listing);

  /// Whether the stores `a` and `b`, numbers of the listing, write the same value to the same element, whichever threads execute
  /// them.
  bool are_the_same(std::uint32_t a, std::uint32_t b) const;

 private:
  /// An element that a store writes.
  struct Value {
    enum class From : std::uint8_t { constant, parameter, computed } from = From::computed;
    std::uint64_t bits = 0;  ///< the constant, of the element's width; or the parameter's place in the parameter block
    std::uint32_t bytes = 0;
    bool operator==(const Value&) const = default;
  };
  class Function;

  std::map<std::uint32_t, std::vector<Value>> stores_;  ///< by the store's number; only those with common values
};

}  // namespace warplens::simt
