#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/row_offsets.h"
#include "trace/trace.h"

// The requests of warps to memory and their costs. A request is one instruction of a warp to one buffer or to its block's shared
// memory. Left out: caches, which may save a sector, and requests that the trace left out (Trace::truncation).

namespace warplens::analysis {

inline constexpr std::uint32_t sector_bytes = 32, bank_count = 32, bank_bytes = 4;

/// The requests to one memory, a row each, in order of effect.
struct MemoryTraffic {
  trace::MemorySpace space = trace::MemorySpace::global;  ///< global or shared
  std::uint32_t buffer = trace::no_buffer;                ///< of the launch; no_buffer for shared memory
  std::vector<std::uint32_t> access;                      ///< first row in Trace::accesses
  std::vector<std::uint16_t> asked;                       ///< bytes: lanes × width, even if lanes access the same bytes
  /// Global memory: sectors moved. Shared memory: passes over the banks.
  std::vector<std::uint8_t> cost;
  /// Shared memory: passes that the width alone needs: 1, or 2 or 4 where lanes have 8 or 16 bytes each; `cost` - `least` are
  /// bank conflicts. Global memory: 0.
  std::vector<std::uint8_t> least;

  std::size_t size() const { return access.size(); }
  bool shared() const { return space == trace::MemorySpace::shared; }
};

/// The traffic of each buffer that was accessed, in the launch's order, then of shared memory if it was accessed. Leaves out the
/// module's variables and local, constant and parameter memory. Cost: one pass over the accesses.
std::vector<MemoryTraffic> memory_traffic(const trace::Trace& trace);

/// Sums over requests.
struct TrafficSum {
  std::uint64_t requests = 0, asked = 0, cost = 0, least = 0;
  /// For global memory. Best case: `asked`, or less where lanes share bytes.
  std::uint64_t moved_bytes() const { return cost * sector_bytes; }
};
TrafficSum sum(const MemoryTraffic& traffic, std::size_t requests = ~std::size_t{0});
/// Number of requests in the first `steps` steps of the trace.
std::size_t requests_before(const MemoryTraffic& traffic, const trace::Trace& trace, std::uint64_t steps);

/// Bytes per lane of the request whose first access row is `access`; for a vector access, of all its parts together.
std::uint32_t request_width(const trace::Trace& trace, std::size_t access);

/// A sector that a request moved.
struct SectorUse {
  std::uint64_t sector = 0;  ///< first byte / 32
  std::uint32_t bytes = 0;   ///< bit k: a lane accessed byte k of the sector
};
/// The sectors of the request whose first access row is `access`, ascending.
std::vector<SectorUse> sectors_of(const trace::Trace& trace, std::size_t access);

/// A 4-byte word that a bank of shared memory delivers in one pass, to all lanes that access it.
struct BankWord {
  std::uint32_t bank = 0, pass = 0;  ///< pass: from 0
  std::uint64_t word = 0;            ///< first byte / 4, in the block's shared memory
  std::uint32_t lanes = 0;           ///< bit k: lane k
};
/// Bank words of the request with first access row `access`, by pass, then bank; in each bank by address.
std::vector<BankWord> bank_words_of(const trace::Trace& trace, std::size_t access);
/// Words per bank: the number of passes that this bank needs.
std::array<std::uint8_t, bank_count> words_by_bank(const std::vector<BankWord>& words);

/// Number of threads of the launch without a recorded access to global or shared memory. Cost: one pass over the rows of the
/// accesses.
std::uint64_t threads_without_work(const trace::Trace& trace);

// The cost of one request of a warp. `width`: bytes per lane, 1 to 16; every address is aligned to it.

/// 32-byte sectors of global memory that the request touches. Best case: the bytes asked for / 32.
std::uint32_t sectors(const RowOffsets& request, std::uint32_t width);

/// Extra passes over the 32 banks of shared memory: a bank delivers one 4-byte word per pass, to all lanes that access it.
/// Requests of 8 or 16 bytes per lane are served by half- or quarter-warps. Best case: 0. (CUDA C++ Best Practices Guide, "Shared
/// Memory and Memory Banks".)
std::uint32_t bank_conflicts(const RowOffsets& request, std::uint32_t width);

/// Lanes at the busiest address, less one: an atomic serves them one after the other. Best case: 0.
std::uint32_t collisions(const RowOffsets& request);

}  // namespace warplens::analysis
