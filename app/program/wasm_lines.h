#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "program/places.h"

namespace warplens::program {

/// The source places of instructions in a WebAssembly file, by their offsets in the file as browsers write them in a call stack:
/// those of the call instructions themselves. Innermost first; each inlined call has its own place, as addr2line -i prints it. A
/// place has no file where the file has no debug information (DWARF, versions 2 to 5) about it. The file may hold anything.
std::map<std::uint64_t, std::vector<Place>> wasm_places(std::span<const std::byte> file, const std::set<std::uint64_t>& offsets);

}  // namespace warplens::program
