#include "base/file.h"
#include "program/debug_places.h"
#include "program/wasm_lines.h"

namespace warplens::program {

std::map<std::uint64_t, std::vector<Place>> debug_places(const std::string& file, const std::set<std::uint64_t>& addresses,
                                                         const NamedFiles&) {
  const auto bytes = base::read_bytes(file);
  return bytes ? wasm_places(*bytes, addresses) : std::map<std::uint64_t, std::vector<Place>>();
}

// Where assets/web/compiler.js puts our headers.
bool is_compilers_header(std::string_view file) { return file.starts_with("/warplens/"); }

}  // namespace warplens::program
