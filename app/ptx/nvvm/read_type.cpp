#include <charconv>
#include <limits>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint32_t widest_integer = 4096;
constexpr std::uint64_t longest_vector = 512;  // so that splat of a vector stays small
constexpr std::uint64_t largest_size = 1ull << 40, too_large = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t largest_value = 1ull << 16;
constexpr int deepest_type = 100;

struct TypeWord {
  std::string_view word;
  TypeKind kind;
};
constexpr TypeWord type_words[] = {
    {"void", TypeKind::void_},     {"half", TypeKind::half},   {"bfloat", TypeKind::bfloat},     {"float", TypeKind::float32},
    {"double", TypeKind::float64}, {"label", TypeKind::label}, {"metadata", TypeKind::metadata},
};
constexpr std::string_view other_type_words[] = {"x86_fp80", "fp128", "ppc_fp128", "x86_mmx", "x86_amx", "token", "target"};

/// 32 of i32; 0 if the word is no integer type.
std::uint32_t width_of(std::string_view word) {
  std::uint32_t width = 0;
  if (word.size() < 2 || word[0] != 'i' || word[1] < '0' || word[1] > '9') return 0;
  const auto [end, code] = std::from_chars(word.data() + 1, word.data() + word.size(), width);
  if (end != word.data() + word.size()) return 0;
  return code == std::errc() ? width : none;
}

}  // namespace

std::size_t KeyHash::operator()(const std::vector<std::uint64_t>& key) const {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint64_t word : key) hash = (hash ^ word ^ word >> 32) * 0x100000001b3u ^ hash >> 29;
  return static_cast<std::size_t>(hash);
}

Reader::Nesting::Nesting(Reader& reader) : reader_(reader) {
  if (++reader.depth_ > 100) reader.cursor_.fail(reader.cursor_.current(), "this is nested too deeply");
}

std::uint32_t Reader::add_type(Type added) {
  std::vector<std::uint64_t> key = {
      static_cast<std::uint64_t>(added.kind) | (added.packed ? 256u : 0u) | (added.variadic ? 512u : 0u), added.bits,
      static_cast<std::uint64_t>(added.space), added.count};
  key.insert(key.end(), added.members.begin(), added.members.end());
  const auto [found, is_new] = type_numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(module_.types.size()));
  if (is_new) module_.types.push_back(std::move(added));
  return found->second;
}

/// The type with these elements: of a vector as long as `like`, or not of a vector.
std::uint32_t Reader::shaped(std::uint32_t like, std::uint32_t element) {
  if (kind(like) != TypeKind::vector) return element;
  return add_type({.kind = TypeKind::vector, .count = type(like).count, .members = {element}});
}

bool Reader::at_type() const {
  const Token& token = cursor_.current();
  if (token.kind == TokenKind::local) return true;
  if (token.kind == TokenKind::punctuation) return cursor_.at('{') || cursor_.at('[') || cursor_.at('<');
  if (token.kind != TokenKind::word) return false;
  if (token.text == "ptr" || width_of(token.text) != 0) return true;
  for (const TypeWord& known : type_words) {
    if (known.word == token.text) return true;
  }
  for (const std::string_view known : other_type_words) {
    if (known == token.text) return true;
  }
  return false;
}

/// (3), after addrspace.
AddressSpace Reader::read_address_space() {
  cursor_.expect('(');
  const Token token = cursor_.current();
  const std::uint64_t number = cursor_.expect_number("an address space", 0xffffff);
  switch (number) {
    case 0:
    case 1:
    case 3:
    case 4:
    case 5:
    case 101:
      break;
    default:
      cursor_.fail(token, "address space " + std::to_string(number) + " is not supported");
  }
  cursor_.expect(')');
  return static_cast<AddressSpace>(number);
}

std::uint32_t Reader::read_type() {
  const Nesting nesting(*this);
  const Token token = cursor_.current();
  std::uint32_t read = 0;
  if (cursor_.accept("ptr")) {
    read = pointer_type(cursor_.accept("addrspace") ? read_address_space() : AddressSpace::generic);
  } else if (token.kind == TokenKind::local) {
    cursor_.take();
    const auto [found, is_new] = named_types_.try_emplace(name_key(token), NamedType{none, token.place});
    if (is_new) {
      found->second.type = static_cast<std::uint32_t>(module_.types.size());
      unfinished_types_.insert(found->second.type);
      module_.types.push_back({.kind = TypeKind::structure, .members = {}, .opaque = true});
    }
    read = found->second.type;
  } else if (cursor_.at('{') || (cursor_.at('<') && cursor_.next().text == "{")) {
    Type structure{.kind = TypeKind::structure, .members = {}, .packed = cursor_.accept('<')};
    cursor_.expect('{');
    if (!cursor_.at('}')) {
      do structure.members.push_back(read_type());
      while (cursor_.accept(','));
    }
    cursor_.expect('}');
    if (structure.packed) cursor_.expect('>');
    read = add_type(std::move(structure));
  } else if (cursor_.at('[') || cursor_.at('<')) {
    const bool vector = cursor_.take().text == "<";
    if (vector && cursor_.at("vscale")) cursor_.fail(token, "scalable vectors are not supported");
    Type sequence{.kind = vector ? TypeKind::vector : TypeKind::array, .members = {}};
    sequence.count = cursor_.expect_number("a number of elements", vector ? longest_vector : largest_size);
    cursor_.expect("x");
    const Token element = cursor_.current();
    sequence.members = {read_type()};
    cursor_.expect(vector ? '>' : ']');
    const TypeKind inner = kind(sequence.members[0]);
    const bool scalar_element = inner >= TypeKind::integer && inner <= TypeKind::pointer;
    if (vector && !scalar_element) cursor_.fail(element, "a vector's elements must be integers, floating-point or pointers");
    if (vector && sequence.count == 0) cursor_.fail(token, "a vector has at least one element");
    read = add_type(std::move(sequence));
  } else if (const std::uint32_t width = width_of(token.text); token.kind == TokenKind::word && width != 0) {
    if (width > widest_integer)
      cursor_.fail(token, "integers of more than " + std::to_string(widest_integer) + " bits are not supported");
    read = integer_type(width);
    cursor_.take();
  } else {
    bool known = false;
    for (const TypeWord& word : type_words) {
      if (token.kind != TokenKind::word || word.word != token.text) continue;
      read = add_type({.kind = word.kind, .members = {}});
      known = true;
    }
    if (!known && at_type()) cursor_.fail(token, "the type " + std::string(token.text) + " is not supported");
    if (!known) cursor_.fail_expected("a type");
    cursor_.take();
  }
  for (;;) {
    if (cursor_.accept('*')) {
      read = pointer_type(AddressSpace::generic);
    } else if (cursor_.at("addrspace")) {
      cursor_.take();
      read = pointer_type(read_address_space());
      cursor_.expect('*');
    } else if (cursor_.accept('(')) {
      Type function{.kind = TypeKind::function, .members = {read}};
      if (!cursor_.at(')')) {
        do {
          function.variadic = cursor_.accept('.');
          if (!function.variadic) function.members.push_back(read_type());
        } while (!function.variadic && cursor_.accept(','));
      }
      cursor_.expect(')');
      read = add_type(std::move(function));
    } else {
      return read;
    }
  }
}

/// A type that values have and memory holds.
std::uint32_t Reader::read_value_type() {
  const Token token = cursor_.current();
  const std::uint32_t read = read_type();
  return sized(read, token.place) ? read : 0;
}

/// %name = type {…} or opaque
void Reader::read_type_definition() {
  const Token name = cursor_.current();
  const std::uint32_t index = read_type();
  cursor_.expect('=');
  cursor_.expect("type");
  const auto found = named_types_.find(name_key(name));
  if (name.kind != TokenKind::local || found == named_types_.end() || found->second.type != index) {
    return cursor_.fail(name, "expected a type's name");
  }
  if (found->second.defined) return cursor_.fail(name, std::string(name.written) + " is defined twice");
  found->second = {index, name.place, true};
  if (cursor_.accept("opaque")) {
    unfinished_types_.erase(index);
    return;
  }
  const Token body = cursor_.current();
  const std::uint32_t structure = read_type();
  if (kind(structure) != TypeKind::structure || body.kind != TokenKind::punctuation) {
    return cursor_.fail(body, "expected a structure or 'opaque'");
  }
  module_.types[index] = module_.types[structure];
  unfinished_types_.erase(index);
}

/// Whether a value of this type has a size, with an error at `place` if not.
bool Reader::sized(std::uint32_t index, const Place& place) {
  struct Sizer {
    Reader& reader;
    const char* problem = nullptr;

    std::uint64_t size(std::uint32_t index, int depth) {
      auto& sizes = reader.type_sizes_;
      if (sizes.size() < reader.module_.types.size()) sizes.resize(reader.module_.types.size(), 0);
      if (sizes[index] != 0) return sizes[index];
      const Type& type = reader.type(index);
      std::uint64_t bytes = 0;
      if (depth > deepest_type) {
        problem = "is nested too deeply or contains itself";
      } else if (type.kind == TypeKind::integer) {
        bytes = (type.bits + 7) / 8;
      } else if (type.kind >= TypeKind::half && type.kind <= TypeKind::pointer) {
        bytes = 8;
      } else if (type.kind == TypeKind::vector || type.kind == TypeKind::array) {
        const std::uint64_t element = size(type.members[0], depth + 1);
        bytes = type.count != 0 && element > largest_size / type.count ? too_large : element * type.count;
      } else if (type.kind == TypeKind::structure && !type.opaque) {
        for (const std::uint32_t member : type.members) {
          if (problem == nullptr && bytes <= largest_size) bytes += size(member, depth + 1);
        }
      } else {
        problem = reader.unfinished_types_.contains(index) ? "is used before its definition" : "has no size";
      }
      if (problem == nullptr && bytes > largest_size) problem = "is too large";
      return problem == nullptr ? sizes[index] = bytes + 1 : 0;
    }
  };
  if (cursor_.error()) return false;
  Sizer sizer{*this};
  sizer.size(index, 0);
  if (sizer.problem != nullptr) cursor_.fail(place, "the type " + type_name(index) + " " + sizer.problem);
  return sizer.problem == nullptr;
}

/// Whether a value of this type is small enough to be held in registers, with an error at `place` if not.
bool Reader::movable(std::uint32_t index, const Place& place) {
  if (index >= module_.types.size() || kind(index) == TypeKind::metadata) return true;
  if (!sized(index, place)) return false;
  if (type_sizes_[index] <= largest_value) return true;
  cursor_.fail(place, "values of more than " + std::to_string(largest_value) + " bytes are not supported");
  return false;
}

/// All named types are defined, and none contains itself.
void Reader::check_structures() {
  for (const auto& [name, named] : named_types_) {
    if (!named.defined) return cursor_.fail(named.place, "the type %" + name + " is used, but never defined");
    if (!type(named.type).opaque) sized(named.type, named.place);
  }
}

std::string Reader::type_name(std::uint32_t index) const {
  const Type& named = type(index);
  for (const TypeWord& known : type_words) {
    if (known.kind == named.kind) return std::string(known.word);
  }
  switch (named.kind) {
    case TypeKind::integer:
      return "i" + std::to_string(named.bits);
    case TypeKind::pointer:
      return named.space == AddressSpace::generic
                 ? "ptr"
                 : "ptr addrspace(" + std::to_string(static_cast<std::uint32_t>(named.space)) + ")";
    case TypeKind::vector:
      return "<" + std::to_string(named.count) + " x " + type_name(named.members[0]) + ">";
    case TypeKind::array:
      return "of an array";
    case TypeKind::function:
      return "of a function";
    default:
      break;
  }
  for (const auto& [name, known] : named_types_) {
    if (known.type == index) return "%" + name;
  }
  return "of a structure";
}

}  // namespace warplens::ptx::nvvm
