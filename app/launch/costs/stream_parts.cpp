#include "launch/costs/stream_parts.h"

#include <variant>

#include "base/number_format.h"

namespace warplens::launch {

base::Result<std::uint64_t> divisible_elements(const Launch& launch, const StreamPlan& plan) {
  if (launch.grid.y * launch.grid.z * launch.block.y * launch.block.z != 1)
    return base::error("streams: only threads along x can be divided");
  const auto* count = std::get_if<Scalar>(&launch.arguments[plan.count_argument]);
  if (count == nullptr) return base::error("streams: the number of elements is no scalar");
  const auto elements = static_cast<std::uint64_t>(to_double(*count));
  if (elements < plan.parts) return base::error("streams: there are fewer elements than parts that they are to be divided into");
  for (const Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<Buffer>(&argument);
    if (buffer != nullptr && buffer->size != elements)
      return base::error("streams: " + buffer->name + " has " + base::counted(buffer->size, "element") + ", the parts are of " +
                         base::grouped(elements));
  }
  return elements;
}

PartRange part_range(const StreamPlan& plan, std::uint64_t elements, std::uint32_t part) {
  const std::uint64_t first = elements * part / plan.parts;
  return {first, elements * (part + 1) / plan.parts - first};
}

Launch launch_of_part(const Launch& launch, const StreamPlan& plan, const PartRange& range) {
  Launch part = launch;
  auto& count = std::get<Scalar>(part.arguments[plan.count_argument]);
  count = *make_scalar(count.type, static_cast<double>(range.count));
  part.grid.x = static_cast<std::uint32_t>((range.count + part.block.x - 1) / part.block.x);
  return part;
}

std::uint32_t stream_row(StreamWay way, StreamPhase phase, std::uint32_t part, std::uint32_t streams) {
  const bool in_default =
      way == StreamWay::default_stream || (way == StreamWay::kernels_in_default && phase == StreamPhase::kernel);
  return in_default ? 0 : 1 + part % streams;
}

}  // namespace warplens::launch
