#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/places.h"

namespace warplens::program {

/// The source places of addresses in an executable or library, from its debug information: innermost first, each inlined call
/// with its own place. `addresses`: of calls, as journals have them: offsets in the file of what follows the call; in a page, of
/// the call itself. Addresses that nothing is known of are left out.
std::map<std::uint64_t, std::vector<Place>> debug_places(const std::string& file, const std::set<std::uint64_t>& addresses,
                                                         const NamedFiles& files);

/// Whether a source file is one of our headers for the compiler, by the path that it has in debug information.
bool is_compilers_header(std::string_view file);

}  // namespace warplens::program
