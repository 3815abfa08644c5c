#include <sys/mman.h>

#include <cstdlib>
#include <new>

// Large tables in large pages. The columns of a trace, tables and cells of a large launch are allocated anew for each run, and
// touching each page of 4 KiB for the first time takes longer than writing it; with pages of 2 MiB, which the system gives only
// if it is asked (madvise(2), MADV_HUGEPAGE), a picture of a million threads takes about a quarter less time. For the program and
// its benchmarks, not for the libraries that other programs load.

namespace {

constexpr std::size_t page = std::size_t{2} << 20, large = 2 * page;

void* allocate(std::size_t size) noexcept {
  if (size < large) return std::malloc(size == 0 ? 1 : size);
  const std::size_t rounded = (size + page - 1) / page * page;
  void* const memory = std::aligned_alloc(page, rounded < size ? size : rounded);
  if (memory != nullptr) madvise(memory, rounded, MADV_HUGEPAGE);  // a refusal costs time only
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  for (;;) {
    if (void* const memory = allocate(size)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
