#include "experiment/recording/recorded_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "experiment/kernel_file/signature.h"
#include "experiment/recording/recorded_program.h"
#include "launch/arguments/element_type.h"
#include "launch/python/python_arrays.h"
#include "launch/python/python_source.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

/// A launch of a recording with its kernel.
struct Launched {
  const launch::ProgramRecording& recording;
  const launch::RecordedLaunch& launch;
  const ptx::Function& kernel;
  std::vector<std::string> names;  ///< of the recording's allocations
  const std::string* source;       ///< text of the kernel's source; null: not recorded

  /// The bytes of a parameter of PTX as a number; nothing if it has more than 8.
  std::optional<std::uint64_t> word(std::size_t index) const {
    std::uint64_t word = 0;
    if (index >= kernel.parameters.size()) return std::nullopt;
    const ptx::Parameter& parameter = kernel.parameters[index];
    if (parameter.size > sizeof word || parameter.offset + parameter.size > launch.parameters.size()) return std::nullopt;
    std::memcpy(&word, launch.parameters.data() + parameter.offset, parameter.size);
    return word;
  }

  /// The buffer that an address leads to; "" if to none that is allocated.
  std::string buffer_at(std::uint64_t address) const {
    const launch::RecordedLaunch::Block* const block = block_at(recording, launch, address);
    return block != nullptr ? names[block->allocation] : "";
  }
};

/// A parameter of a type in C as a number; nothing if it is none.
std::optional<launch::Scalar> number_of(const Launched& launched, std::size_t place, std::string_view type_in_c) {
  if (type_in_c.starts_with("const ")) type_in_c.remove_prefix(6);
  const auto type = launch::element_type_in_c(type_in_c);
  const auto bits = launched.word(place);
  return type && bits ? std::optional(launch::Scalar{*type, *bits}) : std::nullopt;
}

std::vector<RecordedParameter> python_parameters(const Launched& launched, const ptx::NumbaKernel& numba) {
  std::vector<std::string> names;
  if (launched.source != nullptr)
    for (const launch::PythonFunction& function : launch::python_functions(launch::lines_of(*launched.source)))
      if (function.name == numba.name) names = function.parameters;
  const std::vector<launch::PythonArray> arrays = launch::python_arrays(launched.kernel, launched.launch.parameters);
  std::vector<RecordedParameter> all;
  for (std::size_t p = 0; p < numba.parameters.size(); ++p) {
    const ptx::PythonParameter& written = numba.parameters[p];
    RecordedParameter& parameter =
        all.emplace_back(RecordedParameter{p < names.size() ? names[p] : "", written.type, "", {}, written.first});
    const auto array = std::ranges::find(arrays, p, &launch::PythonArray::parameter);
    if (array != arrays.end()) {
      parameter.type += fmt::format("[{}]", fmt::join(array->extents, ", "));
      parameter.buffer = launched.buffer_at(array->address);
    } else if (written.count == 1) {
      parameter.number = number_of(launched, written.first, written.in_c);
    }
  }
  return all;
}

std::vector<RecordedParameter> declared_parameters(const Launched& launched, const std::string& kernel) {
  std::vector<KernelParameter> declared;
  if (launched.source != nullptr)
    for (KernelSignature& signature : signatures_of(*launched.source))
      if (signature.kernel == kernel && signature.parameters.size() == launched.kernel.parameters.size())
        declared = std::move(signature.parameters);
  std::vector<RecordedParameter> all;
  for (std::size_t p = 0; p < declared.size(); ++p) {
    RecordedParameter& parameter = all.emplace_back(RecordedParameter{declared[p].name, declared[p].declared, "", {}, p});
    const auto bits = launched.word(p);
    if (bits && launched.kernel.parameters[p].size == sizeof *bits) parameter.buffer = launched.buffer_at(*bits);
    parameter.number = number_of(launched, p, parameter.type);
  }
  return all;
}

}  // namespace

std::vector<RecordedParameter> recorded_parameters(const Experiment& experiment, std::uint32_t entry) {
  const auto module = recorded_module(experiment, entry);
  if (!module) return {};
  const Entry& chosen = experiment.entries[entry];
  const launch::RecordedLaunch& launch = experiment.recording->launches[chosen.launch];
  const auto kernel =
      std::ranges::find_if((*module)->functions, [&](const auto& each) { return each.entry && each.name == launch.entry; });
  const launch::RecordedSource* const source = recorded_source(*experiment.recording, chosen.file);
  const Launched launched{*experiment.recording, launch, *kernel, launch::allocation_names(*experiment.recording),
                          source != nullptr ? &source->text : nullptr};
  const auto numba = ptx::numba_kernel_named(launch.entry);
  return numba ? python_parameters(launched, *numba) : declared_parameters(launched, chosen.kernel);
}

std::string buffer_meant(const std::vector<RecordedParameter>& parameters, const std::string& name) {
  if (std::ranges::find(parameters, name, &RecordedParameter::buffer) != parameters.end()) return name;
  const auto found =
      std::ranges::find_if(parameters, [&](const auto& each) { return each.name == name && !each.buffer.empty(); });
  return found != parameters.end() ? found->buffer : name;
}

}  // namespace warplens::experiment
