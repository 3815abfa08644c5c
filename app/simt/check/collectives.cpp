#include "simt/check/collectives.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/parse/demangle.h"
#include "ptx/parse/source_place.h"

namespace warplens::simt {
namespace {

/// A block-wide collective of CUB and the width of the blocks that it was made for.
struct Collective {
  std::string name;  ///< "cub::BlockReduce"
  std::uint32_t width = 0;
};

/// The second of the template arguments that begin at `text`, just after '<'; empty if there is none.
std::string_view second_argument(std::string_view text) {
  int depth = 0;
  std::optional<std::size_t> begin;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool ends = depth == 0 && (c == ',' || c == '>');
    if (ends && begin) return text.substr(*begin, at - *begin);
    if (ends && c == '>') return {};
    if (ends) begin = std::min(at + 2, text.size());  // ", "
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
  }
  return {};
}

/// Recognise a member of a collective, such as "cub::BlockReduce<int, 256, …>::Sum". The namespace of a version may follow cub::,
/// but not `detail`.
std::optional<Collective> collective_of(const std::string& mangled) {
  if (mangled.find("3cub") == std::string::npos || mangled.find("Block") == std::string::npos) return std::nullopt;
  const std::string full = ptx::demangled_name(mangled);
  std::string_view name = full;
  if (!name.starts_with("cub::")) return std::nullopt;
  name.remove_prefix(5);
  if (name.starts_with("CUB_")) name.remove_prefix(std::min(name.size(), name.find("::") + 2));
  const std::size_t arguments = name.find('<');
  if (!name.starts_with("Block") || arguments == std::string_view::npos) return std::nullopt;
  const std::string_view own = name.substr(0, arguments), width = second_argument(name.substr(arguments + 1));
  Collective made{"cub::" + std::string(own)};
  const auto [end, error] = std::from_chars(width.data(), width.data() + width.size(), made.width);
  // The first argument of BlockRadixRank is its width: what comes second is a number of bits.
  const bool has_type_first = std::isdigit(static_cast<unsigned char>(name[std::min(arguments + 1, name.size() - 1)])) == 0;
  if (error != std::errc{} || end != width.data() + width.size() || !has_type_first || own.find(':') != std::string_view::npos)
    return std::nullopt;
  return made;
}

/// The outermost collective in which an instruction lies, by what was inlined there.
const Collective* around(const ptx::Function& function, const ptx::Instruction& instruction,
                         const std::vector<std::optional<Collective>>& inlined) {
  constexpr int deepest_inlining = 64;  // a chain may be broken, even a ring
  const Collective* found = nullptr;
  std::uint32_t at = instruction.location;
  for (int depth = 0; depth < deepest_inlining && at < function.locations.size(); ++depth) {
    const ptx::SourceLocation& location = function.locations[at];
    if (location.inlined < inlined.size() && inlined[location.inlined].has_value()) found = &*inlined[location.inlined];
    at = location.inlined_at;
  }
  return found;
}

}  // namespace

std::map<SourceLine, std::string> collectives_of_other_blocks(const launch::Launch& launch, const ptx::Listing& listing) {
  const ptx::Module& module = *launch.module;
  std::map<SourceLine, std::string> lines;
  std::vector<std::optional<Collective>> inlined;
  for (const std::string& name : module.inlined_functions) inlined.push_back(collective_of(name));
  if (std::ranges::none_of(inlined, [](const auto& collective) { return collective.has_value(); })) return lines;
  for (std::uint32_t number = 0; number < listing.size(); ++number) {
    const ptx::Instruction* const instruction = listing.instruction(module, number);
    if (instruction == nullptr) continue;
    const Collective* const collective = around(module.functions[listing.place(number).function], *instruction, inlined);
    if (collective == nullptr || collective->width == launch.block.x) continue;
    const ptx::SourcePlace place = ptx::source_place(module, listing, number);
    lines[{place.file, place.line}] = collective->name + " is told by its second template argument that blocks are " +
                                      std::to_string(collective->width) + " threads wide, but those of this launch are " +
                                      std::to_string(launch.block.x) + " wide.";
  }
  return lines;
}

}  // namespace warplens::simt
