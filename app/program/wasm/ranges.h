#pragma once

#include <cstdint>
#include <functional>

#include "program/wasm/entries.h"

namespace warplens::program::wasm {

/// Tell `use` the ranges of addresses of an entry: begins, and ends behind the last. `base`: where the unit begins. Ranges of
/// functions that the linker left out may be among them. (DWARF, "Non-Contiguous Address Ranges".)
void for_each_range(const Values& values, std::uint64_t base, const Encoding& encoding, const Sections& sections, Work& work,
                    const std::function<void(std::uint64_t, std::uint64_t)>& use);

}  // namespace warplens::program::wasm
