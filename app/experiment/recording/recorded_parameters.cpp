#include "experiment/recording/recorded_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "experiment/kernel_file/signature.h"
#include "experiment/recording/recorded_program.h"
#include "launch/python/python_arrays.h"
#include "launch/python/python_source.h"
#include "launch/python/python_words.h"
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
    for (const launch::RecordedLaunch::Block& block : launch.blocks) {
      const launch::RecordedAllocation& allocation = recording.allocations[block.allocation];
      if (block.content != nullptr && address >= allocation.address && address - allocation.address < allocation.bytes)
        return names[block.allocation];
    }
    return "";
  }
};

/// A number as text, by its type in NumPy: "int64", "float32"; "" for other types.
std::string number_text(std::uint64_t bits, const std::string& type) {
  const auto bytes = [&]<typename T>(T value) {
    std::memcpy(&value, &bits, sizeof value);
    return fmt::format("{}", value);
  };
  if (type == "float32") return bytes(float{});
  if (type == "float64") return bytes(double{});
  if (type == "bool") return bits != 0 ? "True" : "False";
  if (type.starts_with("uint")) return fmt::format("{}", bits);
  if (type == "int8") return bytes(std::int8_t{});
  if (type == "int16") return bytes(std::int16_t{});
  if (type == "int32") return bytes(std::int32_t{});
  if (type == "int64") return bytes(std::int64_t{});
  return "";
}

/// NumPy's name of a type of C's numbers; "" for others.
std::string numpy_type(std::string_view declared) {
  constexpr std::pair<std::string_view, const char*> types[] = {
      {"float", "float32"},       {"double", "float64"},      {"bool", "bool"},       {"int", "int32"},
      {"unsigned int", "uint32"}, {"unsigned", "uint32"},     {"short", "int16"},     {"unsigned short", "uint16"},
      {"char", "int8"},           {"unsigned char", "uint8"}, {"long", "int64"},      {"unsigned long", "uint64"},
      {"long long", "int64"},     {"size_t", "uint64"},       {"int32_t", "int32"},   {"uint32_t", "uint32"},
      {"int64_t", "int64"},       {"uint64_t", "uint64"},     {"std::size_t", "uint64"}};
  if (declared.starts_with("const ")) declared.remove_prefix(6);
  const auto found = std::ranges::find(types, declared, &std::pair<std::string_view, const char*>::first);
  return found != std::end(types) ? found->second : "";
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
    RecordedParameter& parameter = all.emplace_back(RecordedParameter{p < names.size() ? names[p] : "", written.type, "", ""});
    const auto array = std::ranges::find(arrays, p, &launch::PythonArray::parameter);
    if (array != arrays.end()) {
      parameter.type += fmt::format("[{}]", fmt::join(array->extents, ", "));
      parameter.buffer = launched.buffer_at(array->address);
    } else if (const auto bits = launched.word(written.first); bits && written.count == 1) {
      parameter.value = number_text(*bits, written.type);
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
    RecordedParameter& parameter = all.emplace_back(RecordedParameter{declared[p].name, declared[p].declared, "", ""});
    const auto bits = launched.word(p);
    if (bits && launched.kernel.parameters[p].size == sizeof *bits) parameter.buffer = launched.buffer_at(*bits);
    if (bits) parameter.value = number_text(*bits, numpy_type(parameter.type));
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

}  // namespace warplens::experiment
