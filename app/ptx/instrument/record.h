#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/module.h"

// What instrumented PTX leaves in memory (see instrument.h). Records lie one behind the other, in the order in which their warps
// asked for room; each is a header, then for every lane of it, lowest first, record_lane_words() words of 8 bytes.

namespace warplens::ptx {

/// The variable of instrumented PTX that says where records go. The host fills in the first two before a launch and reads the
/// others after it. All zero, as the PTX has it: every record is dropped.
struct RecordBuffer {
  std::uint64_t records = 0;   ///< address of the first record, aligned to 16 bytes; all bytes from there on are 0 at first
  std::uint64_t capacity = 0;  ///< bytes there
  std::uint64_t asked = 0;     ///< bytes of all records, also of those for which there was no room
  std::uint64_t dropped = 0;   ///< records for which there was no room: the last ones
};
static_assert(sizeof(RecordBuffer) == 32);
inline constexpr std::string_view record_buffer_name = "warplens_record_buffer";
/// The records themselves, where instrumented PTX keeps them in a variable of its own.
inline constexpr std::string_view records_name = "warplens_records";

/// One warp instruction, by the lanes that executed it together.
struct RecordHeader {
  std::uint32_t site = 0;       ///< row of Instrumented::sites
  std::uint32_t lanes = 0;      ///< bit set
  std::uint32_t block = 0;      ///< linear in the grid, x fastest
  std::uint32_t warp = 0;       ///< in its block
  std::uint32_t sm = 0;         ///< %smid
  std::uint32_t warp_slot = 0;  ///< %warpid: where on its multiprocessor
  std::uint64_t clock = 0;      ///< %clock64 of that multiprocessor
};
static_assert(sizeof(RecordHeader) == 32);

/// Set in the address of an access through a generic address that lies in shared memory; the rest is the address there.
inline constexpr std::uint64_t record_in_shared = std::uint64_t{1} << 63;

/// Whether an instruction leaves records: loads, stores, atomics and asynchronous copies of global and shared memory, and
/// barriers of a block.
bool is_recorded(const Instruction& instruction);

/// Bytes that each lane copies by a cp.async that leaves records: 4, 8 or 16; 0 of any other instruction, also of a cp.async that
/// copies as much as a register says.
std::uint32_t copied_bytes(const Instruction& instruction);

/// What each lane reads or writes, element by element: of a vector access, or of a copy by up to 8 bytes.
struct RecordedElements {
  std::uint32_t count = 1;
  std::uint32_t bytes = 0;  ///< of each
};
RecordedElements recorded_elements(const Instruction& instruction);

/// Words per lane in a record of that instruction: none for a barrier, else the address and the values, zero-extended: each
/// element read or written; of an atomic each old element, then its other operands; of a copy the address it reads, the elements,
/// and the address in shared memory that it writes, as if it did so at once.
std::uint32_t record_words(const Instruction& instruction);
/// The same rounded up to an even number, so that two are stored at once: how far a lane's words are from the next lane's.
std::uint32_t record_lane_words(const Instruction& instruction);

}  // namespace warplens::ptx
