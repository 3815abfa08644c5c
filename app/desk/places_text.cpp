#include "desk/places_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"

namespace warplens::desk {

std::string places_text(const std::string& array, std::vector<std::uint64_t> elements) {
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());  // clang 14 cannot use std::ranges::unique
  const std::uint64_t first = elements.front(), last = elements.back();
  const auto at = [&](std::uint64_t element) { return fmt::format("{}[{}]", array, base::grouped(element)); };
  if (elements.size() == 1) return at(first);
  if (elements.size() == 2 && last - first > 1) return at(first) + " and " + at(last);
  const std::uint64_t apart = elements[1] - first;
  for (std::size_t k = 1; k < elements.size(); ++k)
    if (elements[k] - elements[k - 1] != apart)
      return fmt::format("{} between {} and {}", base::counted(std::uint64_t{elements.size()}, "element"), at(first), at(last));
  if (apart == 1) return at(first) + " to " + at(last);
  return fmt::format("{}, {}{} {}", at(first), at(elements[1]), elements.size() > 3 ? " …" : ",", at(last));
}

}  // namespace warplens::desk
