#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/module.h"

namespace warplens::ptx {

// PTX code with which lanes reserve and keep chunks of records (record.h); chunk_text.cpp.

/// Code for the start of the module: the variable RecordBuffer, the records if `own_bytes` is not 0, and the function that
/// reserves a chunk.
std::string record_prelude(std::uint64_t own_bytes);

/// Code for the start of a function's body: the registers that hold a thread's chunk.
std::string chunk_registers();

/// Whether a thread may reuse the chunk of its last record in this function. Not in a device function that calls others: it may
/// be recursive, and threads that record together may then be at different depths, with different chunks.
bool keeps_chunk(const Function& function);

/// Make the text of a recorded instruction with its record, as one block `{ … }`. `statement`: the instruction as in the text,
/// with its guard and semicolon.
std::string recorded_statement(const Module& module, const Function& function, const Instruction& instruction, std::uint32_t site,
                               std::string_view statement);

}  // namespace warplens::ptx
