#pragma once

#include "ptx/parse/function_parser.h"

namespace warplens::ptx {

/// Parse the braces of section .debug_str, and fill in Module::inlined_functions from the strings behind their labels:
/// `$L__info_string0: .b8 95,90,…,0`. What is not of that form is passed over, as it is in the other sections.
void parse_debug_strings(ModuleParse& parse);

}  // namespace warplens::ptx
