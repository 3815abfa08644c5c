#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace warplens::base {

/// Whether an enumeration has an enumerator with this value. GCC and clang write other values in a function's name as numbers:
/// "(Colour)3" instead of "Colour::red".
template <auto value>
consteval bool is_enumerator() {
  const std::string_view function = __PRETTY_FUNCTION__;
  const std::size_t type_end = function.rfind(')'), scope_end = function.rfind("::");
  return scope_end != std::string_view::npos && (type_end == std::string_view::npos || scope_end > type_end);
}

/// Count the enumerators from 0 on, up to the first gap.
template <typename Enum, std::size_t known = 0>
consteval std::size_t count_enumerators() {
  if constexpr (is_enumerator<static_cast<Enum>(known)>())
    return count_enumerators<Enum, known + 1>();
  else
    return known;
}
template <typename Enum>
inline constexpr std::size_t enumerators = count_enumerators<Enum>();

/// The next enumerator; after the last, the first.
template <typename Enum>
constexpr Enum next_enumerator(Enum value) {
  return static_cast<Enum>((static_cast<std::size_t>(value) + 1) % enumerators<Enum>);
}

/// Names of an enumeration's values, which must count up from 0. The compiler refuses a table that leaves out an enumerator or
/// names one twice:
///
///   constexpr Names<Colour> colour_names{{Colour::red, "red"}, {Colour::green, "green"}};
template <typename Enum>
class Names {
 public:
  struct Named {
    Enum value;
    std::string_view name;
  };

  consteval Names(std::initializer_list<Named> all) {
    if (all.size() != enumerators<Enum>) throw "as many names as enumerators";
    std::array<bool, enumerators<Enum>> named{};
    for (const Named& each : all) {
      const auto index = static_cast<std::size_t>(each.value);
      if (index >= named.size() || named[index]) throw "an enumerator is named twice, or comes after a gap";
      named[index] = true;
      names_[index] = each.name;
    }
  }

  constexpr std::string_view name_of(Enum value) const { return names_[static_cast<std::size_t>(value)]; }

  constexpr std::optional<Enum> value_of(std::string_view name) const {
    for (std::size_t index = 0; index < names_.size(); ++index)
      if (names_[index] == name) return static_cast<Enum>(index);
    return std::nullopt;
  }

  /// "red, green": all names that are not empty, for messages.
  std::string list(std::string_view separator = ", ") const {
    std::string text;
    for (const std::string_view name : names_) {
      if (name.empty()) continue;
      if (!text.empty()) text += separator;
      text += name;
    }
    return text;
  }

  /// All names, in the order of the enumerators.
  constexpr const std::array<std::string_view, enumerators<Enum>>& all() const { return names_; }

 private:
  std::array<std::string_view, enumerators<Enum>> names_{};
};

}  // namespace warplens::base
