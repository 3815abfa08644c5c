#include "experiment/kernel_file/signature.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "experiment/kernel_file/kernel_source.h"

namespace warplens::experiment {
namespace {

KernelParameter parameter_of(std::span<const Token> tokens, std::size_t number, const SourceTypes& types) {
  KernelParameter parameter;
  parameter.name = "argument_" + std::to_string(number);
  Words words;
  for (const Token& token : tokens) {
    if (token.text == "=" || token.text == "[") break;  // a default value, or the extent of an array
    words.emplace_back(token.text);
  }
  // The last word is the parameter's name unless it belongs to the type: demangled lists have no names.
  const bool named = words.size() > 1 && in_name(words.back()[0]) && words.back() != "const" && !types.layout_of(words);
  if (named) {
    parameter.name = words.back();
    words.pop_back();
  }
  for (const std::string& word : words) parameter.declared += (parameter.declared.empty() ? "" : " ") + word;
  if (std::ranges::find(tokens, "[", &Token::text) != tokens.end()) words.emplace_back("*");
  if (auto layout = types.layout_of(words)) parameter.fields = std::move(layout->fields);
  return parameter;
}

std::vector<KernelParameter> read_parameters(std::span<const Token> tokens, const SourceTypes& types) {
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
      parameters.push_back(parameter_of(part, parameters.size() + 1, types));
    from = at + 1;
  }
  return parameters;
}

/// An array of dynamic shared memory, `extern __shared__ float tile[];`.
struct DynamicShared {
  std::string_view name;
  std::uint32_t bytes = 0;  ///< of an element; 4 if its type is unknown
};

std::vector<DynamicShared> dynamic_shared_of(const Tokens& tokens, const SourceTypes& types) {
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
    const auto element = types.layout_of(words);
    arrays.push_back({tokens[at - 1].text, static_cast<std::uint32_t>(element ? element->size : 4)});
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
std::string written_name(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string name;
  for (std::size_t at = begin; at < end; ++at) {
    const bool words = !name.empty() && in_name(name.back()) && in_name(tokens[at].text[0]);
    name += (words ? " " : "") + std::string(tokens[at].text) + (tokens[at].text == "," ? " " : "");
  }
  return name;
}

/// Index of the first token of a name that ends at `last`: "a" of `a::b::k`.
std::size_t first_of_name(const Tokens& tokens, std::size_t last) {
  while (last > 2 && tokens[last - 1].text == ":" && tokens[last - 2].text == ":" && in_name(tokens[last - 3].text[0])) last -= 3;
  return last;
}

/// Looks up the types of parameters in the source alone, then those it does not define in source and headers together. The
/// headers come second because nothing is preprocessed: unbalanced braces in the branches of an #if must not hide the source's
/// own types.
class TypesInReach {
 public:
  TypesInReach(const Tokens& tokens, std::string_view text, std::string_view headers) : own_(tokens) {
    if (headers.empty()) return;
    const std::string all = std::string(headers) + "\n" + std::string(text);
    with_headers_ = SourceTypes(tokens_of(all));
  }
  const SourceTypes& own() const { return own_; }
  std::vector<KernelParameter> parameters_of(std::span<const Token> list) const {
    std::vector<KernelParameter> parameters = read_parameters(list, own_);
    const auto unknown = [](const KernelParameter& each) { return each.fields.empty(); };
    if (std::ranges::none_of(parameters, unknown)) return parameters;
    const std::vector<KernelParameter> more = read_parameters(list, with_headers_);
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (unknown(parameters[k])) parameters[k] = more[k];
    return parameters;
  }

 private:
  SourceTypes own_, with_headers_;
};

using Templates = std::map<std::string, KernelSignature>;

/// The template that C++ finds by `name` inside the namespaces `around` ("a::b::"): in them, else in those around them.
Templates::const_iterator template_named(const Templates& templates, std::string around, const std::string& name) {
  auto found = templates.find(around + name);
  while (found == templates.end() && !around.empty()) {
    const std::size_t outer = around.size() < 3 ? std::string::npos : around.rfind("::", around.size() - 3);
    around = outer == std::string::npos ? "" : around.substr(0, outer + 2);
    found = templates.find(around + name);
  }
  return found;
}

/// What a number of a template most likely is, by its name.
std::string usual_number(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto speaks_of = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
  if (speaks_of("tile")) return "16";
  return speaks_of("block") || speaks_of("thread") ? "256" : "1";
}

}  // namespace

std::vector<KernelParameter> parameters_of(std::string_view list) { return read_parameters(tokens_of(list), SourceTypes()); }

std::vector<KernelSignature> signatures_of(std::string_view text, std::string_view headers) {
  const Tokens tokens = tokens_of(text);
  const TypesInReach in_reach(tokens, text, headers);
  const SourceTypes& types = in_reach.own();
  const std::vector<DynamicShared> arrays = dynamic_shared_of(tokens, types);
  std::vector<KernelSignature> signatures;
  Templates templates;  // by name, with its namespaces
  Scopes scopes(tokens);
  for (const FoundKernel& found : kernels_in(tokens)) {
    const std::string_view after = tokens[found.end].text;
    const std::size_t start = template_of(tokens, found.begin);
    KernelSignature signature;
    signature.parameters = in_reach.parameters_of(parameters_in(tokens, found));
    const std::string around = has_c_linkage(tokens, found.begin) ? "" : scopes.prefix_at(found.begin);
    if (after == "{") {
      signature.kernel = around + written_name(tokens, first_of_name(tokens, found.open - 1), found.open);
      signature.line = tokens[found.open - 1].line;
      read_body(tokens, found.end, arrays, signature);
      if (start == found.begin) {
        signatures.push_back(std::move(signature));
      } else {
        const std::string name = signature.kernel;
        templates[name] = std::move(signature);
      }
    } else if (after == ";" && start + 1 == found.begin) {
      const std::size_t arguments = template_arguments(tokens, found.open);
      const std::string name = written_name(tokens, first_of_name(tokens, arguments - 1), arguments);
      const auto definition = template_named(templates, around, name);
      if (definition == templates.end() || definition->second.parameters.size() != signature.parameters.size()) continue;
      KernelSignature instance = definition->second;
      instance.kernel += written_name(tokens, arguments, found.open);
      for (std::size_t k = 0; k < signature.parameters.size(); ++k) {
        signature.parameters[k].name = instance.parameters[k].name;
        instance.parameters[k] = signature.parameters[k];
      }
      signatures.push_back(std::move(instance));
    }
  }
  return signatures;
}

std::vector<std::string> suggested_instantiations(std::string_view text) {
  const Tokens tokens = tokens_of(text);
  Scopes scopes(tokens);
  std::vector<std::string> suggested;
  for (const FoundKernel& found : kernels_in(tokens)) {
    const std::size_t start = template_of(tokens, found.begin);
    const std::string around = scopes.prefix_at(found.begin);
    if (start == found.begin || tokens[found.end].text != "{") continue;
    std::map<std::string_view, std::string> meanings;  // of the template's parameters
    std::string arguments;
    for (std::size_t at = start + 1; at + 1 < found.begin; ++at) {
      if (tokens[at].text != "<" && tokens[at].text != ",") continue;
      std::size_t name = at + 1;  // the last word of the parameter
      while (name + 1 < found.begin && in_name(tokens[name + 1].text[0])) ++name;
      const bool type = tokens[at + 1].text == "typename" || tokens[at + 1].text == "class";
      const std::string argument = type ? "float" : usual_number(tokens[name].text);
      arguments += (arguments.empty() ? "" : ", ") + argument;
      if (name > at + 1) meanings[tokens[name].text] = argument;
    }
    std::string parameters;
    for (const Token& token : parameters_in(tokens, found)) {
      const auto meaning = meanings.find(token.text);
      const bool words = !parameters.empty() && in_name(parameters.back()) && (in_name(token.text[0]) || token.text == "*");
      parameters += (words ? " " : "") + (meaning != meanings.end() ? meaning->second : std::string(token.text)) +
                    (token.text == "," ? " " : "");
    }
    suggested.push_back("template __global__ void " + around + std::string(tokens[found.open - 1].text) + "<" + arguments + ">(" +
                        parameters + ");");
  }
  return suggested;
}

}  // namespace warplens::experiment
