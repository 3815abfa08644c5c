#pragma once

#include <string>
#include <vector>

namespace warplens::runtime {

/// Join several texts of PTX to one, in which declarations find their definitions. Names that only one text sees are kept apart
/// (ptx_symbols.h). The first text's `.version`, `.target` and `.address_size` are kept, and the files of `.file` and `.loc` are
/// numbered anew. `texts`: at least one.
std::string linked(const std::vector<std::string>& texts);

}  // namespace warplens::runtime
