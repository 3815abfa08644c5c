#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::runtime {

/// Join several texts of PTX to one, in which declarations find their definitions. Names that only one text sees are kept apart
/// (ptx_symbols.h). The first text's `.version`, `.target` and `.address_size` are kept, and the files of `.file` and `.loc` are
/// numbered anew. `texts`: at least one.
std::string linked(const std::vector<std::string>& texts);

/// Give every kernel that has none a `.maxnreg`: the registers that a thread may have, by an option of the linker. Occupancy
/// follows from it; what spills is not modelled. 0: the text as it is.
std::string with_max_registers(const std::string& ptx, std::uint32_t registers);

}  // namespace warplens::runtime
