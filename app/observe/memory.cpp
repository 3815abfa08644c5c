#include "observe/observed_call.h"

// Memory: what the program allocates, frees, copies and sets, noted for a recording.

namespace warplens::observe {
namespace {

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

/// `kind`: as runtime::memory_kind_names. `pointer`: where `call()` stores the address.
template <typename Call>
int allocated(const char* name, const char* kind, void** pointer, std::size_t bytes, Call call) {
  return noted(name, call, [=](report::Json& event, Observer& observer) {
    event["address"] = number(*pointer);
    event["kind"] = kind;
    event["bytes"] = bytes;
    if (*pointer != nullptr) observer.keeper.allocated(number(*pointer), bytes);
  });
}

template <typename Call>
int freed(const char* name, void* pointer, Call call) {
  return noted(name, call, [=](report::Json& event, Observer& observer) {
    event["address"] = number(pointer);
    observer.keeper.freed(number(pointer));
  });
}

template <typename Call>
int copied(const char* name, void* to, const void* from, std::size_t bytes, int direction, void* stream, Call call) {
  return noted(name, call, [=](report::Json& event, Observer& observer) {
    event["to"] = number(to);
    event["from"] = number(from);
    event["bytes"] = bytes;
    event["direction"] = direction;
    event["stream"] = observer.number_of(stream);
  });
}

template <typename Call>
int filled(const char* name, void* to, std::size_t bytes, void* stream, Call call) {
  return noted(name, call, [=](report::Json& event, Observer& observer) {
    event["to"] = number(to);
    event["bytes"] = bytes;
    event["stream"] = observer.number_of(stream);
  });
}

using AsyncAllocation = RealFunction<int(void**, std::size_t, void*)>;
using Free = RealFunction<int(void*)>;
using AsyncFree = RealFunction<int(void*, void*)>;
using Copy = RealFunction<int(void*, const void*, std::size_t, int)>;
using AsyncCopy = RealFunction<int(void*, const void*, std::size_t, int, void*)>;
using Fill = RealFunction<int(void*, int, std::size_t)>;
using AsyncFill = RealFunction<int(void*, int, std::size_t, void*)>;

}  // namespace

WARPLENS_EXPORT int cudaMalloc(void** pointer, std::size_t bytes) {
  static const RealFunction<int(void**, std::size_t)> real("cudaMalloc");
  return allocated("cudaMalloc", "device", pointer, bytes, [=] { return real(pointer, bytes); });
}
WARPLENS_EXPORT int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  static const RealFunction<int(void**, std::size_t, unsigned)> real("cudaMallocManaged");
  return allocated("cudaMallocManaged", "managed", pointer, bytes, [=] { return real(pointer, bytes, flags); });
}
WARPLENS_EXPORT int cudaMallocHost(void** pointer, std::size_t bytes) {
  static const RealFunction<int(void**, std::size_t)> real("cudaMallocHost");
  return allocated("cudaMallocHost", "pinned", pointer, bytes, [=] { return real(pointer, bytes); });
}
WARPLENS_EXPORT int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  static const RealFunction<int(void**, std::size_t, unsigned)> real("cudaHostAlloc");
  return allocated("cudaHostAlloc", "pinned", pointer, bytes, [=] { return real(pointer, bytes, flags); });
}
WARPLENS_EXPORT int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  static const RealFunction<int(void*, std::size_t, unsigned)> real("cudaHostRegister");
  void* address = pointer;
  return allocated("cudaHostRegister", "registered", &address, bytes, [=] { return real(pointer, bytes, flags); });
}
WARPLENS_EXPORT int cudaMallocAsync(void** pointer, std::size_t bytes, void* stream) {
  static const AsyncAllocation real("cudaMallocAsync");
  return allocated("cudaMallocAsync", "device", pointer, bytes, [=] { return real(pointer, bytes, stream); });
}
WARPLENS_EXPORT int cudaMallocAsync_ptsz(void** pointer, std::size_t bytes, void* stream) {
  static const AsyncAllocation real("cudaMallocAsync_ptsz");
  return allocated("cudaMallocAsync", "device", pointer, bytes, [=] { return real(pointer, bytes, stream); });
}
WARPLENS_EXPORT int cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, void* pool, void* stream) {
  static const RealFunction<int(void**, std::size_t, void*, void*)> real("cudaMallocFromPoolAsync");
  return allocated("cudaMallocFromPoolAsync", "device", pointer, bytes, [=] { return real(pointer, bytes, pool, stream); });
}
/// Rows with gaps between them.
WARPLENS_EXPORT int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  static const RealFunction<int(void**, std::size_t*, std::size_t, std::size_t)> real("cudaMallocPitch");
  return noted(
      "cudaMallocPitch", [=] { return real(pointer, pitch, width, height); },
      [=](report::Json& event, Observer& observer) {
        event["address"] = number(*pointer);
        event["kind"] = "device";
        event["bytes"] = *pitch * height;
        observer.keeper.allocated(number(*pointer), *pitch * height);
      });
}

WARPLENS_EXPORT int cudaFree(void* pointer) {
  static const Free real("cudaFree");
  return freed("cudaFree", pointer, [=] { return real(pointer); });
}
WARPLENS_EXPORT int cudaFreeHost(void* pointer) {
  static const Free real("cudaFreeHost");
  return freed("cudaFreeHost", pointer, [=] { return real(pointer); });
}
WARPLENS_EXPORT int cudaHostUnregister(void* pointer) {
  static const Free real("cudaHostUnregister");
  return freed("cudaHostUnregister", pointer, [=] { return real(pointer); });
}
WARPLENS_EXPORT int cudaFreeAsync(void* pointer, void* stream) {
  static const AsyncFree real("cudaFreeAsync");
  return freed("cudaFreeAsync", pointer, [=] { return real(pointer, stream); });
}
WARPLENS_EXPORT int cudaFreeAsync_ptsz(void* pointer, void* stream) {
  static const AsyncFree real("cudaFreeAsync_ptsz");
  return freed("cudaFreeAsync", pointer, [=] { return real(pointer, stream); });
}

WARPLENS_EXPORT int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  static const Copy real("cudaMemcpy");
  return copied("cudaMemcpy", to, from, bytes, kind, nullptr, [=] { return real(to, from, bytes, kind); });
}
WARPLENS_EXPORT int cudaMemcpy_ptds(void* to, const void* from, std::size_t bytes, int kind) {
  static const Copy real("cudaMemcpy_ptds");
  return copied("cudaMemcpy", to, from, bytes, kind, nullptr, [=] { return real(to, from, bytes, kind); });
}
WARPLENS_EXPORT int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
  static const AsyncCopy real("cudaMemcpyAsync");
  return copied("cudaMemcpyAsync", to, from, bytes, kind, stream, [=] { return real(to, from, bytes, kind, stream); });
}
WARPLENS_EXPORT int cudaMemcpyAsync_ptsz(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
  static const AsyncCopy real("cudaMemcpyAsync_ptsz");
  return copied("cudaMemcpyAsync", to, from, bytes, kind, stream, [=] { return real(to, from, bytes, kind, stream); });
}
WARPLENS_EXPORT int cudaMemset(void* to, int value, std::size_t bytes) {
  static const Fill real("cudaMemset");
  return filled("cudaMemset", to, bytes, nullptr, [=] { return real(to, value, bytes); });
}
WARPLENS_EXPORT int cudaMemset_ptds(void* to, int value, std::size_t bytes) {
  static const Fill real("cudaMemset_ptds");
  return filled("cudaMemset", to, bytes, nullptr, [=] { return real(to, value, bytes); });
}
WARPLENS_EXPORT int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  static const AsyncFill real("cudaMemsetAsync");
  return filled("cudaMemsetAsync", to, bytes, stream, [=] { return real(to, value, bytes, stream); });
}
WARPLENS_EXPORT int cudaMemsetAsync_ptsz(void* to, int value, std::size_t bytes, void* stream) {
  static const AsyncFill real("cudaMemsetAsync_ptsz");
  return filled("cudaMemsetAsync", to, bytes, stream, [=] { return real(to, value, bytes, stream); });
}

}  // namespace warplens::observe
