#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/module.h"

// The PTX that instrument() inserts into a module.

namespace warplens::ptx {

/// The part at the start of the module: the variable RecordBuffer, the records if `own_bytes` is not 0, and the function that
/// reserves space for a record.
std::string record_prelude(std::uint64_t own_bytes);

/// A recorded instruction with its record, as one block `{ … }`. `statement`: the instruction as in the text, with its guard and
/// semicolon.
std::string recorded_statement(const Module& module, const Function& function, const Instruction& instruction, std::uint32_t site,
                               std::string_view statement);

}  // namespace warplens::ptx
