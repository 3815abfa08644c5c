#include "grade/verdict.h"

#include <algorithm>
#include <array>

namespace warplens::grade {
namespace {

constexpr std::array<std::string_view, 10> names{"right",   "leaking",       "unsound",  "racy",          "wrong",
                                                 "hanging", "out of bounds", "crashing", "not compiling", "refused"};

struct Row {
  std::string_view kind;
  Word word;
};
constexpr std::array<Row, 16> rows{{{"leak", Word::leaking},
                                    {"data-race", Word::racy},
                                    {"unordered-volatile", Word::racy},
                                    {"missing-release", Word::racy},
                                    {"missing-acquire", Word::racy},
                                    {"unordered-streams", Word::racy},
                                    {"deadlock", Word::hanging},
                                    {"step-limit", Word::hanging},
                                    {"barrier-divergence", Word::hanging},
                                    {"out-of-bounds", Word::out_of_bounds},
                                    {"misaligned", Word::out_of_bounds},
                                    {"use-after-free", Word::out_of_bounds},
                                    {"double-free", Word::out_of_bounds},
                                    {"host-touched-device", Word::out_of_bounds},
                                    {"device-touched-host", Word::out_of_bounds},
                                    {"trap", Word::crashing}}};

}  // namespace

std::string_view name(Word word) { return names[static_cast<std::size_t>(word)]; }

Word word_for(const std::vector<std::string>& kinds) {
  Word gravest = Word::right;
  for (const std::string& kind : kinds) {
    const auto row = std::ranges::find(rows, kind, &Row::kind);
    gravest = std::max(gravest, row != rows.end() ? row->word : Word::unsound);
  }
  return gravest;
}

}  // namespace warplens::grade
