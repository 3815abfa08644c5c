#include "export/program/call_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/file.h"
#include "experiment/kernel_file/kernel_source.h"
#include "experiment/kernel_file/pointees.h"
#include "experiment/kernel_file/signature.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/shared_arrays.h"
#include "ptx/listing.h"
#include "ptx/parse/demangle.h"

namespace warplens::export_ {
namespace {

/// The parameters of the kernel in the source's text, with the fields of structures; empty where the text does not say them.
std::vector<experiment::KernelParameter> written_parameters(const experiment::Experiment& experiment,
                                                            const launch::Launch& launch) {
  const auto text = base::read_text(experiment.source);
  if (!text) return {};
  const auto signatures = experiment::signatures_of(*text, experiment::headers_of(experiment.source));
  std::vector<std::string> names;
  for (const experiment::KernelSignature& each : signatures) names.push_back(each.kernel);
  const ptx::Function& kernel = launch.module->functions[launch.entry];
  const std::vector<std::size_t> found = ptx::called(names, kernel.demangled);
  if (found.size() != 1 || signatures[found.front()].parameters.size() != kernel.parameters.size()) return {};
  return signatures[found.front()].parameters;
}

/// A type without `const` and `__restrict__`, to declare a variable of it.
std::string variable_type(const std::string& declared) {
  std::string text = called_in_source(declared);
  for (const std::string_view word : {"const ", " const", "__restrict__", "&"})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) text.erase(at, word.size());
  return text;
}

class Caller {
 public:
  Caller(const experiment::Experiment& experiment, const Plan& plan, const PlannedLaunch& planned, Names& names,
         const PartOfCall& part)
      : plan_(plan),
        planned_(planned),
        names_(names),
        part_(part),
        entry_(experiment.entries[planned.settings.entry]),
        declared_(experiment::declared_parameters(planned.launch, experiment.source)),
        written_(written_parameters(experiment, planned.launch)),
        cooperative_(ptx::is_cooperative(*planned.launch.module, planned.launch.entry)) {}

  base::Result<CallText> text() {
    const launch::Launch& launch = planned_.launch;
    const std::size_t parameters = launch.module->functions[launch.entry].parameters.size();
    std::string list;
    std::size_t argument = 0;
    for (std::size_t p = 0; p < parameters; ++p) {
      const std::size_t fields = launch.fields.empty() ? 1 : launch.fields[p];
      const bool structure =
          fields != 1 || (p < written_.size() && written_[p].fields.size() == 1 && !written_[p].fields[0].name.empty());
      const auto value = structure ? structure_of(p, argument, fields) : base::Result<std::string>(value_of(p, argument));
      if (!value) return value.error();
      list += (list.empty() ? "" : ", ") + (cooperative_ ? "(void*)&" + *value : *value);
      argument += fields;
    }
    constexpr std::uint64_t without_asking = launch::GeometryLimits{}.shared_bytes;
    if (!planned_.shared.empty() &&
        launch::static_shared_bytes(*launch.module, launch.entry) + launch.dynamic_shared > without_asking)
      text_.before += fmt::format(
          "  // More than 48 KiB of shared memory have to be asked for.\n  $CHECK(cudaFuncSetAttribute({}, "
          "cudaFuncAttributeMaxDynamicSharedMemorySize, {}));\n",
          planned_.kernel, planned_.shared);
    if (cooperative_ && !part_.stream.empty())
      return base::error("a kernel with a barrier of the whole grid cannot be divided over streams");
    std::string geometry = (part_.grid.empty() ? planned_.grid : part_.grid) + ", " + planned_.block;
    if (!planned_.shared.empty() || !part_.stream.empty()) geometry += ", " + (planned_.shared.empty() ? "0" : planned_.shared);
    if (!part_.stream.empty()) geometry += ", " + part_.stream;
    if (cooperative_) {
      const std::string arguments = names_.local("arguments");
      text_.before += fmt::format("  void* {}[] = {{{}}};\n", arguments, list);
      text_.call = fmt::format(
          "  // All blocks run at once, so that they can wait for each other.\n"
          "  $CHECK(cudaLaunchCooperativeKernel({}, {}, {}, {}, {}, nullptr));\n",
          planned_.kernel, planned_.grid, planned_.block, arguments, planned_.shared.empty() ? "0" : planned_.shared);
      return text_;
    }
    text_.call = fmt::format("  {}<<<{}>>>({});\n  $CHECK(cudaGetLastError());  // a launch itself returns nothing\n",
                             planned_.kernel, geometry, list);
    return text_;
  }

 private:
  const PlannedArray& array(const std::string& argument) const {
    return *std::ranges::find(plan_.arrays, argument, &PlannedArray::argument);
  }

  /// The argument as the parameter `p` takes it.
  std::string value_of(std::size_t p, std::size_t argument) const {
    const std::string& name = entry_.arguments[argument];
    const bool number = std::holds_alternative<launch::Scalar>(planned_.launch.arguments[argument]);
    if (cooperative_) return number ? planned_.variables.at(name) : array(name).device;  // its address is taken
    const std::string declared = p < declared_.size() ? called_in_source(declared_[p].declared) : std::string();
    if (number) {
      const std::string& variable = name == part_.count_argument ? part_.count : planned_.variables.at(name);
      const bool as_it_is = declared.empty() || launch::element_type_in_c(variable_type(declared)).has_value();
      return as_it_is ? variable : fmt::format("static_cast<{}>({})", variable_type(declared), variable);
    }
    const PlannedArray& from = array(name);
    const std::string address = from.device + (part_.first.empty() ? "" : " + " + part_.first);
    const std::string pointee = pointee_of(declared);
    if (pointee == from.host.type || pointee == "void" || declared.empty()) return address;
    std::string type = declared;
    if (const std::size_t at = type.find("__restrict__"); at != std::string::npos) type.erase(at);
    for (std::size_t at = type.find(" *"); at != std::string::npos; at = type.find(" *")) type.erase(at, 1);
    return fmt::format("reinterpret_cast<{}>({})", type, address);
  }

  base::Result<std::string> structure_of(std::size_t p, std::size_t argument, std::size_t fields) {
    if (p >= written_.size() || written_[p].fields.size() != fields)
      return base::error("the source does not say which structure the parameter " + std::to_string(p + 1) + " of '" +
                         planned_.kernel + "' is");
    const std::string variable = names_.local(written_[p].name.empty() ? "argument" : written_[p].name);
    text_.before += fmt::format("  {} {}{{}};\n", variable_type(written_[p].declared), variable);
    for (std::size_t k = 0; k < fields; ++k) {
      const std::string& name = entry_.arguments[argument + k];
      const std::string field = variable + "." + written_[p].fields[k].name;
      const bool buffer = std::holds_alternative<launch::Buffer>(planned_.launch.arguments[argument + k]);
      const std::string value =
          buffer ? fmt::format("reinterpret_cast<decltype({})>({})", field, array(name).device) : planned_.variables.at(name);
      text_.before += fmt::format("  {} = {};\n", field, value);
    }
    return variable;
  }

  const Plan& plan_;
  const PlannedLaunch& planned_;
  Names& names_;
  const PartOfCall& part_;
  const experiment::Entry& entry_;
  const std::vector<experiment::KernelParameter> declared_, written_;
  const bool cooperative_;  ///< the blocks wait for each other
  CallText text_;
};

}  // namespace

base::Result<CallText> call_text(const experiment::Experiment& experiment, const Plan& plan, const PlannedLaunch& planned,
                                 Names& names, const PartOfCall& part) {
  return Caller(experiment, plan, planned, names, part).text();
}

}  // namespace warplens::export_
