#pragma once

#include <string>
#include <variant>
#include <vector>

#include "experiment/references/references.h"
#include "launch/arguments/element_type.h"

// Access to the arguments that a reference needs; the error names a missing one.

namespace warplens::experiment {

/// The buffer or the scalar (`Kind`) called `name`, which must be of this type.
template <typename Kind>
base::Result<const Kind*> argument(const NamedArguments& arguments, const std::string& name, launch::ElementType type) {
  const auto found = arguments.find(name);
  const Kind* argument = found == arguments.end() ? nullptr : std::get_if<Kind>(found->second);
  if (argument == nullptr || argument->type != type)
    return base::error("this reference needs an argument '" + name + "' of type " + std::string(launch::name(type)));
  return argument;
}

/// Initial values of the buffer called `name`, of any type.
inline base::Result<std::vector<double>> initial_values(const NamedArguments& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  const auto* buffer = found == arguments.end() ? nullptr : std::get_if<launch::Buffer>(found->second);
  if (buffer == nullptr) return base::error("this reference needs a buffer '" + name + "'");
  std::vector<double> values(buffer->size);
  launch::for_each_element(buffer->type, *buffer->initial, [&](std::uint64_t index, double value) { values[index] = value; });
  return values;
}

/// The scalar called `name`, of any type, as a length: 0 where it is negative.
inline base::Result<std::uint64_t> length(const NamedArguments& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  const auto* scalar = found == arguments.end() ? nullptr : std::get_if<launch::Scalar>(found->second);
  if (scalar == nullptr) return base::error("this reference needs a number '" + name + "'");
  const double value = launch::to_double(*scalar);
  return value >= 1 ? static_cast<std::uint64_t>(value) : std::uint64_t{0};
}

}  // namespace warplens::experiment
