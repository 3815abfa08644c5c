#include "pretended_time.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace {

using namespace warplens::gpu;

struct Time {
  double now = 0;  // the time until which the CPU has waited
  CUstream_st the_default;
  std::set<CUstream_st*> others;
  std::array<double, 3> engine_free{};
};
Time& time_of_gpu() {
  static Time time;
  return time;
}

}  // namespace

namespace warplens::gpu {

PretendedPace& pretended_pace() {
  static PretendedPace pace;
  return pace;
}

cudaStream_t make_stream(bool waits_for_default) {
  auto made = std::make_unique<CUstream_st>(CUstream_st{waits_for_default, 0});
  time_of_gpu().others.insert(made.get());
  return made.release();
}

void destroy_stream(cudaStream_t stream) {
  time_of_gpu().others.erase(stream);
  std::unique_ptr<CUstream_st>{stream};
}

double reached(cudaStream_t stream) {
  const Time& time = time_of_gpu();
  double at = std::max(time.now, stream == nullptr ? time.the_default.free_at : stream->free_at);
  if (stream != nullptr) return stream->waits_for_default ? std::max(at, time.the_default.free_at) : at;
  for (const CUstream_st* other : time.others)
    if (other->waits_for_default) at = std::max(at, other->free_at);
  return at;
}

void wait_for(cudaStream_t stream) { time_of_gpu().now = reached(stream); }

void wait_for_all() {
  wait_for(nullptr);
  for (CUstream_st* other : time_of_gpu().others) wait_for(other);
}

void queue(cudaStream_t stream, Engine engine, double milliseconds) {
  double& free = time_of_gpu().engine_free[static_cast<std::size_t>(engine)];
  free = std::max(reached(stream), free) + milliseconds;
  (stream == nullptr ? time_of_gpu().the_default : *stream).free_at = free;
}

void queue_copy(cudaStream_t stream, cudaMemcpyKind kind, std::size_t size) {
  const double mebibytes = static_cast<double>(size) / (1 << 20);
  queue(stream, kind == cudaMemcpyHostToDevice ? Engine::copy_in : Engine::copy_out,
        mebibytes * pretended_pace().copy_per_mebibyte);
}

}  // namespace warplens::gpu
