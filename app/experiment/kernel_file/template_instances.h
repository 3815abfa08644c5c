#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/kernel_file/source_tokens.h"
#include "experiment/kernel_file/source_types.h"

// Find the templates of CUDA C++ text, and their arguments in the instances that a compiler made of them.

namespace warplens::experiment {

/// A function or class template with a body.
struct Template {
  std::string name;
  std::vector<std::string> parameters;  ///< their names; "" where one has none
  std::size_t begin = 0, end = 0;       ///< tokens of the body
};
std::vector<Template> templates_in(const Tokens& tokens);

/// Template arguments by parameter name: {"TILE", {"16"}}, {"T", {"unsigned", "int"}}.
using TemplateArguments = std::map<std::string, Words>;

/// The arguments of all templates around token `at`, one map for each different instance among `variables`: demangled names such
/// as "reduce<16, float>(float*)::tile".
std::vector<TemplateArguments> instances_around(std::size_t at, const std::vector<Template>& templates,
                                                const std::vector<std::string>& variables);

}  // namespace warplens::experiment
