#include "launch/arguments/parameters.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "base/number_format.h"
#include "launch/placement.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t next_multiple(std::uint64_t offset, std::uint64_t step) { return (offset + step - 1) / step * step; }

}  // namespace

std::uint64_t parameter_bytes(const Argument& argument) {
  const auto* scalar = std::get_if<Scalar>(&argument);
  return scalar != nullptr ? bytes(scalar->type) : sizeof(std::uint64_t);
}

std::vector<ParameterPlace> parameter_places(const Launch& launch) {
  std::vector<ParameterPlace> places;
  std::uint32_t parameter = 0, left = 0;
  std::uint64_t end = 0;
  for (const Argument& argument : launch.arguments) {
    if (left == 0) {
      left = parameter < launch.fields.size() ? launch.fields[parameter] : 1;
      end = 0;
    }
    const std::uint64_t size = parameter_bytes(argument), offset = next_multiple(end, size);
    places.push_back({parameter, offset});
    end = offset + size;
    if (--left == 0) ++parameter;
  }
  return places;
}

std::vector<std::byte> parameter_block(const Launch& launch, std::span<const std::uint64_t> addresses) {
  const ptx::Function& entry = launch.module->functions[launch.entry];
  std::vector<std::byte> block(entry.parameter_bytes + parameter_padding);
  const std::vector<ParameterPlace> places = parameter_places(launch);
  std::size_t buffer = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ptx::Parameter& parameter = entry.parameters[places[i].parameter];
    const auto* scalar = std::get_if<Scalar>(&launch.arguments[i]);
    const std::uint64_t bits = scalar != nullptr ? scalar->bits : addresses[buffer++];
    const std::uint64_t room = parameter.size - places[i].offset;
    std::memcpy(block.data() + parameter.offset + places[i].offset, &bits, std::min(parameter_bytes(launch.arguments[i]), room));
  }
  return block;
}

bool is_parameter(const Launch& launch, std::uint64_t value) {
  const std::vector<std::byte>& block = launch.placement->parameters;
  return std::ranges::any_of(launch.module->functions[launch.entry].parameters, [&](const ptx::Parameter& parameter) {
    std::uint64_t given = 0;
    if (parameter.size > sizeof given || parameter.offset + parameter.size > block.size()) return false;
    std::memcpy(&given, block.data() + parameter.offset, parameter.size);
    return parameter.size >= 4 && given == value;
  });
}

base::Status check_fields(const Launch& launch) {
  const ptx::Function& entry = launch.module->functions[launch.entry];
  std::size_t first = 0;
  for (std::size_t p = 0; p < launch.fields.size(); ++p) {
    const std::uint32_t count = launch.fields[p];
    std::uint64_t end = 0, alignment = 1;
    for (std::size_t i = first; i < first + count; ++i) {
      const std::uint64_t size = parameter_bytes(launch.arguments[i]);
      end = next_multiple(end, size) + size;
      alignment = std::max(alignment, size);
    }
    first += count;
    // A vector type or alignas may add padding at the end of the structure, less than its alignment.
    const ptx::Parameter& parameter = entry.parameters[p];
    const std::uint64_t size = next_multiple(end, std::max<std::uint64_t>(alignment, parameter.alignment));
    if (count == 1 || size == parameter.size) continue;
    return base::error("the " + base::counted(count, "field") + " of parameter " + std::to_string(p) + " ('" + parameter.name +
                       "') take " + base::counted(size, "byte") + " as C++ lays them out, but the kernel wants " +
                       base::grouped(parameter.size));
  }
  return base::Nothing{};
}

}  // namespace warplens::launch
