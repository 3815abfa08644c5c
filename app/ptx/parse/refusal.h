#pragma once

#include <string_view>

namespace warplens::ptx {

/// Why an instruction (as written: mnemonic and suffixes) is not supported, as ": reason"; "" if it is
/// unknown.
std::string_view refusal(std::string_view written);

}  // namespace warplens::ptx
