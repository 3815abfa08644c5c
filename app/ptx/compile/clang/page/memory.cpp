// malloc is the runtime's. Program and runtime share one memory, and the C library's own allocator would not know what the
// runtime has taken of it.

#include <errno.h>
#include <stddef.h>

#define WARPLENS_IMPORT(name) __attribute__((import_module("warplens"), import_name(#name)))

extern "C" {
WARPLENS_IMPORT(malloc) void* __warplens_malloc(size_t bytes);
WARPLENS_IMPORT(calloc) void* __warplens_calloc(size_t count, size_t bytes);
WARPLENS_IMPORT(realloc) void* __warplens_realloc(void* memory, size_t bytes);
WARPLENS_IMPORT(aligned_alloc) void* __warplens_aligned_alloc(size_t alignment, size_t bytes);
WARPLENS_IMPORT(free) void __warplens_free(void* memory);
WARPLENS_IMPORT(malloc_usable_size) size_t __warplens_usable_size(void* memory);

static void* or_no_memory(void* memory) {
  if (memory == nullptr) errno = ENOMEM;
  return memory;
}
static bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void* malloc(size_t bytes) { return or_no_memory(__warplens_malloc(bytes)); }
void* calloc(size_t count, size_t bytes) { return or_no_memory(__warplens_calloc(count, bytes)); }
void* realloc(void* memory, size_t bytes) { return or_no_memory(__warplens_realloc(memory, bytes)); }
void free(void* memory) { __warplens_free(memory); }
size_t malloc_usable_size(void* memory) { return __warplens_usable_size(memory); }

void* memalign(size_t alignment, size_t bytes) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return or_no_memory(__warplens_aligned_alloc(alignment, bytes));
}
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* const made = __warplens_aligned_alloc(alignment, bytes);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}

// Names that the C library itself calls.
void* __libc_malloc(size_t bytes) { return malloc(bytes); }
void* __libc_calloc(size_t count, size_t bytes) { return calloc(count, bytes); }
void __libc_free(void* memory) { free(memory); }
}
