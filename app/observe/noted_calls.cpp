#include <array>
#include <utility>

#include "observe/observer.h"
#include "observe/real_runtime.h"
#include "runtime/recorder.h"

// Memory: what the program allocates, frees, copies and sets, noted for a recording. And functions after which launches are done:
// then their times are collected.

namespace warplens::observe {
namespace {

/// Make a call of the program, and note it for a recording. `describe(event, observer)` adds what it did, where it succeeded.
/// Other threads' calls are not kept waiting.
template <auto function, typename Describe, typename... Arguments>
cudaError_t noted(Describe describe, Arguments... arguments) {
  Observer& observer = observe::observer();
  if (!observer.keeper.active()) return real<function>(arguments...);
  report::Json event;
  {
    const std::lock_guard lock(in_turn());
    event = observer.begin_call(plain_name(name_of<function>()));
  }
  const cudaError_t error = real<function>(arguments...);
  const std::lock_guard lock(in_turn());
  if (error == cudaSuccess) describe(event, observer);
  observer.end_call(std::move(event), error);
  return error;
}

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

/// cudaMemcpyDefault has no name.
std::string_view name_of_direction(cudaMemcpyKind kind) {
  using enum launch::RecordedCall::Direction;
  constexpr std::array directions{on_host, to_device, to_host, on_device};
  return runtime::direction_names.name_of(kind < directions.size() ? directions[kind] : none);
}

/// Of memory of the GPU, where it begins.
void note_end(report::Json& event, const Observer& observer, const char* end, const void* address) {
  if (const auto start = observer.keeper.start_of(number(address))) event[end] = *start;
}

// What a call does, for noted().

/// `kind`: as runtime::memory_kind_names. `memory`: where the call stores the address.
auto allocation(const char* kind, void** memory, size_t bytes) {
  return [=](report::Json& event, Observer& observer) { observer.note_allocated(event, kind, number(*memory), bytes); };
}

auto release(void* memory) {
  return [=](report::Json& event, Observer& observer) { observer.note_freed(event, number(memory)); };
}

auto copy(void* to, const void* from, size_t bytes, cudaMemcpyKind direction, cudaStream_t stream = nullptr) {
  return [=](report::Json& event, Observer& observer) {
    note_end(event, observer, "to", to);
    note_end(event, observer, "from", from);
    event["bytes"] = bytes;
    event["direction"] = name_of_direction(direction);
    event["stream"] = observer.number_of(stream);
  };
}

auto fill(void* to, size_t bytes, cudaStream_t stream = nullptr) {
  return [=](report::Json& event, Observer& observer) {
    note_end(event, observer, "to", to);
    event["bytes"] = bytes;
    event["stream"] = observer.number_of(stream);
  };
}

void note_nothing_more(report::Json&, Observer&) {}

template <auto function, typename... Arguments>
cudaError_t collected(Arguments... arguments) {
  const cudaError_t error = noted<function>(note_nothing_more, arguments...);
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.collect();
  return error;
}

}  // namespace
}  // namespace warplens::observe

using namespace warplens;
using namespace warplens::observe;

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return noted<cudaMalloc>(allocation("device", memory, bytes), memory, bytes);
}
cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned flags) {
  return noted<cudaMallocManaged>(allocation("managed", memory, bytes), memory, bytes, flags);
}
cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  return noted<cudaMallocHost>(allocation("pinned", memory, bytes), memory, bytes);
}
cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return noted<cudaHostAlloc>(allocation("pinned", memory, bytes), memory, bytes, flags);
}
cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned flags) {
  return noted<cudaHostRegister>(allocation("registered", &memory, bytes), memory, bytes, flags);
}
cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream) {
  return noted<cudaMallocAsync>(allocation("device", memory, bytes), memory, bytes, stream);
}
cudaError_t cudaMallocAsync_ptsz(void** memory, size_t bytes, cudaStream_t stream) {
  return noted<cudaMallocAsync_ptsz>(allocation("device", memory, bytes), memory, bytes, stream);
}
cudaError_t cudaMallocFromPoolAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return noted<cudaMallocFromPoolAsync>(allocation("device", memory, bytes), memory, bytes, pool, stream);
}
/// Rows with gaps between them.
cudaError_t cudaMallocPitch(void** memory, size_t* pitch, size_t width, size_t height) {
  return noted<cudaMallocPitch>(
      [=](report::Json& event, Observer& observer) {
        observer.note_allocated(event, "device", number(*memory), *pitch * height);
      },
      memory, pitch, width, height);
}

cudaError_t cudaFree(void* memory) { return noted<cudaFree>(release(memory), memory); }
cudaError_t cudaFreeHost(void* memory) { return noted<cudaFreeHost>(release(memory), memory); }
cudaError_t cudaHostUnregister(void* memory) { return noted<cudaHostUnregister>(release(memory), memory); }
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) { return noted<cudaFreeAsync>(release(memory), memory, stream); }
cudaError_t cudaFreeAsync_ptsz(void* memory, cudaStream_t stream) {
  return noted<cudaFreeAsync_ptsz>(release(memory), memory, stream);
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return noted<cudaMemcpy>(copy(to, from, bytes, kind), to, from, bytes, kind);
}
cudaError_t cudaMemcpy_ptds(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return noted<cudaMemcpy_ptds>(copy(to, from, bytes, kind), to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return noted<cudaMemcpyAsync>(copy(to, from, bytes, kind, stream), to, from, bytes, kind, stream);
}
cudaError_t cudaMemcpyAsync_ptsz(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return noted<cudaMemcpyAsync_ptsz>(copy(to, from, bytes, kind, stream), to, from, bytes, kind, stream);
}
cudaError_t cudaMemset(void* to, int value, size_t bytes) { return noted<cudaMemset>(fill(to, bytes), to, value, bytes); }
cudaError_t cudaMemset_ptds(void* to, int value, size_t bytes) {
  return noted<cudaMemset_ptds>(fill(to, bytes), to, value, bytes);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return noted<cudaMemsetAsync>(fill(to, bytes, stream), to, value, bytes, stream);
}
cudaError_t cudaMemsetAsync_ptsz(void* to, int value, size_t bytes, cudaStream_t stream) {
  return noted<cudaMemsetAsync_ptsz>(fill(to, bytes, stream), to, value, bytes, stream);
}

cudaError_t cudaDeviceSynchronize() { return collected<cudaDeviceSynchronize>(); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return collected<cudaStreamSynchronize>(stream); }
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return collected<cudaStreamSynchronize_ptsz>(stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return collected<cudaEventSynchronize>(event); }

/// Events do not outlive it.
cudaError_t cudaDeviceReset() {
  {
    const std::lock_guard lock(in_turn());
    if (observer().active) observer().timer.finish();
  }
  const cudaError_t error = noted<cudaDeviceReset>(note_nothing_more);
  const std::lock_guard lock(in_turn());
  if (observer().active) observer().timer.forget();
  return error;
}
