#pragma once

#include <cstdint>
#include <optional>

namespace warplens::runtime {

/// The room of the host's block from malloc or new that begins at `pointer`, in bytes, if it is less than `bytes`: what was asked
/// for, rounded up. Nothing if it is enough, if no block of the C library's main heap begins there, and for other heaps. Reads
/// the library's own records (GNU C Library, malloc/malloc.c, "malloc_chunk"). Before it says that the room is too small, it goes
/// through the heap from its first block to this one, so that it does not mistake other data for a record.
std::optional<std::uint64_t> room_below(const void* pointer, std::uint64_t bytes);

/// Whether an address is in the C library's main heap.
bool is_in_host_heap(std::uint64_t address);

}  // namespace warplens::runtime
