#include "export/program/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "experiment/kernel_file/kernel_source.h"

namespace warplens::export_ {
namespace {

constexpr std::array language{
    "alignas",  "alignof",  "and",       "asm",      "auto",      "bool",    "break",    "case",    "catch",     "char",
    "class",    "const",    "constexpr", "continue", "decltype",  "default", "delete",   "do",      "double",    "else",
    "enum",     "explicit", "export",    "extern",   "false",     "float",   "for",      "friend",  "goto",      "if",
    "inline",   "int",      "long",      "mutable",  "namespace", "new",     "noexcept", "not",     "nullptr",   "operator",
    "or",       "private",  "protected", "public",   "register",  "return",  "short",    "signed",  "sizeof",    "static",
    "struct",   "switch",   "template",  "this",     "throw",     "true",    "try",      "typedef", "typename",  "union",
    "unsigned", "using",    "virtual",   "void",     "volatile",  "while",   "xor",      "std",     "threadIdx", "blockIdx",
    "blockDim", "gridDim",  "warpSize"};

/// Names that main() uses itself.
constexpr std::array own{"dim3", "main",         "i",     "j",       "k",    "run", "expected", "begin",
                         "end",  "milliseconds", "value", "product", "right"};

}  // namespace

Names::Names(std::string_view source, const std::set<std::string>& kernels_and_variables)
    : refused_(language.begin(), language.end()), taken_(own.begin(), own.end()) {
  const experiment::Tokens tokens = experiment::tokens_of(source);
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    words_.emplace(tokens[k].text);
    if (tokens[k].text == "define" && k + 1 < tokens.size()) refused_.emplace(tokens[k + 1].text);  // a macro
  }
  for (const std::string& name : kernels_and_variables)
    for (const experiment::Token& word : experiment::tokens_of(name)) taken_.emplace(word.text);
  taken_.insert(refused_.begin(), refused_.end());
}

std::string Names::global(const std::string& wanted) {
  std::string name = wanted;
  while (words_.contains(name) || taken_.contains(name)) name += "_";
  words_.insert(name);
  taken_.insert(name);
  return name;
}

std::string Names::local(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) name += experiment::in_name(c) ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front()))) name = "_" + name;
  while (taken_.contains(name)) name += "_";
  taken_.insert(name);
  return name;
}

std::string Names::parameter(const std::string& wanted) const { return refused_.contains(wanted) ? wanted + "_" : wanted; }

}  // namespace warplens::export_
