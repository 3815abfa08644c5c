#include "launch/python/python_arrays.h"

#include <cstring>
#include <optional>

#include "ptx/parse/demangle.h"

namespace warplens::launch {
namespace {

/// The value of a parameter of 8 bytes.
std::optional<std::uint64_t> word_in(const ptx::Function& kernel, std::span<const std::byte> parameters, std::size_t index) {
  std::uint64_t value = 0;
  if (index >= kernel.parameters.size() || kernel.parameters[index].size != sizeof value) return std::nullopt;
  const std::size_t offset = kernel.parameters[index].offset;
  if (offset > parameters.size() || parameters.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, parameters.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::vector<PythonArray> python_arrays(const ptx::Function& kernel, std::span<const std::byte> parameters) {
  const auto numba = ptx::numba_kernel_named(kernel.name);
  std::vector<PythonArray> arrays;
  for (std::size_t p = 0; numba && p < numba->parameters.size(); ++p) {
    const ptx::PythonParameter& written = numba->parameters[p];
    if (!written.is_array()) continue;
    const auto address = word_in(kernel, parameters, written.data()),
               bytes = word_in(kernel, parameters, written.element_bytes());
    if (!address || !bytes) continue;
    PythonArray array{p, *address, *bytes, {}, true};
    for (std::size_t k = 0; k < written.dimensions; ++k)
      array.extents.push_back(word_in(kernel, parameters, written.extent(k)).value_or(0));
    std::uint64_t stride = *bytes;
    for (std::size_t k = written.dimensions; k-- > 0; stride *= array.extents[k])
      array.row_by_row = array.row_by_row && (array.extents[k] == 1 || word_in(kernel, parameters, written.stride(k)) == stride);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

std::vector<std::uint64_t> extents_of(const ShownMemory& memory, std::span<const PythonArray> arrays) {
  const PythonArray* found = nullptr;
  for (const PythonArray& array : arrays) {
    if (array.address != memory.address) continue;
    if (!array.row_by_row || array.element_bytes != memory.element_bytes || array.extents.size() < 2) return {};
    if (found != nullptr && found->extents != array.extents) return {};
    found = &array;
  }
  if (found == nullptr) return {};
  std::uint64_t left = memory.bytes / memory.element_bytes;  // a damaged recording may say anything
  for (const std::uint64_t extent : found->extents) {
    if (extent == 0 || extent > left) return {};
    left /= extent;
  }
  return found->extents;
}

}  // namespace warplens::launch
