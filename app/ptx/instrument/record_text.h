#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/module.h"

namespace warplens::ptx {

/// Make the text of a recorded instruction with its record, as one block `{ … }`. `statement`: the instruction as in the text,
/// with its guard and semicolon.
std::string recorded_statement(const Module& module, const Function& function, const Instruction& instruction, std::uint32_t site,
                               std::string_view statement);

}  // namespace warplens::ptx
