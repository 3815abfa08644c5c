#include "ptx/parse/numba_name.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/split_list.h"

namespace warplens::ptx {
namespace {

constexpr std::size_t parts_of_array = 5, most_dimensions = 16;

/// NumPy's types by the names that C++ has for them in mangled names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> types{{{"bool", "bool"},
                                                                               {"signed char", "int8"},
                                                                               {"char", "int8"},
                                                                               {"unsigned char", "uint8"},
                                                                               {"short", "int16"},
                                                                               {"unsigned short", "uint16"},
                                                                               {"int", "int32"},
                                                                               {"unsigned int", "uint32"},
                                                                               {"long long", "int64"},
                                                                               {"unsigned long long", "uint64"},
                                                                               {"__fp16", "float16"},
                                                                               {"float", "float32"},
                                                                               {"double", "float64"}}};

std::string numpy_type(std::string_view name) {
  const auto found = std::ranges::find(types, name, &std::pair<std::string_view, std::string_view>::first);
  return found != types.end() ? std::string(found->second) : std::string();
}

/// "Array<float, 2, C, mutable, aligned>", or a scalar.
std::optional<PythonParameter> parameter(std::string_view text, std::size_t first) {
  constexpr std::string_view array = "Array<";
  PythonParameter result;
  result.in_c = text;
  result.type = numpy_type(text);
  result.first = first;
  if (!text.starts_with(array) || !text.ends_with('>')) return result.type.empty() ? std::nullopt : std::optional(result);
  const auto parts = base::split_list(text.substr(array.size(), text.size() - array.size() - 1), "<>()");
  if (parts.size() < 3) return std::nullopt;
  const long dimensions = std::strtol(parts[1].c_str(), nullptr, 10);
  if (dimensions < 1 || dimensions > static_cast<long>(most_dimensions)) return std::nullopt;
  result.in_c = parts[0];
  result.type = numpy_type(parts[0]);
  result.dimensions = static_cast<std::size_t>(dimensions);
  result.count = parts_of_array + 2 * result.dimensions;
  return result;
}

}  // namespace

std::optional<NumbaKernel> numba_kernel(const std::string& demangled) {
  if (!demangled.starts_with("cudapy::")) return std::nullopt;
  const std::size_t tags = demangled.find("[abi:"), open = demangled.find('(', tags);
  if (tags == std::string::npos || open == std::string::npos || !demangled.ends_with(')')) return std::nullopt;
  const std::string path = demangled.substr(0, tags);
  NumbaKernel kernel{path.substr(path.rfind("::") + 2), {}};
  std::size_t first = 0;
  const std::string_view list = std::string_view(demangled).substr(open + 1, demangled.size() - open - 2);
  for (const std::string& text : base::split_list(list, "<>()")) {
    const auto next = parameter(text, first);
    if (!next) break;
    first += next->count;
    kernel.parameters.push_back(*next);
  }
  return kernel;
}

std::string text_of(const NumbaKernel& kernel) {
  std::string text = kernel.name + "(";
  for (const PythonParameter& parameter : kernel.parameters) {
    if (text.back() != '(') text += ", ";
    text += parameter.type.empty() ? "?" : parameter.type;
    if (!parameter.is_array()) continue;
    text += "[:";
    for (std::size_t k = 1; k < parameter.dimensions; ++k) text += ", :";
    text += "]";
  }
  return text + ")";
}

}  // namespace warplens::ptx
