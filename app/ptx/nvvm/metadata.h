#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

// Queries of Module::metadata (LLVM Language Reference Manual, "Specialized Metadata Nodes"). The text is untrusted: a missing
// node or field, or one of the wrong kind, gives nothing, 0 or "", and no query follows a cycle of nodes for ever.

/// Whether a node is there and of a kind: "DILocation"; "" for a tuple.
bool is_kind(const Module& module, std::uint32_t node, std::string_view kind);

/// The node that a field refers to; none: there is none.
std::uint32_t node_field(const Module& module, std::uint32_t node, std::string_view name);

/// The text or the word of a field. It lives as long as the module.
std::string_view text_field(const Module& module, std::uint32_t node, std::string_view name);

/// The number of a field; of a constant too.
std::int64_t number_field(const Module& module, std::uint32_t node, std::string_view name);

/// The elements of the tuple that a field refers to; none for one that is null or no node.
std::vector<std::uint32_t> elements_field(const Module& module, std::uint32_t node, std::string_view name);

/// The path of the file of a DILocation or a scope, a type or a variable; "": not told.
std::string path_of(const Module& module, std::uint32_t node);

/// The scopes around a place, from `scope` outwards to the DISubprogram; empty if there is no DISubprogram. Skips
/// DILexicalBlockFile, which only names a file.
std::vector<std::uint32_t> scopes_of(const Module& module, std::uint32_t scope);

/// A function's name as the linker has it, or else as the source has it.
std::string_view linkage_name(const Module& module, std::uint32_t subprogram);

/// The calls that a DILocation was inlined at, the innermost first.
std::vector<std::uint32_t> inlined_at(const Module& module, std::uint32_t location);

/// Whether the module describes its variables, not only its lines: clang -g. LLVM then writes `.target sm_75, debug`.
bool describes_variables(const Module& module);

}  // namespace warplens::ptx::nvvm
