#include "program/wasm_lines.h"

#include <algorithm>
#include <string>
#include <utility>

#include "program/wasm/line_table.h"
#include "program/wasm/sections.h"
#include "program/wasm/unit.h"
#include "ptx/parse/demangle.h"

namespace warplens::program {
namespace {

using wasm::Work;

/// Lines of more than this are no lines.
constexpr std::uint64_t max_line = 1u << 30;

/// Names of functions as people read them, by the mangled ones.
class Readable {
 public:
  const std::string& of(const std::string& name) {
    constexpr std::size_t max_name = 1000;
    const auto [found, is_new] = names_.try_emplace(name);
    if (is_new) found->second = ptx::demangled_text(name).value_or(name).substr(0, max_name);
    return found->second;
  }

 private:
  std::map<std::string, std::string> names_;
};

Place place_at(std::string function, std::string file, std::uint64_t line) {
  const bool known = line > 0 && line < max_line && !file.empty();
  return {std::move(function), known ? std::move(file) : std::string(), known ? static_cast<int>(line) : 0};
}

/// Places by addresses, which count from the code section's contents.
using ByAddress = std::map<std::uint64_t, std::vector<Place>>;

/// The places of those of `left` that a unit has, which leave `left`.
void add_places(wasm::Unit& unit, const wasm::Sections& sections, Work& work, std::set<std::uint64_t>& left, Readable& readable,
                ByAddress& places) {
  const wasm::Surroundings surroundings = unit.surroundings(left);
  if (surroundings.empty() || !unit.lines()) return;
  std::set<std::uint64_t> own;
  for (const auto& [address, around] : surroundings) own.insert(address);
  wasm::LineTable table(sections, unit.lines().number, unit.folder(), unit.encoding(), work);
  const auto rows = table.rows(own);
  for (const auto& [address, around] : surroundings) {
    const auto row = rows.find(address);
    if (row == rows.end() && around.empty()) continue;
    left.erase(address);
    std::string file = row != rows.end() ? table.file(row->second.file) : std::string();
    std::uint64_t line = row != rows.end() ? row->second.line : 0;
    std::vector<Place>& all = places[address];
    for (auto each = around.rbegin(); each != around.rend(); ++each) {
      all.push_back(place_at(readable.of(each->function), std::move(file), line));
      file = table.file(each->call_file);
      line = each->call_line;
    }
    if (around.empty()) all.push_back(place_at("", std::move(file), line));
  }
}

}  // namespace

std::map<std::uint64_t, std::vector<Place>> wasm_places(std::span<const std::byte> file, const std::set<std::uint64_t>& offsets) {
  // An honest file's bytes are each read a few times at most.
  Work work{16 * std::uint64_t{file.size()} + 100'000};
  const auto sections = wasm::sections_of(file, work);
  if (!sections) return {};
  std::set<std::uint64_t> addresses;
  for (const std::uint64_t offset : offsets)
    if (offset >= sections->code_at && offset - sections->code_at < sections->code.size())
      addresses.insert(offset - sections->code_at);
  ByAddress places;
  Readable readable;
  std::set<std::uint64_t> left = addresses;
  wasm::Unit::Shared shared;
  wasm::CarefulBytes units(sections->named(".debug_info"), work);
  while (!units.ended() && !left.empty()) {
    wasm::Unit unit(*sections, units, shared, work);
    add_places(unit, *sections, work, left, readable, places);
  }
  for (auto& [address, name] : wasm::function_names(*sections, addresses, work)) {
    std::vector<Place>& all = places[address];
    if (all.empty()) all.push_back({});
    if (all.back().function.empty()) all.back().function = readable.of(name);
  }
  std::map<std::uint64_t, std::vector<Place>> found;
  for (auto& [address, all] : places) found[address + sections->code_at] = std::move(all);
  return found;
}

}  // namespace warplens::program
