#include <algorithm>
#include <string>
#include <vector>

#include "ptx/parse/demangle.h"
#include "ptx/parse/parser.h"

namespace warplens::ptx {
namespace {

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

/// The entries whose mangled name is `name`, else those that are called so.
std::vector<std::uint32_t> named(const Module& module, const std::vector<std::uint32_t>& entries, const std::string& name) {
  std::vector<std::uint32_t> found;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(found),
               [&](std::uint32_t i) { return module.functions[i].name == name; });
  if (!found.empty()) return found;
  std::vector<std::string> demangled;
  for (const std::uint32_t i : entries) demangled.push_back(module.functions[i].demangled);
  for (const std::size_t k : called(demangled, name)) found.push_back(entries[k]);
  return found;
}

/// What tells entries of one short name apart: their full names, or where those are equal too (overloads) the mangled ones.
base::Error ambiguous(const Module& module, const std::string& name, const std::vector<std::uint32_t>& found) {
  const auto same = [&](std::uint32_t i) { return module.functions[i].demangled == module.functions[found.front()].demangled; };
  if (!std::all_of(found.begin(), found.end(), same))
    return {module.path, 0, 0, "'" + name + "' is more than one entry; say which: " + listed(module, found)};
  return {module.path, 0, 0,
          "'" + name + "' is more than one entry; say which by its mangled name: " + module.functions[found[0]].name + ", " +
              module.functions[found[1]].name + (found.size() > 2 ? ", …" : "")};
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
  if (found.size() > 1) return ambiguous(module, name, found);
  const Function& function = module.functions[found.front()];
  if (function.refusal) return *function.refusal;
  return found.front();
}

}  // namespace warplens::ptx
