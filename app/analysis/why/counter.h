#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Whether why_counter() explains a counter or a ratio, by its key in JSON: "global_sectors", "simt_efficiency".
bool explains_counter(std::string_view id);
/// The keys that explains_counter() knows, for messages: "a, b or c".
std::string explained_counters();

/// Explain a counter: the source lines that it comes from, the largest share first, and the costliest case of the first line: the
/// addresses of a request's lanes, the branch at which lanes parted, or the longest wait. Nothing if explains_counter() is false,
/// or if the machine did not count by instruction (a GPU).
std::optional<Answer> why_counter(const Executed& executed, std::string_view id);

}  // namespace warplens::analysis
