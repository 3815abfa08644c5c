#pragma once

#include <string>
#include <vector>

namespace warplens::runtime {

/// One text of PTX from several, whose declarations then find their definitions: the first one's `.version`, `.target` and
/// `.address_size` are kept, and the files of `.file` and `.loc` are numbered anew. `texts`: at least one.
std::string linked(const std::vector<std::string>& texts);

}  // namespace warplens::runtime
