#include "program/wasm/unit.h"

#include <algorithm>

#include "program/wasm/ranges.h"

namespace warplens::program::wasm {
namespace {

constexpr std::uint64_t inlined_tag = 0x1d, function_tag = 0x2e;  // DW_TAG_inlined_subroutine, DW_TAG_subprogram
constexpr std::size_t max_inlined = 100;
constexpr std::size_t max_function_name = 1000;

bool is_reference_in_unit(const Value& value) { return value && value.form != whole_reference_form; }

}  // namespace

Unit::Unit(const Sections& sections, CarefulBytes& bytes, Shared& shared, Work& work)
    : sections_(sections), work_(work), shared_(shared), bytes_({}, work), children_({}, work) {
  const std::size_t before = bytes.position();
  const std::uint64_t length = read_length(bytes, encoding_);
  const std::size_t behind_length = bytes.position();
  bytes.skip(length);
  if (!bytes.ok()) return;
  bytes_ = CarefulBytes(sections.named(".debug_info").subspan(before, bytes.position() - before), work);
  bytes_.seek(behind_length - before);
  encoding_.version = static_cast<unsigned>(bytes_.number(2));
  std::uint64_t abbreviations = 0;
  if (encoding_.version >= 5) {
    constexpr unsigned whole_unit = 1, part_of_unit = 3;
    const unsigned kind = bytes_.byte();
    encoding_.address_bytes = bytes_.byte();
    abbreviations = bytes_.number(encoding_.offset_bytes);
    if (kind != whole_unit && kind != part_of_unit) return;
  } else {
    abbreviations = bytes_.number(encoding_.offset_bytes);
    encoding_.address_bytes = bytes_.byte();
  }
  const bool known_version = encoding_.version >= 2 && encoding_.version <= 5;
  if (!bytes_.ok() || !known_version || encoding_.address_bytes > 8) return;
  if (shared_.offset != abbreviations) shared_ = {abbreviations, read_abbreviations(sections, abbreviations, work)};
  CarefulBytes entries = bytes_;
  const Abbreviation* const first = next_abbreviation(entries);
  if (first == nullptr) return;
  root_ = read_values(entries, *first, encoding_);
  encoding_.text_offsets = root_[Attribute::text_offsets].number;
  encoding_.addresses = root_[Attribute::addresses].number;
  encoding_.range_offsets = root_[Attribute::range_offsets].number;
  base_ = address_in(root_[Attribute::begin], encoding_, sections, work);
  if (first->has_children) children_ = entries;
}

/// What the next entry looks like; null if it ends a list of children.
const Abbreviation* Unit::next_abbreviation(CarefulBytes& bytes) const {
  const std::uint64_t number = bytes.leb();
  if (number == 0) return nullptr;
  const auto found = shared_.abbreviations.find(number);
  if (found != shared_.abbreviations.end()) return &found->second;
  bytes.seek(~std::uint64_t{0});  // damaged
  return nullptr;
}

std::set<std::uint64_t> Unit::covered(const Values& values, const std::set<std::uint64_t>& addresses) const {
  std::set<std::uint64_t> inside;
  for_each_range(values, base_, encoding_, sections_, work_, [&](std::uint64_t begin, std::uint64_t end) {
    if (begin == 0) return;  // of a function that the linker left out: the number of functions is there
    for (auto at = addresses.lower_bound(begin); at != addresses.end() && *at < end && work_.left > 0; ++at, --work_.left)
      inside.insert(*at);
  });
  return inside;
}

/// The name of a function, which may stand in the entry that this one is made from, or that declares it.
std::string Unit::name_of(const Values& values) const {
  constexpr int max_steps = 8;
  Values at = values;
  std::string_view plain;
  for (int step = 0; step < max_steps; ++step) {
    if (at[Attribute::linkage_name])
      return std::string(text_in(at[Attribute::linkage_name], encoding_, sections_, work_).substr(0, max_function_name));
    if (plain.empty()) plain = text_in(at[Attribute::name], encoding_, sections_, work_);
    const Value& next = at[Attribute::origin] ? at[Attribute::origin] : at[Attribute::specification];
    if (!is_reference_in_unit(next)) break;
    CarefulBytes bytes = bytes_;
    bytes.seek(next.number);
    const Abbreviation* const abbreviation = next_abbreviation(bytes);
    if (abbreviation == nullptr) break;
    at = read_values(bytes, *abbreviation, encoding_);
  }
  return std::string(plain.substr(0, max_function_name));
}

Surroundings Unit::surroundings(const std::set<std::uint64_t>& addresses) {
  Surroundings found;
  const bool has_ranges = root_[Attribute::ranges] || root_[Attribute::end];
  const std::set<std::uint64_t> own = has_ranges ? covered(root_, addresses) : addresses;
  if (own.empty()) return found;
  if (has_ranges)
    for (const std::uint64_t address : own) found[address];
  CarefulBytes bytes = children_;
  for (int depth = 0; depth >= 0 && !bytes.ended();) {
    const Abbreviation* const abbreviation = next_abbreviation(bytes);
    if (abbreviation == nullptr) {
      --depth;
      continue;
    }
    const Values values = read_values(bytes, *abbreviation, encoding_);
    const bool inlined = abbreviation->tag == inlined_tag;
    if (inlined || abbreviation->tag == function_tag) {
      const std::set<std::uint64_t> inside = covered(values, own);
      const std::string name = inside.empty() ? std::string() : name_of(values);
      for (const std::uint64_t address : inside) {
        std::vector<Surrounding>& around = found[address];
        // Those that are inlined stand in the function's entry, each in that of its caller.
        const bool fits = inlined ? !around.empty() && around.back().depth < depth : around.empty();
        if (fits && around.size() < max_inlined)
          around.push_back({name, values[Attribute::call_file].number, values[Attribute::call_line].number, depth});
      }
    }
    if (abbreviation->has_children) ++depth;
  }
  return found;
}

}  // namespace warplens::program::wasm
