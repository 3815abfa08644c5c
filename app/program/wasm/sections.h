#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "program/wasm/careful_bytes.h"

namespace warplens::program::wasm {

/// The parts of a WebAssembly file that source places are found by.
struct Sections {
  std::size_t code_at = 0;  ///< offset of the code section's contents, from where debug information counts its addresses
  std::span<const std::byte> code{}, imports{};
  std::map<std::string_view, std::span<const std::byte>> custom{};  ///< by name, such as ".debug_line"

  /// A custom section; empty if there is none.
  std::span<const std::byte> named(std::string_view name) const;
};

/// Find the sections. Nothing if the bytes are no WebAssembly file. (WebAssembly Core Specification, "Binary Format".)
std::optional<Sections> sections_of(std::span<const std::byte> file, Work& work);

/// The names of the functions in which `addresses` are, by address, as the linker noted them. Addresses count from the code
/// section's contents.
std::map<std::uint64_t, std::string> function_names(const Sections& sections, const std::set<std::uint64_t>& addresses,
                                                    Work& work);

}  // namespace warplens::program::wasm
