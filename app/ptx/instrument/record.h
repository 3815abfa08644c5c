#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/module.h"

// Layout of the records of instrumented PTX (see instrument.h). Records are contiguous, in the order in which their warps
// reserved space; each is a header, then for every lane of it, lowest first, record_lane_words() words of 8 bytes.

namespace warplens::ptx {

/// The variable of instrumented PTX that describes the record buffer. The host sets the first two members before a launch and
/// reads the others after it. If all are zero, as initially, every record is dropped.
struct RecordBuffer {
  std::uint64_t records = 0;   ///< address of the first record, aligned to 16 bytes; the buffer must be zeroed
  std::uint64_t capacity = 0;  ///< size of the buffer, bytes
  std::uint64_t asked = 0;     ///< bytes of all records, including dropped ones
  std::uint64_t dropped = 0;   ///< records that did not fit, which are the last ones
};
static_assert(sizeof(RecordBuffer) == 32);
inline constexpr std::string_view record_buffer_name = "warplens_record_buffer";
/// The variable that holds the records, if instrumented PTX has one.
inline constexpr std::string_view records_name = "warplens_records";

/// One execution of an instruction by the active lanes of a warp.
struct RecordHeader {
  std::uint32_t site = 0;       ///< row of Instrumented::sites
  std::uint32_t lanes = 0;      ///< bit set
  std::uint32_t block = 0;      ///< linear in the grid, x fastest
  std::uint32_t warp = 0;       ///< in its block
  std::uint32_t sm = 0;         ///< %smid
  std::uint32_t warp_slot = 0;  ///< %warpid: slot on its multiprocessor
  std::uint64_t clock = 0;      ///< %clock64 of that multiprocessor
};
static_assert(sizeof(RecordHeader) == 32);

/// Flag in the address of a generic access to shared memory; the other bits are the address in shared memory.
inline constexpr std::uint64_t record_in_shared = std::uint64_t{1} << 63;

/// Whether an instruction is recorded: loads, stores, atomics and asynchronous copies of global and shared memory, and block
/// barriers.
bool is_recorded(const Instruction& instruction);

/// Bytes that each lane copies by a recorded cp.async: 4, 8 or 16; 0 for other instructions, including a cp.async whose size is
/// in a register.
std::uint32_t copied_bytes(const Instruction& instruction);

/// The elements that each lane reads or writes: of a vector access, or of a copy, in units of up to 8 bytes.
struct RecordedElements {
  std::uint32_t count = 1;
  std::uint32_t bytes = 0;  ///< of each
};
RecordedElements recorded_elements(const Instruction& instruction);

/// Words per lane in a record of that instruction: none for a barrier, otherwise the address and the zero-extended values: each
/// element read or written; for an atomic each old element, then its other operands; for a copy the source address, the elements,
/// and the destination in shared memory, as if the copy were synchronous.
std::uint32_t record_words(const Instruction& instruction);
/// The same rounded up to an even number, so that words are stored in pairs: the stride between lanes.
std::uint32_t record_lane_words(const Instruction& instruction);

}  // namespace warplens::ptx
