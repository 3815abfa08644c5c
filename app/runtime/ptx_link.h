#pragma once

#include <string>
#include <vector>

namespace warplens::runtime {

/// Join several texts of PTX to one, in which declarations find their definitions (ptx_symbols.h). Keeps the `.version`,
/// `.target` and
/// `.address_size` of the first text, and numbers the files of `.file` and `.loc` anew. `texts`: at least one.
std::string linked(const std::vector<std::string>& texts);

}  // namespace warplens::runtime
