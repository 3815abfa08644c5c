#include "experiment/kernel_file/scopes.h"

#include <algorithm>

namespace warplens::experiment {

/// A line that begins with #. Its braces do not count. #else and #elif go back to where the #if began: of
/// `#if X … { … #else … { … #endif` the compiler sees one brace.
void Scopes::directive() {
  std::uint32_t line = tokens_[at_].line;
  const std::string_view word = at_ + 1 < tokens_.size() && tokens_[at_ + 1].line == line ? tokens_[at_ + 1].text : "";
  if (word.starts_with("if")) before_if_.push_back(open_);
  if (word.starts_with("el") && !before_if_.empty()) open_ = before_if_.back();
  if (word == "endif" && !before_if_.empty()) before_if_.pop_back();
  for (++at_; at_ < tokens_.size() && tokens_[at_].line <= line; ++at_)
    if (tokens_[at_].text == "\\") ++line;
}

/// The namespace that a "{" opens, if any: `namespace a::b {`, `inline namespace a {`, `namespace {`.
void Scopes::open_brace() {
  Scope scope;
  std::size_t name = at_;
  while (name > 0 && (in_name(tokens_[name - 1].text.front()) || tokens_[name - 1].text == ":") &&
         tokens_[name - 1].text != "namespace")
    --name;
  if (name > 0 && tokens_[name - 1].text == "namespace") {
    for (std::size_t k = name; k < at_; ++k) scope.prefix += tokens_[k].text;
    if (!scope.prefix.empty()) scope.prefix += "::";
  } else {
    scope.c_linkage = at_ > 0 && tokens_[at_ - 1].text == "extern";
  }
  open_.push_back(std::move(scope));
}

std::string Scopes::prefix_at(std::size_t at) {
  while (at_ < std::min(at, tokens_.size())) {
    const std::string_view text = tokens_[at_].text;
    if (text == "#") {
      directive();
      continue;
    }
    if (text == "{") open_brace();
    if (text == "}" && !open_.empty()) open_.pop_back();
    ++at_;
  }
  std::string prefix;
  for (const Scope& scope : open_) {
    if (scope.c_linkage) return "";
    prefix += scope.prefix;
  }
  return prefix;
}

bool has_c_linkage(const Tokens& tokens, std::size_t at) {
  for (; at > 0; --at) {
    const std::string_view text = tokens[at - 1].text;
    if (text == "extern") return true;
    if (text == ";" || text == "{" || text == "}") return false;
  }
  return false;
}

}  // namespace warplens::experiment
