#include <algorithm>
#include <string>
#include <vector>

#include "ptx/parse/parser.h"

namespace warplens::ptx {
namespace {

std::string without_template_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

/// "a, b, c", truncated if there are many.
std::string listed(const Module& module, const std::vector<std::uint32_t>& entries) {
  constexpr std::size_t most = 20;
  std::string list;
  for (std::size_t i = 0; i < entries.size() && i < most; ++i) {
    if (i > 0) list += ", ";
    list += module.functions[entries[i]].demangled;
  }
  if (entries.size() > most) list += ", …";
  return list;
}

/// The entries called `name`, by the first of three kinds of names (mangled, demangled, without template arguments) that matches.
std::vector<std::uint32_t> named(const Module& module, const std::vector<std::uint32_t>& entries, const std::string& name) {
  std::vector<std::uint32_t> found;
  const auto gather = [&](auto&& matches) {
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(found),
                 [&](std::uint32_t i) { return matches(module.functions[i]); });
    return !found.empty();
  };
  if (gather([&](const Function& f) { return f.name == name; })) return found;
  if (gather([&](const Function& f) { return f.demangled == name; })) return found;
  gather([&](const Function& f) { return without_template_arguments(f.demangled) == name; });
  return found;
}

}  // namespace

base::Result<std::uint32_t> find_entry(const Module& module, const std::string& name) {
  std::vector<std::uint32_t> entries;
  for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
    if (module.functions[i].entry) entries.push_back(i);
  }
  const auto problem = [&](std::string message) { return base::Error{module.path, 0, 0, std::move(message)}; };
  if (entries.empty()) return problem("there is no entry (no __global__ function) in this module");
  const std::vector<std::uint32_t> found = name.empty() ? entries : named(module, entries, name);
  if (found.empty()) return problem("there is no entry '" + name + "'; there are: " + listed(module, entries));
  if (found.size() > 1 && name.empty()) return problem("which entry? There are: " + listed(module, entries));
  if (found.size() > 1) {
    return problem("'" + name + "' is more than one entry; say which by its mangled name: " + module.functions[found[0]].name +
                   ", " + module.functions[found[1]].name + (found.size() > 2 ? ", …" : ""));
  }
  const Function& function = module.functions[found.front()];
  if (function.refusal) return *function.refusal;
  return found.front();
}

}  // namespace warplens::ptx
