#pragma once

#include <cstddef>
#include <memory>

namespace warplens::base {

/// Advise the system that all `bytes` at `memory` will soon be touched, so that it can use large pages: one page fault instead of
/// hundreds. Covers only whole large pages.
void expect_touched(void* memory, std::size_t bytes);

struct FreePages {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using Pages = std::unique_ptr<std::byte, FreePages>;

/// Map `bytes` of zeroed memory from the system: its pages cost nothing until they are touched. Throws std::bad_alloc.
Pages zeroed_pages(std::size_t bytes);

}  // namespace warplens::base
