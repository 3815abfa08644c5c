#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "view/row.h"

namespace warplens::view {

/// Name of the row that plots the session's sweep.
inline constexpr std::string_view sweep_view = "sweep", memory_view = "memory", race_view = "race";

/// All views, in the order of their tabs. To add a view, add a folder and a row here.
std::span<const Row> table();

/// The row of this name; null if there is none.
const Row* find_row(std::span<const Row> rows, std::string_view name);
/// The row of this name; the first row if there is none.
const Row& row_of(std::string_view name);

/// The views' names as a sentence lists them: "mapping race histogram …".
std::string view_names();
/// The views' names as a list, for readers of files.
std::vector<std::string_view> names_of_views();

}  // namespace warplens::view
