#pragma once

#include <optional>
#include <string_view>

#include "base/error.h"

namespace warplens::ptx {

/// The first error among a compiler's messages: nvcc's `file(line): error: text` or clang's `file:line:column: error: text`.
std::optional<base::Error> first_diagnostic(std::string_view output);

}  // namespace warplens::ptx
