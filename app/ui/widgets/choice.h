#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/widgets/text.h"

namespace warplens::ui {

/// One of many choices.
struct ChoiceRow {
  std::string label, tooltip;
  std::string heading{};  ///< stands above the first of successive rows that have it; "": none
};

/// A rounded field, `width` pixels wide, that shows the chosen row (none: `id`) and lists all of them when clicked. `below` draws
/// under the list. Returns the choice just made.
std::optional<std::size_t> choice(const Look& look, const char* id, std::span<const ChoiceRow> rows, std::size_t chosen,
                                  float width, std::string_view tooltip, const std::function<void()>& below = {});

/// Width of a field that shows all of `label`, pixels.
float choice_width(const Look& look, std::string_view label);

}  // namespace warplens::ui
