#pragma once

#include <string>

namespace warplens::export_ {

/// Wrap any text as comment lines that end in \n, of at most 110 characters unless a word is longer, indented by `indent`
/// spaces.
std::string comment(const std::string& text, std::size_t indent = 0);

}  // namespace warplens::export_
