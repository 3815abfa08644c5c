#include "experiment/kernel_file/pointees.h"

#include <algorithm>

#include "base/file.h"
#include "experiment/kernel_file/kernel_source.h"
#include "launch/arguments/parameters.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

/// The parameters that the text of the source gives to a kernel; empty if it does not define exactly one kernel of that name.
std::vector<KernelParameter> parameters_in_text(const std::filesystem::path& source, const std::string& kernel) {
  const auto text = read_kernel(source);
  if (!text) return {};
  const std::vector<KernelSignature> signatures = signatures_of(*text, headers_of(source));
  std::vector<std::string> names;
  for (const KernelSignature& each : signatures) names.push_back(each.kernel);
  const std::vector<std::size_t> found = ptx::called(names, kernel);
  return found.size() == 1 ? signatures[found.front()].parameters : std::vector<KernelParameter>();
}

bool fits(launch::ElementType given, launch::ElementType wanted) {
  return launch::bytes(given) == launch::bytes(wanted) && launch::is_floating(given) == launch::is_floating(wanted);
}

}  // namespace

std::vector<KernelParameter> declared_parameters(const launch::Launch& launch, const std::filesystem::path& source) {
  if (source.extension() != ".cu") return {};
  const ptx::Function& kernel = launch.module->functions[launch.entry];
  const auto list = ptx::demangled_parameters(kernel.name);
  std::vector<KernelParameter> in_text;
  if (!list || launch.argument_names.empty()) in_text = parameters_in_text(source, kernel.demangled);
  if (in_text.size() != kernel.parameters.size()) in_text.clear();
  if (!list) return in_text;
  std::vector<KernelParameter> declared = parameters_of(*list);
  if (declared.size() != kernel.parameters.size()) return {};
  for (std::size_t p = 0; p < declared.size(); ++p) declared[p].name = p < in_text.size() ? in_text[p].name : std::string();
  return declared;
}

std::optional<PointeeMismatch> pointee_mismatch(const launch::Launch& launch, const std::vector<KernelParameter>& declared) {
  const std::vector<launch::ParameterPlace> places = launch::parameter_places(launch);
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    const std::uint32_t p = places[index].parameter;
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    const bool field = p < launch.fields.size() && launch.fields[p] > 1;
    if (buffer == nullptr || field || p >= declared.size()) continue;
    const KernelParameter& parameter = declared[p];
    const bool pointer = parameter.fields.size() == 1 && parameter.fields.front().pointer;
    if (!pointer || fits(buffer->type, parameter.fields.front().type)) continue;
    const launch::ElementType type = parameter.fields.front().type;
    const std::string wanted(launch::name(type));
    const bool named = index < launch.argument_names.size() && !launch.argument_names[index].empty();
    return PointeeMismatch{"argument " + (named ? "'" + launch.argument_names[index] + "'" : std::to_string(index)) +
                               " of kernel '" + launch.module->functions[launch.entry].demangled + "' is a buffer of " +
                               std::string(launch::name(buffer->type)) + ", but its parameter " +
                               (parameter.name.empty() ? "" : "'" + parameter.name + "' ") + "is '" + parameter.declared +
                               "', which takes " + wanted,
                           type, buffer->size};
  }
  return std::nullopt;
}

}  // namespace warplens::experiment
