#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::desk {

/// Name the elements of an array that a request touched: "a[7]"; "a[768] to a[799]" only if it touched all of them; "a[0], a[8] …
/// a[248]" if they are equally far apart; else "31 elements between a[2] and a[97]". At least one element.
std::string places_text(const std::string& array, std::vector<std::uint64_t> elements);

}  // namespace warplens::desk
