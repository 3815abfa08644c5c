#include "ptx/parse/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

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

}  // namespace

std::string demangled_name(const std::string& mangled) {
  const auto full = demangled(mangled);
  if (!full) return mangled;
  std::string_view name(full.get());
  if (name.ends_with(')')) name = name.substr(0, opening(name, '(', ')'));
  name = without_return_type(name);
  return name.empty() ? mangled : std::string(name);
}

std::optional<std::string> demangled_parameters(const std::string& mangled) {
  const auto full = demangled(mangled);
  const std::string_view text = full ? std::string_view(full.get()) : std::string_view();
  if (!text.ends_with(')')) return std::nullopt;
  const std::size_t open = opening(text, '(', ')');
  return std::string(text.substr(open + 1, text.size() - open - 2));
}

}  // namespace warplens::ptx
