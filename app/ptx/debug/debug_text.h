#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::ptx {

/// An address in a debug section: of a label of the code, of a variable, of a place in another section.
struct DebugAddress {
  std::string_view symbol;  ///< points into the PTX text
  std::uint64_t addend = 0;
};

/// A section of debug information, as bytes.
struct DebugSection {
  std::vector<std::uint8_t> bytes;
  std::map<std::uint64_t, DebugAddress> addresses;               ///< by the byte where each is; the bytes there are 0
  std::unordered_map<std::string_view, std::uint64_t> labels{};  ///< byte at which each label of the section is
};

/// What a PTX text has for debuggers.
struct DebugText {
  std::unordered_map<std::string_view, std::uint32_t> labels;  ///< labels of the code, with their lines, 1-based
  DebugSection info, abbreviations, locations, strings;
};

/// Read the debug sections of a PTX text that a compiler wrote: a directive such as `.b8 1,2` or `.b64 $L__tmp0` per line (PTX
/// ISA, "Debugging Directives"). Lines of any other form are skipped. `ptx` must outlive the result.
DebugText read_debug_text(std::string_view ptx);

}  // namespace warplens::ptx
