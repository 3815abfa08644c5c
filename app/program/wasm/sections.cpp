#include "program/wasm/sections.h"

namespace warplens::program::wasm {
namespace {

constexpr std::uint64_t magic = 0x6d736100, version = 1;  // "\0asm"
constexpr unsigned custom_section = 0, import_section = 2, code_section = 10;
constexpr std::size_t max_custom = 1000;  // of sections; a linker writes about ten

/// Skips the smallest and the largest size of a table or memory.
void skip_limits(CarefulBytes& bytes) {
  const bool has_most = (bytes.byte() & 1) != 0;
  bytes.leb();
  if (has_most) bytes.leb();
}

/// How many functions are imported: they are numbered before the file's own.
std::uint64_t imported_functions(std::span<const std::byte> section, Work& work) {
  CarefulBytes bytes(section, work);
  if (section.empty()) return 0;
  std::uint64_t functions = 0;
  for (std::uint64_t left = bytes.leb(); left > 0 && bytes.ok(); --left) {
    bytes.skip(bytes.leb());
    bytes.skip(bytes.leb());
    switch (bytes.byte()) {
      case 0:  // a function, and its type
        ++functions;
        bytes.leb();
        break;
      case 1:
        bytes.byte();
        skip_limits(bytes);
        break;
      case 2:
        skip_limits(bytes);
        break;
      case 3:
        bytes.skip(2);
        break;  // a global variable's type, and whether it changes
      default:  // a tag of exceptions
        bytes.byte();
        bytes.leb();
    }
  }
  return functions;
}

/// The indices of the functions in which addresses are.
std::map<std::uint64_t, std::uint64_t> function_indices(const Sections& sections, const std::set<std::uint64_t>& addresses,
                                                        Work& work) {
  std::map<std::uint64_t, std::uint64_t> found;
  CarefulBytes bytes(sections.code, work);
  std::uint64_t index = imported_functions(sections.imports, work);
  for (std::uint64_t left = bytes.leb(); left > 0 && bytes.ok(); --left, ++index) {
    const std::uint64_t size = bytes.leb(), begin = bytes.position();
    bytes.skip(size);
    if (!bytes.ok()) break;
    for (auto at = addresses.lower_bound(begin); at != addresses.end() && *at < begin + size; ++at) found[*at] = index;
  }
  return found;
}

}  // namespace

std::span<const std::byte> Sections::named(std::string_view name) const {
  const auto found = custom.find(name);
  return found == custom.end() ? std::span<const std::byte>() : found->second;
}

std::optional<Sections> sections_of(std::span<const std::byte> file, Work& work) {
  CarefulBytes bytes(file, work);
  if (bytes.number(4) != magic || bytes.number(4) != version) return std::nullopt;
  Sections sections;
  while (!bytes.ended()) {
    const std::uint8_t kind = bytes.byte();
    const std::uint64_t size = bytes.leb();
    const std::size_t begin = bytes.position();
    CarefulBytes contents = bytes.part(size);
    if (!bytes.ok()) break;  // the file is cut off
    const auto all = file.subspan(begin, static_cast<std::size_t>(size));
    if (kind == import_section) sections.imports = all;
    if (kind == code_section) {
      sections.code = all;
      sections.code_at = begin;
    }
    if (kind != custom_section || sections.custom.size() >= max_custom) continue;
    const std::string_view name = contents.text(contents.leb());
    if (contents.ok()) sections.custom.try_emplace(name, all.subspan(contents.position()));
  }
  return sections;
}

std::map<std::uint64_t, std::string> function_names(const Sections& sections, const std::set<std::uint64_t>& addresses,
                                                    Work& work) {
  constexpr std::size_t max_name = 1000;
  constexpr unsigned of_functions = 1;  // the part of the section "name"
  std::map<std::uint64_t, std::string> names;
  const auto indices = function_indices(sections, addresses, work);
  std::set<std::uint64_t> wanted;
  for (const auto& [address, index] : indices) wanted.insert(index);
  std::map<std::uint64_t, std::string_view> by_index;
  CarefulBytes section(sections.named("name"), work);
  while (!section.ended()) {
    const unsigned kind = section.byte();
    CarefulBytes part = section.part(section.leb());
    if (kind != of_functions) continue;
    for (std::uint64_t left = part.leb(); left > 0 && part.ok(); --left) {
      const std::uint64_t index = part.leb();
      const std::string_view name = part.text(part.leb());
      if (part.ok() && wanted.contains(index)) by_index.try_emplace(index, name);
    }
  }
  for (const auto& [address, index] : indices) {
    const auto name = by_index.find(index);
    if (name != by_index.end()) names[address] = name->second.substr(0, max_name);
  }
  return names;
}

}  // namespace warplens::program::wasm
