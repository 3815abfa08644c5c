#include "base/pages.h"

#include <cstdint>
#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace warplens::base {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;

/// The next multiple of large pages.
[[maybe_unused]] std::uintptr_t rounded_up(std::uintptr_t bytes) { return (bytes + large_page - 1) / large_page * large_page; }

}  // namespace

#ifdef MAP_ANONYMOUS

void FreePages::operator()(std::byte* memory) const { munmap(memory, bytes); }

Pages zeroed_pages(std::size_t bytes) {
  if (bytes >= large_page) bytes = rounded_up(bytes);  // Linux lays only whole large pages where large pages begin
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return Pages(static_cast<std::byte*>(memory), FreePages{bytes});
}

#else

void FreePages::operator()(std::byte* memory) const { std::free(memory); }

Pages zeroed_pages(std::size_t bytes) {
  void* const memory = std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
  return Pages(static_cast<std::byte*>(memory), FreePages{bytes});
}

#endif

void expect_touched([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const std::uintptr_t first = rounded_up(reinterpret_cast<std::uintptr_t>(memory));
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / large_page * large_page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace warplens::base
