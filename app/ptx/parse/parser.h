#pragma once

#include <string>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Parse PTX text into a module. `path` is used only in messages. Skips debug sections. Every error has
/// the line and column in the text. An unsupported instruction (not in the opcode table, or with suffixes
/// or operands that do not fit) is an error that names it. An error in a function refuses this function alone
/// if other entries can run: it is kept in Function::refusal, and find_entry() returns it for this entry and
/// for those that reach the function. Never crashes, whatever the text.
base::Result<Module> parse(std::string text, std::string path);

/// Find the entry that the user calls `name`, and return its index in Module::functions. `name`: mangled; demangled
/// ("increment", "reduce<256>"); without template arguments or namespaces if only one entry fits ("k" for "a::k<float>"); or
/// "" if there is only one entry. An exact match is preferred. The error lists the existing entries, or is the entry's
/// refusal.
base::Result<std::uint32_t> find_entry(const Module& module, const std::string& name);

}  // namespace warplens::ptx
