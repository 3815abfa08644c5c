#pragma once

#include <cstdint>

namespace warplens::runtime {

/// Give the part of an open file back to the file system; the file keeps its size. False if that is not possible there.
bool free_part_of_file(int descriptor, std::uint64_t offset, std::uint64_t bytes);

}  // namespace warplens::runtime
