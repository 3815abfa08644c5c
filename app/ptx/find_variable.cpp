#include "ptx/find_variable.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "ptx/parse/demangle.h"

namespace warplens::ptx {
namespace {

std::string last_part(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

/// "a, b, c", truncated if there are many.
std::string listed(const Module& module, const std::vector<std::uint32_t>& variables,
                   std::string (*spelled)(const std::string&)) {
  constexpr std::size_t most = 20;
  std::string list;
  for (std::size_t i = 0; i < variables.size() && i < most; ++i) {
    list += (i > 0 ? ", " : "") + spelled(module.variables[variables[i]].name);
  }
  return variables.size() > most ? list + ", …" : list;
}

}  // namespace

bool is_symbol(const Variable& variable) {
  return (variable.space == Space::global || variable.space == Space::constant) && variable.size > 0;
}

base::Result<std::uint32_t> find_variable(const Module& module, const std::string& name) {
  std::vector<std::uint32_t> all, found;
  for (std::uint32_t v = 0; v < module.variables.size(); ++v) {
    // Variables that a compiler generates ($str of a printf) have no name in the source.
    if (is_symbol(module.variables[v]) && !module.variables[v].name.starts_with('$')) all.push_back(v);
  }
  const auto gather = [&](auto&& matches) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(found), [&](auto v) { return matches(module.variables[v].name); });
    return !found.empty();
  };
  const auto problem = [&](const std::string& message) { return base::Error{module.path, 0, 0, message}; };
  if (!gather([&](const std::string& mangled) { return mangled == name; }) &&
      !gather([&](const std::string& mangled) { return demangled_name(mangled) == name; }) &&
      !gather([&](const std::string& mangled) { return last_part(demangled_name(mangled)) == name; })) {
    return problem("there is no __constant__ or __device__ variable '" + name + "'; " +
                   (all.empty() ? "the module has none" : "there are: " + listed(module, all, demangled_name)));
  }
  if (found.size() > 1) {
    const auto as_written = [](const std::string& mangled) { return mangled; };
    return problem("'" + name +
                   "' is more than one variable; say which by its name in the PTX: " + listed(module, found, as_written));
  }
  return found.front();
}

}  // namespace warplens::ptx
