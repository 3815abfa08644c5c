#include "grade/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/names.h"
#include "launch/findings/finding_kind.h"

namespace warplens::grade {
namespace {

constexpr base::Names<Word> names{{Word::right, "right"},
                                  {Word::leaking, "leaking"},
                                  {Word::unsound, "unsound"},
                                  {Word::racy, "racy"},
                                  {Word::wrong, "wrong"},
                                  {Word::hanging, "hanging"},
                                  {Word::out_of_bounds, "out of bounds"},
                                  {Word::crashing, "crashing"},
                                  {Word::not_compiling, "not compiling"},
                                  {Word::refused, "refused"}};

/// In the order of launch::Harm.
constexpr std::array<Word, base::enumerators<launch::Harm>> of_harm{Word::unsound, Word::racy, Word::hanging,
                                                                    Word::out_of_bounds};

/// Faults and findings on the host's side that are no kinds of launch::FindingKind.
struct Row {
  std::string_view kind;
  Word word;
};
constexpr std::array<Row, 14> rows{{{"leak", Word::leaking},
                                    {"unordered-streams", Word::racy},
                                    {"use-after-free", Word::out_of_bounds},
                                    {"double-free", Word::out_of_bounds},
                                    {"host-touched-device", Word::out_of_bounds},
                                    {"device-touched-host", Word::out_of_bounds},
                                    {"trap", Word::crashing},
                                    {"assertion", Word::crashing},
                                    {"stack-overflow", Word::crashing},
                                    {"invalid-call", Word::crashing},
                                    {"invalid-free", Word::crashing},
                                    {"invalid-barrier", Word::crashing},
                                    {"invalid-mask", Word::crashing},
                                    {"device", Word::crashing}}};

}  // namespace

std::string_view name(Word word) { return names.name_of(word); }

std::optional<Word> word_named(std::string_view name) { return names.value_of(name); }

Word word_for(std::string_view kind) {
  if (const auto found = launch::finding_kind_named(kind)) return of_harm[static_cast<std::size_t>(launch::row_of(*found).harm)];
  const auto row = std::ranges::find(rows, kind, &Row::kind);
  return row != rows.end() ? row->word : Word::unsound;
}

void Verdict::set(Word its_word, std::string its_reason, std::string its_file, int its_line) {
  word = its_word;
  reason = std::move(its_reason);
  file = std::move(its_file);
  line = its_line;
}

void Verdict::find(const std::string& kind, const std::string& message, const std::string& its_file, int its_line) {
  findings.push_back(its_line == 0 ? kind : kind + " at line " + std::to_string(its_line));
  if (findings.size() == 1 || word_for(kind) > word) set(word_for(kind), message, its_file, its_line);
}

}  // namespace warplens::grade
