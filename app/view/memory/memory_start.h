#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "analysis/memory_traffic.h"
#include "view/subject.h"

namespace warplens::view {

/// The request with which the pictures of two runs next to each other begin, as each of them finds it among its own: the n-th
/// request of a warp to a memory.
struct MemoryStart {
  std::string memory;        ///< its name, as memory_name()
  std::uint32_t warp = 0;    ///< linear in the grid
  std::uint64_t number = 0;  ///< n, from 0
  bool operator==(const MemoryStart&) const = default;
};

/// Requests of a run to each memory.
struct RunTraffic {
  const Subject& subject;
  std::span<const analysis::MemoryTraffic> traffic;
};

/// The most expensive request of either run to a memory that both have: the memory called `name`, else the one that wastes the
/// most in either. Nothing if there is none.
std::optional<MemoryStart> common_start(const RunTraffic& one, const RunTraffic& other, const std::string& name);

/// The run's request with which its picture begins, an index in its traffic to that memory; nothing if it has no such request.
std::optional<std::size_t> request_of(const MemoryStart& start, const Subject& subject, const analysis::MemoryTraffic& traffic);

/// The most expensive request of [first, end), the first of equals. There is one.
std::size_t most_expensive(const analysis::MemoryTraffic& traffic, std::size_t first, std::size_t end);
/// What a memory's requests moved beyond what they asked for, bytes: whole sectors, or whole passes over the 32 banks.
double wasted_bytes(const analysis::MemoryTraffic& traffic);

}  // namespace warplens::view
