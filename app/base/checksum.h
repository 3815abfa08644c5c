#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warplens::base {

/// FNV-1a (Fowler, Noll, Vo) over 64-bit words, the last one padded with zeros: detects damage, not forgery.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace warplens::base
