#include "ptx/parse/called.h"

#include <string_view>

namespace warplens::ptx {
namespace {

std::string without_template_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

/// `name` without blanks and without namespaces that have no name, which demanglers write as "(anonymous namespace)".
std::string as_written(std::string name) {
  std::erase(name, ' ');
  constexpr std::string_view unnamed = "(anonymousnamespace)::";
  for (std::size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed)) name.erase(at, unnamed.size());
  return name;
}

/// Whether `name` is a full name without its first namespaces: "b::k<a::T>" and "k<a::T>" of "a::b::k<a::T>", not "T>".
bool ends_full_name(const std::string& full, const std::string& name) {
  return full.ends_with("::" + name) && full.size() - name.size() <= without_template_arguments(full).size();
}

}  // namespace

std::vector<std::size_t> called(const std::vector<std::string>& demangled, const std::string& name) {
  std::vector<std::string> full;
  for (const std::string& each : demangled) full.push_back(as_written(each));
  const std::string wanted = as_written(name);
  const auto those_that = [&](auto&& matches) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < full.size(); ++k)
      if (matches(full[k])) found.push_back(k);
    return found;
  };
  std::vector<std::size_t> found = those_that([&](const std::string& each) { return each == wanted; });
  if (found.empty()) found = those_that([&](const std::string& each) { return without_template_arguments(each) == wanted; });
  if (found.empty()) found = those_that([&](const std::string& each) { return ends_full_name(each, wanted); });
  if (found.empty())
    found = those_that([&](const std::string& each) { return ends_full_name(without_template_arguments(each), wanted); });
  return found;
}

}  // namespace warplens::ptx
