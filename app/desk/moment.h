#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "desk/desk.h"

namespace warplens::desk {

/// Say in one paragraph what just happened: the step under the pointer, else the last one before the place in the trace. In the
/// race view, the story of the update; in the program view, what the host's call did. Empty where nothing has happened. Other
/// views than that one need `Runs::shown`. `input`: of the shown view; null where there is none yet.
std::vector<view::Span> moment(const Desk& desk, const view::Input* input);

/// Name the elements of an array that a request touched: "a[7]"; "a[768] to a[799]" only if it touched all of them; "a[0], a[8] …
/// a[248]" if they are equally far apart; else "31 elements between a[2] and a[97]". At least one element. `fields`: as in
/// view::element_name().
std::string places_text(const std::string& array, std::vector<std::uint64_t> elements, const launch::Indexing& indexing = {});

}  // namespace warplens::desk
