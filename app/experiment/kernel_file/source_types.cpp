#include "experiment/kernel_file/source_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

namespace warplens::experiment {
namespace {

using launch::ElementType;

struct VectorType {
  std::string_view name;  ///< without its number of components
  ElementType type;
};
/// CUDA's vector types of 2 to 4 components, "float4", without their number. (CUDA C++ Programming Guide, "Built-in Vector
/// Types")
constexpr std::array vector_types{
    VectorType{"char", ElementType::i8},       VectorType{"uchar", ElementType::u8},  VectorType{"short", ElementType::i16},
    VectorType{"ushort", ElementType::u16},    VectorType{"int", ElementType::i32},   VectorType{"uint", ElementType::u32},
    VectorType{"long", ElementType::i64},      VectorType{"ulong", ElementType::u64}, VectorType{"longlong", ElementType::i64},
    VectorType{"ulonglong", ElementType::u64}, VectorType{"float", ElementType::f32}, VectorType{"double", ElementType::f64}};

constexpr std::uint64_t next_multiple(std::uint64_t offset, std::uint64_t step) { return (offset + step - 1) / step * step; }

/// The words of a type without those that do not matter to its layout.
Words bare(Words words) {
  constexpr std::array left_out{"const",    "std",    ":",     "__restrict__", "__restrict",        "restrict",
                                "volatile", "struct", "class", "enum",         "__grid_constant__", "mutable"};
  std::erase_if(words, [&](const std::string& word) { return std::ranges::find(left_out, word) != left_out.end(); });
  return words;
}

std::optional<Layout> vector_layout(std::string_view name) {
  if (name == "dim3") name = "uint3";
  if (name.size() < 2 || name.back() < '2' || name.back() > '4') return std::nullopt;
  const auto found = std::ranges::find(vector_types, name.substr(0, name.size() - 1), &VectorType::name);
  if (found == vector_types.end()) return std::nullopt;
  constexpr std::uint64_t max_alignment = 16;
  const auto count = static_cast<std::uint64_t>(name.back() - '0');
  const std::uint64_t bytes = launch::bytes(found->type);
  Layout layout{{}, count * bytes, count == 3 ? bytes : std::min(count * bytes, max_alignment)};
  for (std::uint64_t k = 0; k < count; ++k)
    layout.fields.push_back({std::string{"xyzw"[k]}, found->type, 1, false, false, k * bytes});
  return layout;
}

std::optional<Layout> number_layout(const Words& words) {
  std::string type;
  for (const std::string& word : words) type += (type.empty() ? "" : " ") + word;
  const auto element = launch::element_type_in_c(type);
  if (!element) return std::nullopt;
  const std::uint64_t bytes = launch::bytes(*element);
  return Layout{{{"", *element, 1, false, false, 0}}, bytes, bytes};
}

/// Append a member to a structure: an array of `count` values of a type, or a single value. False if there are too many fields.
bool append(Layout& structure, const std::string& name, const Layout& type, std::optional<std::uint64_t> count) {
  const std::uint64_t values = count.value_or(1);
  if (values > Layout::max_fields || structure.fields.size() + values * type.fields.size() > Layout::max_fields) return false;
  structure.alignment = std::max(structure.alignment, type.alignment);
  std::uint64_t at = next_multiple(structure.size, type.alignment);
  for (std::uint64_t k = 0; k < values; ++k, at += type.size) {
    const std::string own = count ? name + "[" + std::to_string(k) + "]" : name;
    for (Field field : type.fields) {
      field.name = field.name.empty() ? own : own + "." + field.name;
      field.offset += at;
      structure.fields.push_back(std::move(field));
    }
  }
  structure.size = at;
  return true;
}

/// Index after a member function at `at`, whose parameter list begins at `open`: after its body, or its ";".
std::size_t after_function(const Tokens& tokens, std::size_t open, std::size_t end) {
  std::size_t at = after_closing(tokens, open);
  while (at < end && tokens[at].text != ";" && tokens[at].text != "{")
    at = tokens[at].text == "(" ? after_closing(tokens, at) : at + 1;
  return at < end && tokens[at].text == "{" ? after_closing(tokens, at) : at + 1;
}

/// Index after a declaration that adds nothing to a structure: a function, or else what ends with ";", past any bodies in it.
std::size_t after_declaration(const Tokens& tokens, std::size_t at, std::size_t end) {
  constexpr std::array decisive{";", "=", "{", "("};
  std::size_t first = at;
  for (; first < end && std::ranges::find(decisive, tokens[first].text) == decisive.end(); ++first) {
    if (tokens[first].text != "operator") continue;
    if (first + 2 < end && tokens[first + 1].text == "(") first += 2;  // operator()
    while (first + 1 < end && tokens[first + 1].text != "(") ++first;
  }
  if (first < end && tokens[first].text == "(") return after_function(tokens, first, end);
  while (at < end && tokens[at].text != ";") at = tokens[at].text == "{" ? after_closing(tokens, at) : at + 1;
  return at + 1;
}

/// The words of one member declaration, and those of its first declarator: "const float", "* data".
struct Declaration {
  Words type;
  std::size_t next = 0;  ///< token after the name of the first declarator
  std::string name;
};

Declaration read_declaration(const Tokens& tokens, std::size_t at, std::size_t end) {
  Declaration read;
  constexpr std::array ends{",", "=", "[", "{", ";", "("};
  const auto single_colon = [&](std::size_t k) {
    return tokens[k].text == ":" && tokens[k - 1].text != ":" && k + 1 < end && tokens[k + 1].text != ":";
  };
  const std::size_t begin = at;
  for (; at < end && std::ranges::find(ends, tokens[at].text) == ends.end() && !(at > begin && single_colon(at)); ++at)
    read.type.emplace_back(tokens[at].text);
  if (!read.type.empty()) {
    read.name = std::move(read.type.back());
    read.type.pop_back();
  }
  read.next = at;
  return read;
}

/// The number in __align__(16) or alignas(16) before a structure's name; 1 if there is none.
std::uint64_t alignment_of(const Tokens& tokens, std::size_t at) {
  if (!tokens[at].text.starts_with("__align") && !tokens[at].text.starts_with("__builtin_align") && tokens[at].text != "alignas")
    return 1;
  std::uint64_t bytes = 0;
  if (at + 2 >= tokens.size()) return 1;
  const std::string_view digits = tokens[at + 2].text;
  std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
  constexpr std::uint64_t most = 256;
  return bytes >= 1 && bytes <= most ? bytes : 1;
}

}  // namespace

SourceTypes::SourceTypes(const Tokens& tokens) {
  read_aliases(tokens);
  read_constants(tokens);
  read_structures(tokens);
}

/// `using real = float;`, `typedef float real;` and `#define real float`.
void SourceTypes::read_aliases(const Tokens& tokens) {
  const auto until_semicolon = [&](std::size_t at) {
    Words words;
    for (; at < tokens.size() && tokens[at].text != ";"; ++at) words.emplace_back(tokens[at].text);
    return words;
  };
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const std::string_view word = tokens[at].text;
    if (word == "using" && tokens[at + 2].text == "=") {
      aliases_[std::string(tokens[at + 1].text)] = until_semicolon(at + 3);
    } else if (word == "typedef") {
      Words words = until_semicolon(at + 1);
      if (words.size() < 2 || std::ranges::find(words, "{") != words.end()) continue;  // with a body: a structure
      const std::string name = std::move(words.back());
      words.pop_back();
      aliases_[name] = std::move(words);
    } else if (word == "#" && tokens[at + 1].text == "define" && at + 3 < tokens.size() &&
               tokens[at + 3].line == tokens[at].line) {
      Words words;
      for (std::size_t k = at + 3; k < tokens.size() && tokens[k].line == tokens[at].line; ++k)
        words.emplace_back(tokens[k].text);
      aliases_[std::string(tokens[at + 2].text)] = std::move(words);
    }
  }
}

/// `constexpr int taps = 16;` and `const int width = TILE + 2;`: extents of arrays.
void SourceTypes::read_constants(const Tokens& tokens) {
  constexpr std::size_t max_words = 16;
  for (std::size_t at = 3; at + 2 < tokens.size(); ++at) {
    const bool fixed = tokens[at - 3].text == "constexpr" || tokens[at - 3].text == "const";
    if (tokens[at].text != "=" || !fixed) continue;
    Words words;
    for (std::size_t k = at + 1; k < tokens.size() && tokens[k].text != ";" && words.size() <= max_words; ++k)
      words.emplace_back(tokens[k].text);
    if (words.empty() || words.size() > max_words) continue;
    if (words.size() > 1) {
      words.insert(words.begin(), "(");
      words.emplace_back(")");
    }
    aliases_[std::string(tokens[at - 1].text)] = std::move(words);
  }
}

/// `struct Name { … };` and `typedef struct { … } Name;`.
void SourceTypes::read_structures(const Tokens& tokens) {
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    if (tokens[at].text != "struct" && tokens[at].text != "class") continue;
    const bool generic = at > 0 && (tokens[at - 1].text == ">" || tokens[at - 1].text == "<" || tokens[at - 1].text == ",");
    if (generic) continue;
    std::uint64_t alignment = 1;
    std::size_t open = at + 1;
    while (open < tokens.size() && tokens[open].text.starts_with("__") && open + 1 < tokens.size() &&
           tokens[open + 1].text == "(") {
      alignment = std::max(alignment, alignment_of(tokens, open));
      open = after_closing(tokens, open + 1);
    }
    if (open < tokens.size() && tokens[open].text == "alignas") {
      alignment = std::max(alignment, alignment_of(tokens, open));
      open = after_closing(tokens, open + 1);
    }
    std::string name;
    if (open < tokens.size() && in_name(tokens[open].text[0])) name = tokens[open++].text;
    if (open < tokens.size() && tokens[open].text == "final") ++open;
    if (open >= tokens.size() || tokens[open].text != "{") continue;
    const std::size_t after = after_closing(tokens, open);
    const bool named_behind = at > 0 && tokens[at - 1].text == "typedef" && after < tokens.size();
    const std::string behind = named_behind ? std::string(tokens[after].text) : "";
    auto layout = read_members(tokens, open + 1, after - 1);
    if (!layout) continue;
    layout->alignment = std::max(layout->alignment, alignment);
    layout->size = next_multiple(std::max<std::uint64_t>(layout->size, 1), layout->alignment);
    if (!name.empty()) structures_[name] = *layout;
    if (!behind.empty()) structures_[behind] = *layout;
  }
}

std::optional<Layout> SourceTypes::read_members(const Tokens& tokens, std::size_t begin, std::size_t end) const {
  constexpr std::array without_data{"static", "using", "typedef", "friend", "enum", "template", "constexpr"};
  constexpr std::array nested{"union", "struct", "class"};
  const auto has_body = [&](std::size_t at) {
    while (at < end && tokens[at].text != ";" && tokens[at].text != "{") ++at;
    return at < end && tokens[at].text == "{";
  };
  Layout layout;
  for (std::size_t at = begin; at < end;) {
    const std::string_view word = tokens[at].text;
    if (word == ";") {
      ++at;
    } else if (word == "public" || word == "private" || word == "protected") {
      at += 2;
    } else if (std::ranges::find(without_data, word) != without_data.end()) {
      at = after_declaration(tokens, at, end);
    } else if (word == "virtual" || word == "alignas" || word.starts_with("__align") ||
               (std::ranges::find(nested, word) != nested.end() && has_body(at))) {
      return std::nullopt;
    } else {
      Declaration declared = read_declaration(tokens, at, end);
      at = declared.next;
      if (at < end && tokens[at].text == "(") {
        at = after_function(tokens, at, end);
        continue;
      }
      for (;;) {
        std::optional<std::uint64_t> count;
        for (; at < end && tokens[at].text == "["; at = after_closing(tokens, at)) {
          Words extent;
          for (std::size_t k = at + 1; k + 1 < after_closing(tokens, at); ++k) extent.emplace_back(tokens[k].text);
          const auto number = whole(extent);
          if (!number || *number == 0 || *number > Layout::max_fields) return std::nullopt;
          count = count.value_or(1) * *number;
        }
        const auto type = layout_of(declared.type);
        if (!type || declared.name.empty() || !append(layout, declared.name, *type, count)) return std::nullopt;
        // What it is initialised with.
        while (at < end && tokens[at].text != "," && tokens[at].text != ";" && tokens[at].text != ":")
          at = tokens[at].text == "{" || tokens[at].text == "(" ? after_closing(tokens, at) : at + 1;
        if (at >= end || tokens[at].text == ":") return std::nullopt;  // a bit field
        if (tokens[at].text == ";") break;
        std::erase(declared.type, "*");
        for (++at; at < end && tokens[at].text == "*"; ++at) declared.type.emplace_back("*");
        if (at < end) declared.name = tokens[at++].text;
      }
    }
  }
  return layout;
}

std::optional<std::uint64_t> SourceTypes::whole(const Words& words) const {
  const Words meaning = resolved(words);
  if (meaning.size() != 1) return std::nullopt;
  std::uint64_t number = 0;
  const std::string& digits = meaning.front();
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return code == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

Words SourceTypes::resolved(Words words) const {
  constexpr int max_replaced = 8;        // an alias may stand for an alias
  constexpr std::size_t max_words = 64;  // or contain itself
  for (int k = 0; k < max_replaced && words.size() <= max_words; ++k) {
    const auto alias = std::ranges::find_if(words, [&](const std::string& word) { return aliases_.contains(word); });
    if (alias == words.end()) break;
    const Words meaning = aliases_.find(*alias)->second;
    words.insert(words.erase(alias), meaning.begin(), meaning.end());
  }
  return words;
}

std::optional<Layout> SourceTypes::layout_of(const Words& words) const {
  const Words meaning = resolved(words);
  if (const auto star = std::ranges::find(meaning, "*"); star != meaning.end()) {
    if (!bare(Words(star + 1, meaning.end())).empty()) return std::nullopt;  // a pointer to pointers, or no type
    const auto pointee = layout_of(Words(meaning.begin(), star));
    const auto elements = pointee ? elements_of(*pointee) : std::nullopt;
    if (!elements) return std::nullopt;
    const bool read_only = std::find(meaning.begin(), star, "const") != star;
    return Layout{{{"", elements->type, elements->components, true, read_only, 0, elements->names}},
                  sizeof(std::uint64_t),
                  sizeof(std::uint64_t)};
  }
  const Words named = bare(meaning);
  if (const auto number = number_layout(named)) return number;
  if (named.size() != 1) return std::nullopt;
  if (const auto structure = structures_.find(named.front()); structure != structures_.end()) return structure->second;
  return vector_layout(named.front());
}

std::optional<Elements> elements_of(const Layout& layout) {
  if (layout.fields.empty() || std::ranges::any_of(layout.fields, &Field::pointer)) return std::nullopt;
  const ElementType type = layout.fields.front().type;
  const auto bytes = static_cast<std::uint64_t>(launch::bytes(type));
  const auto count = static_cast<std::uint32_t>(layout.fields.size());
  const bool alike = std::ranges::all_of(layout.fields, [&](const Field& field) { return field.type == type; });
  if (alike && layout.size == count * bytes) {
    Elements elements{type, count};
    if (count > 1)
      for (const Field& field : layout.fields) elements.names.push_back(field.name);
    return elements;
  }
  std::uint64_t step = layout.size;
  for (const Field& field : layout.fields) step = std::gcd(std::gcd(step, field.offset), launch::bytes(field.type));
  constexpr std::array unsigned_types{ElementType::u8, ElementType::u16, ElementType::u32, ElementType::u64};
  const auto whole = std::ranges::find(unsigned_types, step, [](ElementType each) { return launch::bytes(each); });
  if (whole == unsigned_types.end()) return std::nullopt;
  return Elements{*whole, static_cast<std::uint32_t>(layout.size / step)};
}

}  // namespace warplens::experiment
