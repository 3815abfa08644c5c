#pragma once

#include <span>
#include <string_view>

namespace warplens::ptx {

/// Find why an instruction (as written: mnemonic and suffixes) is not supported, as ": reason"; "" if the reason is
/// unknown.
std::string_view refusal(std::string_view written);

/// A group of unsupported instructions, with the reason.
struct Refusal {
  std::string_view start;   ///< beginning of the instruction as written
  std::string_view reason;  ///< ": textures and surfaces are not modelled"
};
/// All groups that are refused by name.
std::span<const Refusal> refusals();

}  // namespace warplens::ptx
