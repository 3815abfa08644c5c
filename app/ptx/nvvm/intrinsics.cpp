#include "ptx/nvvm/intrinsics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace warplens::ptx::nvvm {
namespace {

struct IntrinsicRow {
  std::string_view name, text;
};

constexpr IntrinsicRow intrinsic_rows[] = {
#define X(name, text) {name, text},
#include "ptx/nvvm/intrinsics.inc"
#undef X
};

/// "f32" of "v4f32".
std::string_view element_of(std::string_view suffix) {
  if (!suffix.starts_with('v')) return suffix;
  const std::size_t after = suffix.find_first_not_of("0123456789", 1);
  return after == suffix.npos || after == 1 ? suffix : suffix.substr(after);
}

/// Whether a part of a name only tells a type: "i32", "p1", "v2f16", "p0i8".
bool is_overload(std::string_view suffix) {
  suffix = element_of(suffix);
  if (suffix == "bf16") return true;
  if (suffix.size() < 2 || std::string_view("ipf").find(suffix[0]) == std::string_view::npos) return false;
  const std::size_t digits = suffix.find_first_not_of("0123456789", 1);
  return digits == suffix.npos || (digits > 1 && is_overload(suffix.substr(digits)));
}

std::string replaced(std::string_view text, char what, std::string_view by) {
  std::string made;
  for (const char c : text)
    if (c == what)
      made += by;
    else
      made += c;
  return made;
}

/// The row of exactly this name.
const IntrinsicRow* row_named(std::string_view name) {
  static const std::map<std::string_view, const IntrinsicRow*> rows = [] {
    std::map<std::string_view, const IntrinsicRow*> all;
    for (const IntrinsicRow& row : intrinsic_rows) all.emplace(row.name, &row);
    return all;
  }();
  const auto found = rows.find(name);
  return found != rows.end() ? found->second : nullptr;
}

/// The text of a name as it is, or with * for its rounding and without its "ftz".
std::string text_of(std::string_view name) {
  if (const IntrinsicRow* const row = row_named(name)) return replaced(row->text, '^', "");
  if (!name.starts_with("nvvm.")) return "";
  std::string general;
  std::string_view mode, flush;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    std::string_view part = name.substr(at, end - at);
    at = end + 1;
    if (part == "ftz" && flush.empty()) {
      flush = ".ftz";
      continue;
    }
    if (mode.empty() && (part == "rn" || part == "rz" || part == "rm" || part == "rp")) {
      mode = part;
      part = "*";
    }
    general += (general.empty() ? "" : ".") + std::string(part);
  }
  const IntrinsicRow* const row = row_named(general);
  if (row == nullptr || (!flush.empty() && row->text.find('^') == std::string_view::npos)) return "";
  return replaced(replaced(row->text, '*', mode), '^', flush);
}

}  // namespace

std::string intrinsic_text(std::string_view name) {
  const bool generic = !name.starts_with("nvvm.");
  for (;;) {
    if (std::string text = text_of(name); !text.empty()) return text;
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || !is_overload(name.substr(dot + 1))) return "";
    if (generic) {
      const std::string element = std::string(name.substr(0, dot + 1)) + std::string(element_of(name.substr(dot + 1)));
      if (std::string text = text_of(element); !text.empty()) return text;
    }
    name = name.substr(0, dot);
  }
}

}  // namespace warplens::ptx::nvvm
