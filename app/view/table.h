#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "view/row.h"

namespace warplens::view {

/// Name of the row that plots the session's sweep.
inline constexpr std::string_view sweep_view = "sweep";

/// All views, in the order of their tabs. A new view is a folder of its own and a row here.
std::span<const Row> table();

/// The row of that name; null where there is none.
const Row* find_row(std::span<const Row> rows, std::string_view name);
/// The row of that name; the first where there is none.
const Row& row_of(std::string_view name);

/// The views' names as a sentence lists them: "mapping race histogram …".
std::string view_names();
/// The same as a list, for whoever reads them from files.
std::vector<std::string_view> names_of_views();

}  // namespace warplens::view
