#pragma once

#include <string_view>

namespace warplens::ptx {

/// Why an instruction (as written: mnemonic and suffixes) that no machine of ours runs is left out, as ": reason"; "" where it is
/// simply unknown.
std::string_view refusal(std::string_view written);

}  // namespace warplens::ptx
