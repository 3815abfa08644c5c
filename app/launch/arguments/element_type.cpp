#include "launch/arguments/element_type.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace warplens::launch {
namespace {

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

/// The words of a type, sorted and joined by blanks.
std::string sorted_words(std::string_view type) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> words;
  for (std::size_t at = type.find_first_not_of(blanks); at < type.size(); at = type.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(type.find_first_of(blanks, at), type.size());
    words.push_back(type.substr(at, end - at));
    at = end;
  }
  std::ranges::sort(words);
  std::string joined;
  for (const std::string_view word : words) joined += (joined.empty() ? "" : " ") + std::string(word);
  return joined;
}

}  // namespace

std::optional<ElementType> element_type_in_c(std::string_view type) {
  constexpr std::string_view standard = "std::";
  if (type.starts_with(standard)) type.remove_prefix(standard.size());
  const auto found = std::ranges::find(named_types, sorted_words(type), &NamedType::words);
  return found == named_types.end() ? std::nullopt : std::optional(found->type);
}

std::optional<ElementType> element_type_written(std::string_view type) {
  const auto own = element_type_named(type);
  return own ? own : element_type_in_c(type);
}

}  // namespace warplens::launch
