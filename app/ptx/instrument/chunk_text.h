#pragma once

#include <cstdint>
#include <string>

#include "ptx/module.h"

// The PTX by which lanes keep and reserve chunks of records (record.h).

namespace warplens::ptx {

/// The part at the start of the module: the variable RecordBuffer, the records if `own_bytes` is not 0, and the function that
/// reserves a chunk.
std::string record_prelude(std::uint64_t own_bytes);

/// The part at the start of a function's body: the registers that hold a thread's chunk.
std::string chunk_registers();

/// Whether a thread may use the chunk of its last record in this function again. Not in a device function that calls others: it
/// may be recursive, and threads that record together may then be at different depths, with different chunks.
bool keeps_chunk(const Function& function);

}  // namespace warplens::ptx
