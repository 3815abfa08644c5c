#pragma once

#include <string>

namespace warplens::export_ {

/// Any text as lines of a comment that end in \n, of at most 110 characters where its words allow that, indented by `indent`
/// spaces.
std::string comment(const std::string& text, std::size_t indent = 0);

}  // namespace warplens::export_
