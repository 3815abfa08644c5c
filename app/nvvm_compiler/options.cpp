#include "nvvm_compiler/options.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace warplens::nvvm_compiler {
namespace {

/// The number of "compute_75", "compute_90a" or "sm_75".
std::optional<unsigned> architecture_of(std::string_view name) {
  const std::size_t line = name.find('_');
  if (line == std::string_view::npos || (name.substr(0, line) != "compute" && name.substr(0, line) != "sm")) return std::nullopt;
  if (name.ends_with('a') || name.ends_with('f')) name.remove_suffix(1);
  unsigned number = 0;
  const auto [end, code] = std::from_chars(name.data() + line + 1, name.data() + name.size(), number);
  if (code != std::errc() || end != name.data() + name.size() || number < 20 || number > 999) return std::nullopt;
  return number;
}

}  // namespace

base::Result<Options> parse_options(std::span<const std::string> words) {
  Options options;
  for (const std::string& word : words) {
    // A second minus is as good: "--arch=compute_75".
    std::string_view name = std::string_view(word).substr(word.starts_with("--") ? 1 : 0);
    const std::size_t equals = name.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : name.substr(equals + 1);
    name = name.substr(0, equals);
    const bool is_switch = value == "0" || value == "1";
    const auto architecture = architecture_of(value);
    if (name == "-g" && equals == std::string_view::npos)
      options.debug = true;
    else if (name == "-generate-line-info" && equals == std::string_view::npos)
      options.lines = true;
    else if (name == "-opt" && value.size() == 1 && value.front() >= '0' && value.front() <= '3')
      options.optimised = value != "0";
    else if (name == "-arch" && architecture)
      options.architecture = *architecture;
    else if (name == "-ftz" && is_switch)
      options.flushes_subnormals = value == "1";
    else if (name == "-prec-sqrt" && is_switch)
      options.exact_square_root = value == "1";
    else if (name == "-prec-div" && is_switch)
      options.exact_division = value == "1";
    else if (name == "-fma" && is_switch)
      options.contracts = value == "1";
    else
      return base::Error{word, 0, 0, "not an option of this libNVVM, or not a value of it"};
  }
  return options;
}

}  // namespace warplens::nvvm_compiler
