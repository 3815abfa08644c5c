#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "base/dim3.h"

namespace warplens::base {

/// 1234567 → "1,234,567": for people, never for files.
std::string grouped(std::uint64_t value);
std::string grouped(std::int64_t value);
/// For other integer types.
template <std::integral Integer>
std::string grouped(Integer value) {
  if constexpr (std::is_signed_v<Integer>) {
    return grouped(std::int64_t{value});
  } else {
    return grouped(std::uint64_t{value});
  }
}

/// A number with its noun in singular or plural: counted(1, "thread") → "1 thread", counted(48, "thread") → "48 threads",
/// counted(2, "address") → "2 addresses".
std::string counted(std::uint64_t value, const std::string& noun);

/// {16, 16, 1} → "16 × 16": without trailing extents of 1, but at least one extent.
std::string extents_text(const Dim3& extents);

/// 255 → "0xff".
std::string hexadecimal(std::uint64_t value);

}  // namespace warplens::base
