#include "grade/verdict_message.h"

#include <algorithm>

#include "report/json.h"

namespace warplens::grade {

using report::Json;

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
