#include "ptx/parse/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace warplens::ptx {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};

/// Position of the opening bracket that matches the closing one at the end of `text`, or npos.
std::size_t opening(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

/// Remove the return type, which precedes the last space outside brackets.
std::string_view without_return_type(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>' || name[i] == ')') ++depth;
    if (name[i] == '<' || name[i] == '(') --depth;
    if (name[i] == ' ' && depth == 0) return name.substr(i + 1);
  }
  return name;
}

/// A name with n substitutions can expand to 2^n characters: such names stay mangled.
bool may_explode(std::string_view mangled) {
  constexpr std::size_t longest = 1024, max_substitutions = 16;
  std::size_t substitutions = 0;
  for (std::size_t i = 0; i + 1 < mangled.size(); ++i) {
    const char next = mangled[i + 1];
    const bool index = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
    if ((mangled[i] == 'S' || mangled[i] == 'T') && index) ++substitutions;
  }
  return mangled.size() > longest || substitutions > max_substitutions;
}

/// The longest demangled text: few substitutions, too, can make half a megabyte of a kilobyte, for each name of a module.
constexpr std::size_t max_demangled = 1u << 14;

/// The whole demangled text; null if the name is not mangled, or might become too long.
std::unique_ptr<char, Free> demangled(const std::string& mangled) {
  if (!mangled.starts_with("_Z") || may_explode(mangled)) return nullptr;
  int status = 0;
  std::unique_ptr<char, Free> full(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status));
  return status == 0 && std::string_view(full.get()).size() <= max_demangled ? std::move(full) : nullptr;
}

std::string without_template_arguments(const std::string& name) { return name.substr(0, name.find('<')); }

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// `name` with "unsigned int" for "unsigned" alone, as demanglers write it (C++ standard, [dcl.type.simple]).
std::string with_whole_types(std::string name) {
  constexpr std::string_view word = "unsigned";
  for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + word.size())) {
    const std::size_t end = at + word.size(), next = std::min(name.find_first_not_of(' ', end), name.size());
    const bool whole = (at == 0 || !is_word(name[at - 1])) && (end == name.size() || !is_word(name[end]));
    const std::string_view after = std::string_view(name).substr(next);
    const auto begins = [&](std::string_view type) {
      return after.starts_with(type) && (after.size() == type.size() || !is_word(after[type.size()]));
    };
    if (whole && !begins("int") && !begins("char") && !begins("short") && !begins("long")) name.insert(end, " int");
  }
  return name;
}

/// `name` without the suffixes of its whole numbers: "4u" of a demangler is "4" where the source says so.
std::string without_suffixes(const std::string& name) {
  std::string text;
  bool number = false;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool digit = std::isdigit(static_cast<unsigned char>(name[at])) != 0;
    if (at == 0 || !is_word(name[at - 1])) number = digit;
    if (digit || !number || std::string_view("uUlL").find(name[at]) == std::string_view::npos) text += name[at];
  }
  return text;
}

/// `name` without what people write in several ways: blanks, the forms of types and numbers, and namespaces that have no name,
/// which demanglers write as "(anonymous namespace)".
std::string as_written(std::string name) {
  name = without_suffixes(with_whole_types(std::move(name)));
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

std::string demangled_name(const std::string& mangled) {
  const auto full = demangled(mangled);
  if (!full) return mangled;
  if (const auto kernel = numba_kernel(full.get())) return kernel->name;
  std::string_view name(full.get());
  if (name.ends_with(')')) name = name.substr(0, opening(name, '(', ')'));
  name = without_return_type(name);
  return name.empty() ? mangled : std::string(name);
}

std::optional<std::string> demangled_text(const std::string& mangled) {
  const auto full = demangled(mangled);
  return full ? std::optional<std::string>(full.get()) : std::nullopt;
}

std::optional<NumbaKernel> numba_kernel_named(const std::string& mangled) {
  const auto full = demangled(mangled);
  return full ? numba_kernel(full.get()) : std::nullopt;
}

std::string variable_name(const std::string& mangled) {
  const std::string name = demangled_name(mangled.substr(0, mangled.find("_$_")));
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::optional<std::string> demangled_parameters(const std::string& mangled) {
  const auto full = demangled(mangled);
  const std::string_view text = full ? std::string_view(full.get()) : std::string_view();
  if (!text.ends_with(')')) return std::nullopt;
  const std::size_t open = opening(text, '(', ')');
  return std::string(text.substr(open + 1, text.size() - open - 2));
}

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
