#include "gpu/overlap.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "gpu/buffer.h"
#include "gpu/errors.h"
#include "gpu/stream.h"
#include "launch/arguments/parameters.h"
#include "launch/costs/streams.h"

namespace warplens::gpu {
namespace {

using launch::PartRange, launch::StreamTask, launch::StreamPhase, launch::StreamTimeline, launch::StreamWay;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// A buffer of the launch: on the GPU, and the pinned memory that it is copied from and to.
struct Passenger {
  Buffer device;
  Pinned input, output;
  std::size_t width = 0;  ///< bytes of an element
};

/// The events before and after a task, not read yet.
struct Marked {
  StreamTask task;
  Event begin, end;
};

class Demonstration {
 public:
  static base::Result<Demonstration> prepare(const launch::Launch& launch, const launch::StreamPlan& plan, cudaKernel_t kernel);
  base::Result<StreamTimeline> run(StreamWay way, const std::vector<launch::Bytes>& whole);

 private:
  Demonstration(const launch::Launch& launch, const launch::StreamPlan& plan, cudaKernel_t kernel)
      : launch_(launch), plan_(plan), kernel_(kernel) {}

  const Stream& stream(std::uint32_t row) const { return row == 0 ? default_ : own_[row - 1]; }
  base::Status issue(std::vector<Marked>& marked);
  base::Status issue(StreamPhase phase, const PartRange& range, const Stream& stream);
  base::Status copy(StreamPhase direction, const PartRange& range, const Stream& stream);
  base::Status start(const PartRange& range, const Stream& stream);

  const launch::Launch& launch_;
  launch::StreamPlan plan_;
  cudaKernel_t kernel_;
  Stream default_ = Stream::the_default();
  std::vector<Stream> own_;
  std::vector<Passenger> passengers_;
  std::uint64_t elements_ = 0;
};

base::Result<Demonstration> Demonstration::prepare(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                   cudaKernel_t kernel) {
  Demonstration made(launch, plan, kernel);
  const auto elements = launch::divisible_elements(launch, plan);
  if (!elements) return elements.error();
  made.elements_ = *elements;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const std::size_t size = buffer->initial->size();
    auto device = Buffer::allocate(size);
    if (!device) return device.error();
    auto input = Pinned::allocate(size), output = Pinned::allocate(size);
    for (const auto* memory : {&input, &output})
      if (!memory->ok()) return memory->error();
    std::copy(buffer->initial->begin(), buffer->initial->end(), input->bytes().begin());
    made.passengers_.push_back({std::move(*device), std::move(*input), std::move(*output), launch::bytes(buffer->type)});
  }
  for (std::uint32_t k = 0; k < made.plan_.streams; ++k) {
    auto stream = Stream::create(Stream::Kind::waits_for_default);
    if (!stream) return stream.error();
    made.own_.push_back(std::move(*stream));
  }
  return made;
}

base::Status Demonstration::copy(StreamPhase direction, const PartRange& range, const Stream& stream) {
  for (const Passenger& each : passengers_) {
    const std::size_t from = range.first * each.width, size = range.count * each.width;
    std::byte* const there = static_cast<std::byte*>(each.device.address()) + from;
    const cudaError_t error =
        direction == StreamPhase::copy_in
            ? cudaMemcpyAsync(there, each.input.bytes().data() + from, size, cudaMemcpyHostToDevice, stream.get())
            : cudaMemcpyAsync(each.output.bytes().data() + from, there, size, cudaMemcpyDeviceToHost, stream.get());
    if (error != cudaSuccess) return failed("cannot copy a part", error);
  }
  return base::Nothing{};
}

base::Status Demonstration::start(const PartRange& range, const Stream& stream) {
  const launch::Launch part = launch::launch_of_part(launch_, plan_, range);
  std::vector<std::uint64_t> addresses;
  for (const Passenger& each : passengers_)
    addresses.push_back(reinterpret_cast<std::uintptr_t>(each.device.address()) + range.first * each.width);
  std::vector<std::byte> block = launch::parameter_block(part, addresses);  // copied by the launch
  std::vector<void*> parameters;
  for (const ptx::Parameter& parameter : launch_.module->functions[launch_.entry].parameters)
    parameters.push_back(block.data() + parameter.offset);
  const cudaError_t error =
      cudaLaunchKernel(kernel_, dim3(part.grid.x), dim3(part.block.x), parameters.data(), part.dynamic_shared, stream.get());
  if (error != cudaSuccess) return failed("the GPU refuses the launch of a part", error);
  return base::Nothing{};
}

base::Status Demonstration::issue(StreamPhase phase, const PartRange& range, const Stream& stream) {
  return phase == StreamPhase::kernel ? start(range, stream) : copy(phase, range, stream);
}

/// Queue copy in, kernel and copy out of each part.
base::Status Demonstration::issue(std::vector<Marked>& marked) {
  for (Marked& mark : marked) {
    const Stream& stream = this->stream(mark.task.row);
    if (const auto status = mark.begin.record(stream); !status) return status.error();
    if (const auto status = issue(mark.task.phase, launch::part_range(plan_, elements_, mark.task.part), stream); !status)
      return status.error();
    if (const auto status = mark.end.record(stream); !status) return status.error();
  }
  return base::Nothing{};
}

base::Result<StreamTimeline> Demonstration::run(StreamWay way, const std::vector<launch::Bytes>& whole) {
  std::vector<Marked> marked;
  for (std::uint32_t part = 0; part < plan_.parts; ++part)
    for (const StreamPhase phase : {StreamPhase::copy_in, StreamPhase::kernel, StreamPhase::copy_out}) {
      auto begin = Event::create(), end = Event::create();
      if (!begin) return begin.error();
      if (!end) return end.error();
      marked.push_back({{phase, part, launch::stream_row(way, phase, part, plan_.streams)}, std::move(*begin), std::move(*end)});
    }
  auto start = Event::create();
  if (!start) return start.error();
  for (const Passenger& each : passengers_) std::fill(each.output.bytes().begin(), each.output.bytes().end(), std::byte{});
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) return failed("cannot begin", error);

  StreamTimeline timeline;
  timeline.way = way;
  timeline.streams = plan_.streams;
  const Clock::time_point begin = Clock::now();
  if (const auto status = start->record(stream(marked.front().task.row)); !status) return status.error();
  const base::Status issued = issue(marked);
  timeline.issued_ms = milliseconds_since(begin);
  const cudaError_t ended = cudaDeviceSynchronize();  // in any case: the copies use memory that is freed after this
  timeline.done_ms = milliseconds_since(begin);
  if (!issued) return issued.error();
  if (ended != cudaSuccess) return failed("a part failed", ended);

  for (Marked& mark : marked) {
    const auto ready = milliseconds(*start, mark.begin), end = milliseconds(*start, mark.end);
    if (!ready) return ready.error();
    if (!end) return end.error();
    mark.task.ready_ms = *ready;
    mark.task.end_ms = *end;
    timeline.tasks.push_back(mark.task);
  }
  launch::serialise_copies(timeline.tasks);
  for (std::size_t k = 0; k < passengers_.size(); ++k) {
    const auto output = passengers_[k].output.bytes();
    if (k >= whole.size() || !std::equal(output.begin(), output.end(), whole[k].begin(), whole[k].end()))
      timeline.same_outputs = false;
  }
  return timeline;
}

}  // namespace

base::Result<std::vector<StreamTimeline>> run_in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                         cudaKernel_t kernel, const std::vector<launch::Bytes>& whole,
                                                         const launch::Progress& progress) {
  auto demonstration = Demonstration::prepare(launch, plan, kernel);
  if (!demonstration) return demonstration.error();
  std::vector<StreamTimeline> timelines;
  for (const StreamWay way : launch::stream_ways) {
    if (progress.cancel) break;
    if (const auto warm = demonstration->run(way, whole); !warm) return warm.error();
    auto timeline = demonstration->run(way, whole);
    if (!timeline) return timeline.error();
    timelines.push_back(std::move(*timeline));
  }
  return timelines;
}

}  // namespace warplens::gpu
