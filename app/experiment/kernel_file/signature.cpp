#include "experiment/kernel_file/signature.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace warplens::experiment {
namespace {

using launch::ElementType;

/// A name, a number or a single other character of the source.
struct Token {
  std::string_view text;
  std::uint32_t line = 1;
};
using Tokens = std::vector<Token>;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// End of a comment or a literal that begins at `at`; `at` itself if none does.
std::size_t skipped(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (rest.front() != '"' && rest.front() != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != rest.front() && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

Tokens tokens_of(std::string_view text) {
  Tokens tokens;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = skipped(text, at); end > at) {
      line += static_cast<std::uint32_t>(std::ranges::count(text.substr(at, end - at), '\n'));
      at = end;
      continue;
    }
    std::size_t end = at + 1;
    while (in_name(text[at]) && end < text.size() && in_name(text[end])) ++end;
    if (text[at] == '\n') ++line;
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0) tokens.push_back({text.substr(at, end - at), line});
    at = end;
  }
  return tokens;
}

/// Index after the bracket that closes the one at `open`; the end if none does.
std::size_t after_closing(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].text == "(" || tokens[at].text == "{" || tokens[at].text == "[") ++depth;
    if ((tokens[at].text == ")" || tokens[at].text == "}" || tokens[at].text == "]") && --depth == 0) return at + 1;
  }
  return tokens.size();
}

using Aliases = std::map<std::string, std::vector<std::string>, std::less<>>;

/// `using real = float;`, `typedef float real;` and `#define real float`.
Aliases aliases_of(const Tokens& tokens) {
  Aliases aliases;
  const auto until_semicolon = [&](std::size_t at) {
    std::vector<std::string> words;
    for (; at < tokens.size() && tokens[at].text != ";"; ++at) words.emplace_back(tokens[at].text);
    return words;
  };
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const std::string_view word = tokens[at].text;
    if (word == "using" && tokens[at + 2].text == "=") {
      aliases[std::string(tokens[at + 1].text)] = until_semicolon(at + 3);
    } else if (word == "typedef") {
      std::vector<std::string> words = until_semicolon(at + 1);
      if (words.size() < 2) continue;
      const std::string name = std::move(words.back());
      words.pop_back();
      aliases[name] = std::move(words);
    } else if (word == "#" && tokens[at + 1].text == "define" && at + 3 < tokens.size() &&
               tokens[at + 3].line == tokens[at].line) {
      std::vector<std::string> words;
      for (std::size_t k = at + 3; k < tokens.size() && tokens[k].line == tokens[at].line; ++k)
        words.emplace_back(tokens[k].text);
      aliases[std::string(tokens[at + 2].text)] = std::move(words);
    }
  }
  return aliases;
}

struct NamedType {
  std::string_view words;  ///< sorted, joined by a blank
  ElementType type;
};
constexpr std::array named_types{NamedType{"float", ElementType::f32},
                                 NamedType{"double", ElementType::f64},
                                 NamedType{"int", ElementType::i32},
                                 NamedType{"signed", ElementType::i32},
                                 NamedType{"int signed", ElementType::i32},
                                 NamedType{"unsigned", ElementType::u32},
                                 NamedType{"int unsigned", ElementType::u32},
                                 NamedType{"uint", ElementType::u32},
                                 NamedType{"bool", ElementType::u8},
                                 NamedType{"char", ElementType::i8},
                                 NamedType{"char signed", ElementType::i8},
                                 NamedType{"char unsigned", ElementType::u8},
                                 NamedType{"uchar", ElementType::u8},
                                 NamedType{"short", ElementType::i16},
                                 NamedType{"int short", ElementType::i16},
                                 NamedType{"short unsigned", ElementType::u16},
                                 NamedType{"int short unsigned", ElementType::u16},
                                 NamedType{"ushort", ElementType::u16},
                                 NamedType{"long", ElementType::i64},
                                 NamedType{"int long", ElementType::i64},
                                 NamedType{"long unsigned", ElementType::u64},
                                 NamedType{"int long unsigned", ElementType::u64},
                                 NamedType{"long long", ElementType::i64},
                                 NamedType{"int long long", ElementType::i64},
                                 NamedType{"long long unsigned", ElementType::u64},
                                 NamedType{"int long long unsigned", ElementType::u64},
                                 NamedType{"ulong", ElementType::u64},
                                 NamedType{"size_t", ElementType::u64},
                                 NamedType{"ptrdiff_t", ElementType::i64},
                                 NamedType{"int8_t", ElementType::i8},
                                 NamedType{"uint8_t", ElementType::u8},
                                 NamedType{"int16_t", ElementType::i16},
                                 NamedType{"uint16_t", ElementType::u16},
                                 NamedType{"int32_t", ElementType::i32},
                                 NamedType{"uint32_t", ElementType::u32},
                                 NamedType{"int64_t", ElementType::i64},
                                 NamedType{"uint64_t", ElementType::u64}};

/// CUDA's vector types of 2 and 4 components: "float4". (CUDA C++ Programming Guide, "Built-in Vector Types"; those of 3 have the
/// alignment of one component.)
constexpr std::array vector_types{
    NamedType{"char", ElementType::i8},       NamedType{"uchar", ElementType::u8},  NamedType{"short", ElementType::i16},
    NamedType{"ushort", ElementType::u16},    NamedType{"int", ElementType::i32},   NamedType{"uint", ElementType::u32},
    NamedType{"long", ElementType::i64},      NamedType{"ulong", ElementType::u64}, NamedType{"longlong", ElementType::i64},
    NamedType{"ulonglong", ElementType::u64}, NamedType{"float", ElementType::f32}, NamedType{"double", ElementType::f64}};

using Words = std::vector<std::string>;

/// The words of a type without those that do not matter to its elements.
Words bare(Words words) {
  constexpr std::array left_out{"const",    "*",        "&",      "std",   ":",    "__restrict__",     "__restrict",
                                "restrict", "volatile", "struct", "class", "enum", "__grid_constant__"};
  std::erase_if(words, [&](const std::string& word) { return std::ranges::find(left_out, word) != left_out.end(); });
  return words;
}

/// `words` with aliases replaced by what they stand for; a few times, since an alias may stand for an alias.
Words resolved(Words words, const Aliases& aliases) {
  constexpr int most_replaced = 8;
  constexpr std::size_t most_words = 64;  // an alias may contain itself
  for (int k = 0; k < most_replaced && words.size() <= most_words; ++k) {
    const auto alias = std::ranges::find_if(words, [&](const std::string& word) { return aliases.contains(word); });
    if (alias == words.end()) break;
    const Words meaning = aliases.find(*alias)->second;
    words.insert(words.erase(alias), meaning.begin(), meaning.end());
  }
  return words;
}

/// The element type of a type's bare words, with the number of components; nothing if it is not one.
std::optional<std::pair<ElementType, std::uint32_t>> element_of(Words words) {
  if (words.size() == 1 && words[0].size() > 1 && (words[0].back() == '2' || words[0].back() == '4')) {
    const std::string_view name = std::string_view(words[0]).substr(0, words[0].size() - 1);
    const auto found = std::ranges::find(vector_types, name, &NamedType::words);
    if (found != vector_types.end()) return std::pair(found->type, static_cast<std::uint32_t>(words[0].back() - '0'));
  }
  std::ranges::sort(words);
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
  const auto found = std::ranges::find(named_types, joined, &NamedType::words);
  return found == named_types.end() ? std::nullopt : std::optional(std::pair(found->type, 1u));
}

KernelParameter parameter_of(std::span<const Token> tokens, std::size_t number, const Aliases& aliases) {
  KernelParameter parameter;
  parameter.name = "argument_" + std::to_string(number);
  Words words;
  for (const Token& token : tokens) {
    if (token.text == "=" || token.text == "[") break;  // a default value, or the extent of an array
    words.emplace_back(token.text);
  }
  parameter.pointer = std::ranges::find(tokens, "[", &Token::text) != tokens.end();
  // The last word is the parameter's name unless it belongs to the type: demangled lists have no names.
  const bool named =
      words.size() > 1 && in_name(words.back()[0]) && words.back() != "const" && !element_of(bare(resolved(words, aliases)));
  if (named) {
    parameter.name = words.back();
    words.pop_back();
  }
  for (const std::string& word : words) parameter.declared += (parameter.declared.empty() ? "" : " ") + word;
  words = resolved(std::move(words), aliases);
  const auto star = std::ranges::find(words, "*");
  parameter.pointer = parameter.pointer || star != words.end();
  parameter.read_only = parameter.pointer && std::find(words.begin(), star, "const") != star;
  if (std::ranges::count(words, "*") > 1) return parameter;  // a pointer to pointers
  if (const auto element = element_of(bare(std::move(words)))) {
    parameter.type = element->first;
    parameter.components = element->second;
  }
  return parameter;
}

std::vector<KernelParameter> parameters_of(std::span<const Token> tokens, const Aliases& aliases) {
  std::vector<KernelParameter> parameters;
  std::size_t from = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= tokens.size(); ++at) {
    const std::string_view text = at < tokens.size() ? tokens[at].text : ",";
    if (text == "(" || text == "<" || text == "[") ++depth;
    if (text == ")" || text == ">" || text == "]") --depth;
    if (text != "," || (depth > 0 && at < tokens.size())) continue;
    const std::span<const Token> part = tokens.subspan(from, at - from);
    if (!part.empty() && !(part.size() == 1 && part[0].text == "void"))
      parameters.push_back(parameter_of(part, parameters.size() + 1, aliases));
    from = at + 1;
  }
  return parameters;
}

/// An array of dynamic shared memory, `extern __shared__ float tile[];`.
struct DynamicShared {
  std::string_view name;
  std::uint32_t bytes = 0;  ///< of an element; 4 if its type is unknown
};

std::vector<DynamicShared> dynamic_shared_of(const Tokens& tokens, const Aliases& aliases) {
  std::vector<DynamicShared> arrays;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (tokens[at].text != "extern" || tokens[at + 1].text != "__shared__") continue;
    Words words;
    for (at += 2; at < tokens.size() && tokens[at].text != "[" && tokens[at].text != ";"; ++at) {
      if (tokens[at].text.starts_with("__align") || tokens[at].text == "alignas")
        at = after_closing(tokens, at + 1) - 1;
      else
        words.emplace_back(tokens[at].text);
    }
    if (words.size() < 2 || at >= tokens.size() || tokens[at].text != "[") continue;
    words.pop_back();
    const auto element = element_of(bare(resolved(std::move(words), aliases)));
    const std::size_t bytes = element ? launch::bytes(element->first) * element->second : 4;
    arrays.push_back({tokens[at - 1].text, static_cast<std::uint32_t>(bytes)});
  }
  return arrays;
}

/// Index of the `template` that a declaration at `at` belongs to; `at` itself if it is no template.
std::size_t template_of(const Tokens& tokens, std::size_t at) {
  for (std::size_t k = at; k > 0 && tokens[k - 1].text != ";" && tokens[k - 1].text != "}"; --k)
    if (tokens[k - 1].text == "template") return k - 1;
  return at;
}

/// A `__global__` function as token indices: of `__global__`, of the "(" of its parameters, and of what follows their ")".
struct FoundKernel {
  std::size_t begin = 0, open = 0, end = 0;
};

std::vector<FoundKernel> kernels_in(const Tokens& tokens) {
  std::vector<FoundKernel> found;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].text != "__global__") continue;
    std::size_t open = at + 1;
    // "void name(": an attribute such as __launch_bounds__(256) has a list of its own.
    while (open < tokens.size() && tokens[open].text != ";" && tokens[open].text != "{" &&
           !(tokens[open].text == "(" && !tokens[open - 1].text.starts_with("__")))
      open = tokens[open].text == "(" ? after_closing(tokens, open) : open + 1;
    const std::size_t end = after_closing(tokens, open);
    if (end >= tokens.size() || tokens[open].text != "(") continue;
    found.push_back({at, open, end});
    at = end - 1;
  }
  return found;
}

std::span<const Token> parameters_in(const Tokens& tokens, const FoundKernel& found) {
  return std::span(tokens).subspan(found.open + 1, found.end - found.open - 2);
}

/// What the body of a function, from its "{" on, says.
void read_body(const Tokens& tokens, std::size_t begin, const std::vector<DynamicShared>& arrays, KernelSignature& signature) {
  const std::size_t end = after_closing(tokens, begin);
  for (std::size_t k = begin; k + 2 < end; ++k) {
    const auto array = std::ranges::find(arrays, tokens[k].text, &DynamicShared::name);
    if (array != arrays.end()) signature.dynamic_shared = array->bytes;
    const bool index = tokens[k].text == "threadIdx" || tokens[k].text == "blockIdx";
    if (index && tokens[k + 1].text == "." && tokens[k + 2].text == "y") signature.two_dimensional = true;
  }
}

/// Index of the "<" of `name<…>(`, whose "(" is at `open`; `open` if there is none.
std::size_t template_arguments(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at > 1; --at) {
    if (tokens[at - 1].text == ">") ++depth;
    if (tokens[at - 1].text == "<") --depth;
    if (depth == 0) return at == open ? open : at - 1;
  }
  return open;
}

/// "name<float, 4>" of its tokens, as demanglers write it.
std::string instance_name(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string name;
  for (std::size_t at = begin; at < end; ++at) {
    const bool words = !name.empty() && in_name(name.back()) && in_name(tokens[at].text[0]);
    name += (words ? " " : "") + std::string(tokens[at].text) + (tokens[at].text == "," ? " " : "");
  }
  return name;
}

}  // namespace

std::vector<KernelParameter> parameters_of(std::string_view list) { return parameters_of(tokens_of(list), Aliases()); }

std::vector<KernelSignature> signatures_of(std::string_view text) {
  const Tokens tokens = tokens_of(text);
  const Aliases aliases = aliases_of(tokens);
  const std::vector<DynamicShared> arrays = dynamic_shared_of(tokens, aliases);
  std::vector<KernelSignature> signatures;
  std::map<std::string_view, KernelSignature> templates;  // by name
  for (const FoundKernel& found : kernels_in(tokens)) {
    const std::string_view after = tokens[found.end].text;
    const std::size_t start = template_of(tokens, found.begin);
    KernelSignature signature;
    signature.parameters = parameters_of(parameters_in(tokens, found), aliases);
    if (after == "{") {
      const Token& name = tokens[found.open - 1];
      signature.kernel = name.text;
      signature.line = name.line;
      read_body(tokens, found.end, arrays, signature);
      if (start == found.begin)
        signatures.push_back(std::move(signature));
      else
        templates[name.text] = std::move(signature);
    } else if (after == ";" && start + 1 == found.begin) {
      const std::size_t name = template_arguments(tokens, found.open) - 1;
      const auto definition = templates.find(tokens[name].text);
      if (definition == templates.end() || definition->second.parameters.size() != signature.parameters.size()) continue;
      KernelSignature instance = definition->second;
      instance.kernel = instance_name(tokens, name, found.open);
      for (std::size_t k = 0; k < signature.parameters.size(); ++k) {
        signature.parameters[k].name = instance.parameters[k].name;
        instance.parameters[k] = signature.parameters[k];
      }
      signatures.push_back(std::move(instance));
    }
  }
  return signatures;
}

std::string suggested_instantiation(std::string_view text) {
  const Tokens tokens = tokens_of(text);
  for (const FoundKernel& found : kernels_in(tokens)) {
    const std::size_t start = template_of(tokens, found.begin);
    if (start == found.begin || tokens[found.end].text != "{") continue;
    std::vector<std::string_view> types;
    std::string arguments;
    for (std::size_t at = start + 1; at + 1 < found.begin; ++at) {
      if (tokens[at].text != "<" && tokens[at].text != ",") continue;
      const bool type = tokens[at + 1].text == "typename" || tokens[at + 1].text == "class";
      arguments += (arguments.empty() ? "" : ", ") + std::string(type ? "float" : "1");
      if (type && at + 2 < found.begin) types.push_back(tokens[at + 2].text);
    }
    std::string parameters;
    for (const Token& token : parameters_in(tokens, found)) {
      const bool type = std::ranges::find(types, token.text) != types.end();
      const bool words = !parameters.empty() && in_name(parameters.back()) && (in_name(token.text[0]) || token.text == "*");
      parameters += (words ? " " : "") + std::string(type ? "float" : token.text) + (token.text == "," ? " " : "");
    }
    return "template __global__ void " + std::string(tokens[found.open - 1].text) + "<" + arguments + ">(" + parameters + ");";
  }
  return "";
}

}  // namespace warplens::experiment
