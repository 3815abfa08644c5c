#pragma once

#include <cstddef>
#include <memory>

namespace warplens::base {

/// Tell the system that all of `bytes` at `memory` will soon be touched: where it can, it gives large pages, each of which costs
/// one fault instead of hundreds. Only advice, and only about as much as fills large pages.
void expect_touched(void* memory, std::size_t bytes);

struct FreePages {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using Pages = std::unique_ptr<std::byte, FreePages>;

/// `bytes` of zeroed memory straight from the system, not recycled: its pages cost nothing until they are touched. Throws
/// std::bad_alloc.
Pages zeroed_pages(std::size_t bytes);

}  // namespace warplens::base
