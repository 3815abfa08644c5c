#pragma once

#include <cstdint>
#include <optional>

namespace warplens::runtime {

/// How many bytes the host's block from malloc or new that begins at `pointer` has room for: what was asked for, rounded up.
/// Nothing where no block of the C library's main heap begins there, and for other heaps. Reads the library's own records (GNU C
/// Library, malloc/malloc.c, "malloc_chunk"), and believes them only where they lead from the heap's first block to this one. So
/// it takes time in proportion to the number of blocks; ask may_be_less_than() first.
std::optional<std::uint64_t> room_of_host_block(const void* pointer);

/// Whether a block that begins at `pointer`, if one does, seems to have room for fewer than `bytes`.
bool may_be_less_than(const void* pointer, std::uint64_t bytes);

/// Whether an address is in the C library's main heap.
bool is_in_host_heap(std::uint64_t address);

}  // namespace warplens::runtime
