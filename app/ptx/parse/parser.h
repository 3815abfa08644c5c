#pragma once

#include <string>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Parse PTX text into a module. `path` is used in messages only. Debug sections are skipped. Every error carries
/// the line and column in the text; an instruction that the opcode table lacks, or whose suffixes or operands do not fit,
/// is an error that names it. Where other entries can run, an entry with an instruction that is not supported is refused
/// later, by find_entry(), with that error (Function::refusal). Device functions (.func) are stepped over. Never crashes,
/// whatever the text.
base::Result<Module> parse(std::string text, std::string path);

/// Index in Module::functions of the entry that the user calls `name`: mangled, demangled ("increment", "reduce<256>"), without
/// its template arguments or its namespaces where that is one entry only ("k" for "a::k<float>"), or "" where there is one entry
/// only. An entry called exactly so goes before those whose name is longer. The error lists the entries there are, or is the
/// entry's refusal.
base::Result<std::uint32_t> find_entry(const Module& module, const std::string& name);

}  // namespace warplens::ptx
