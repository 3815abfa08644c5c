#pragma once

#include <span>
#include <string_view>

namespace warplens::ptx {

/// Why an instruction (as written: mnemonic and suffixes) is not supported, as ": reason"; "" if it is
/// unknown.
std::string_view refusal(std::string_view written);

/// Instructions that are not supported, and why.
struct Refusal {
  std::string_view start;   ///< of the instruction as written
  std::string_view reason;  ///< ": textures and surfaces are not modelled"
};
/// All that are refused by name.
std::span<const Refusal> refusals();

}  // namespace warplens::ptx
