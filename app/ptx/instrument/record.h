#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ptx/module.h"

// Layout of the records of instrumented PTX (see instrument.h). Lanes of a warp that record together reserve a chunk of the
// record buffer for themselves. A chunk is a ChunkHeader followed by records in program order; the unused rest is zero. A record
// is a RecordHeader followed by record_lane_words() words of 8 bytes per lane, lowest lane first.

namespace warplens::ptx {

/// Number of regions of equal size in the buffer. With several, reservations do not all wait for one address: a multiprocessor
/// uses one region until it is full, and then the next.
inline constexpr std::uint32_t record_regions = 8;

/// Reservations in a region. Each has its own cache line.
struct alignas(128) RecordRegion {
  std::uint64_t asked = 0;    ///< bytes of all chunks, including the last ones if they did not fit
  std::uint64_t dropped = 0;  ///< records that fitted into no region, from multiprocessors that try this one first
};

/// The variable of instrumented PTX that describes the record buffer. The host sets the first two members before a launch and
/// reads the others after it. If all are zero, as initially, every record is dropped.
struct alignas(128) RecordBuffer {
  std::uint64_t records = 0;   ///< address of the first region, aligned to 16 bytes; the buffer must be zeroed
  std::uint64_t capacity = 0;  ///< size of each region, bytes, a multiple of 16
  std::array<RecordRegion, record_regions> regions;

  /// Bytes of a region that may hold chunks, from its start.
  std::uint64_t used(std::size_t region) const { return std::min(regions[region].asked, capacity); }
  std::uint64_t dropped() const;
};
static_assert(sizeof(RecordBuffer) == 128 * (1 + record_regions));
inline constexpr std::string_view record_buffer_name = "warplens_record_buffer";
/// Name of the variable that holds the records, if instrumented PTX has one.
inline constexpr std::string_view records_name = "warplens_records";

/// Common data of the records in a chunk. Chunks are contiguous from the start of their region.
struct ChunkHeader {
  std::uint64_t clock = 0;  ///< %clock64 when the chunk was reserved
  std::uint64_t time = 0;   ///< %globaltimer at that moment, nanoseconds; the same for all multiprocessors
  std::uint32_t bytes = 0;  ///< size of the chunk with this header, a multiple of 16
  std::uint32_t lanes = 0;  ///< bit set
  std::uint32_t block = 0;  ///< linear in the grid, x fastest
  std::uint32_t warp = 0;   ///< in its block
  std::uint32_t sm = 0;     ///< %smid
  std::uint32_t padding[3] = {};
};
static_assert(sizeof(ChunkHeader) == 48);

/// One execution of an instruction by the lanes of a chunk.
struct RecordHeader {
  std::uint32_t site = 0;   ///< row of Instrumented::sites
  std::uint32_t lanes = 0;  ///< lanes of the chunk; 0 after the last record of a chunk
  std::uint64_t clock = 0;  ///< %clock64 of the multiprocessor
};
static_assert(sizeof(RecordHeader) == 16);

/// A chunk has room for at least two records like its first. When it is full, the next chunk of the same lanes is twice as large,
/// up to this number of bytes. So lanes with few records waste little memory, and lanes with many records need few reservations.
inline constexpr std::uint32_t max_chunk = 16384;

/// Flag in the address of a generic access to shared memory; the other bits are the address in shared memory.
inline constexpr std::uint64_t record_in_shared = std::uint64_t{1} << 63;

/// Whether an instruction is recorded: loads, stores, atomics and asynchronous copies of global and shared memory, and block
/// barriers.
bool is_recorded(const Instruction& instruction);

/// Bytes per lane of a recorded cp.async: 4, 8 or 16; 0 for other instructions, including a cp.async with its size in a
/// register.
std::uint32_t copied_bytes(const Instruction& instruction);

/// Elements of an access or copy, per lane: of a vector access, or of a copy in units of up to 8 bytes.
struct RecordedElements {
  std::uint32_t count = 1;
  std::uint32_t bytes = 0;  ///< per element
};
RecordedElements recorded_elements(const Instruction& instruction);

/// Words per lane in a record of that instruction. Barrier: none. Load or store: the address, and each element read or written,
/// zero-extended. Atomic: the address, each old element, then its other operands. Copy: the source address, the elements, and the
/// destination in shared memory, as if the copy were synchronous.
std::uint32_t record_words(const Instruction& instruction);
/// record_words() rounded up to an even number, so that words are stored in pairs: the stride between lanes.
std::uint32_t record_lane_words(const Instruction& instruction);

}  // namespace warplens::ptx
