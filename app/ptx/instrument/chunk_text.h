#pragma once

#include <cstdint>
#include <string>

#include "ptx/module.h"

// PTX code with which lanes reserve and keep chunks of records (record.h).

namespace warplens::ptx {

/// Code for the start of the module: the variable RecordBuffer, the records if `own_bytes` is not 0, and the function that
/// reserves a chunk.
std::string record_prelude(std::uint64_t own_bytes);

/// Code for the start of a function's body: the registers that hold a thread's chunk.
std::string chunk_registers();

/// Whether a thread may reuse the chunk of its last record in this function. Not in a device function that calls others: it may
/// be recursive, and threads that record together may then be at different depths, with different chunks.
bool keeps_chunk(const Function& function);

}  // namespace warplens::ptx
