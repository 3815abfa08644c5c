#include "grade/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/names.h"
#include "launch/findings/finding_kind.h"
#include "report/json.h"

namespace warplens::grade {
namespace {

using report::Json;

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

std::string message_of(const Verdict& verdict) {
  Json json{{"name", verdict.name}, {"word", name(verdict.word)},   {"reason", verdict.reason}, {"file", verdict.file},
            {"line", verdict.line}, {"findings", verdict.findings}, {"pictures", Json::array()}};
  if (verdict.costs) json["costs"] = {verdict.costs->instructions, verdict.costs->sectors, verdict.costs->cycles};
  for (const FindingPicture& picture : verdict.pictures) json["pictures"].push_back({picture.caption, picture.image});
  return report::text_of(json);
}

std::optional<Verdict> verdict_in(const std::string& message) {
  try {
    const Json json = Json::parse(message);
    Verdict verdict;
    const auto word = word_named(json.at("word").get<std::string>());
    if (!word) return std::nullopt;
    verdict.name = json.at("name");
    verdict.set(*word, json.at("reason"), json.at("file"), json.at("line"));
    verdict.findings = json.at("findings").get<std::vector<std::string>>();
    if (json.contains("costs")) {
      const Json& costs = json["costs"];
      verdict.costs = Costs{costs.at(0), costs.at(1), costs.at(2)};
    }
    for (const Json& picture : json.at("pictures"))
      verdict.pictures.push_back({.caption = picture.at(0), .image = picture.at(1)});
    return verdict;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace warplens::grade
