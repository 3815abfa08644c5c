#include "grade/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/number_format.h"

namespace warplens::grade {
namespace {

/// "1.25 ×" of a cost to the model's; empty without one.
std::string ratio(std::uint64_t cost, std::uint64_t model) {
  return model == 0 ? "" : fmt::format("{:.2f}", static_cast<double>(cost) / static_cast<double>(model));
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string place(const Verdict& verdict) {
  if (verdict.file.empty()) return {};
  return file_name(verdict.file) + (verdict.line > 0 ? ":" + std::to_string(verdict.line) : "");
}

/// A field of CSV. A spreadsheet must not calculate what a stranger wrote.
std::string field(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) text.insert(0, "'");
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string escaped(const std::string& text) {
  std::string html;
  for (const char c : text) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else
      html += c;
  }
  return html;
}

constexpr const char* page_head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Submissions</title><style>
body { font: 16px sans-serif; margin: 2em; color: #1a1e26; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.4em 0.8em; border-bottom: 1px solid #d0d4dc; }
td.number { text-align: right; font-family: monospace; }
td.right { color: #00734f; font-weight: bold; }
td.other { color: #b5460f; font-weight: bold; }
figure { margin: 1em 0 2em 0; }
figure img { width: 60em; max-width: 100%; border: 1px solid #d0d4dc; display: block; }
figcaption { padding: 0.4em 0; }
</style></head><body>
)";

/// The drawn pictures of a submission under its name; empty where there is none.
std::string pictures_html(const Verdict& verdict) {
  std::string html;
  for (const FindingPicture& picture : verdict.pictures) {
    if (picture.image.empty()) continue;
    html += "<figure><img src=\"" + picture.image + "\" alt=\"" + escaped(picture.caption) + "\"><figcaption>" +
            escaped(picture.caption) + "</figcaption></figure>\n";
  }
  return html.empty() ? "" : "<h2>" + escaped(verdict.name) + "</h2>\n" + html;
}

}  // namespace

std::string text_of(const Sheet& sheet) {
  std::size_t names = 10, words = 7;
  for (const Verdict& verdict : sheet.verdicts) {
    names = std::max(names, verdict.name.size());
    words = std::max(words, name(verdict.word).size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {}\n", "submission", names, "verdict", words,
                                 sheet.model ? "instructions  cycles (to the model's)  why" : "why");
  for (const Verdict& verdict : sheet.verdicts) {
    text += fmt::format("{:<{}}  {:<{}}  ", verdict.name, names, name(verdict.word), words);
    if (sheet.model) {
      text += fmt::format("{:>12}  {:>6}                   ",
                          verdict.costs ? ratio(verdict.costs->instructions, sheet.model->instructions) : "",
                          verdict.costs ? ratio(verdict.costs->cycles, sheet.model->cycles) : "");
    }
    const std::string at = place(verdict);
    text += (at.empty() ? "" : at + ": ") + verdict.reason;
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  const auto right = std::ranges::count(sheet.verdicts, Word::right, &Verdict::word);
  return text + fmt::format("\n{} of {} right\n", right, base::counted(sheet.verdicts.size(), "submission"));
}

std::string csv_of(const Sheet& sheet) {
  std::string text =
      "submission,verdict,reason,file,line,findings,warp_instructions,global_sectors,modelled_cycles,instructions_ratio,"
      "sectors_ratio,cycles_ratio\n";
  for (const Verdict& verdict : sheet.verdicts) {
    text += field(verdict.name) + "," + field(std::string(name(verdict.word))) + "," + field(verdict.reason) + "," +
            field(file_name(verdict.file)) + "," + (verdict.line > 0 ? std::to_string(verdict.line) : "") + "," +
            field(joined(verdict.findings));
    if (verdict.costs && sheet.model) {
      const Costs &costs = *verdict.costs, &model = *sheet.model;
      text += fmt::format(",{},{},{},{},{},{}", costs.instructions, costs.sectors, costs.cycles,
                          ratio(costs.instructions, model.instructions), ratio(costs.sectors, model.sectors),
                          ratio(costs.cycles, model.cycles));
    } else {
      text += ",,,,,,";
    }
    text += '\n';
  }
  return text;
}

report::Json json_of(const Sheet& sheet) {
  using report::Json;
  const auto costs_of = [](const std::optional<Costs>& costs) {
    if (!costs) return Json();
    return Json{{"warp_instructions", costs->instructions}, {"global_sectors", costs->sectors}, {"cycles", costs->cycles}};
  };
  Json json{{"status", "ok"}, {"against", sheet.against}, {"model", costs_of(sheet.model)}, {"submissions", Json::array()}};
  for (const Verdict& verdict : sheet.verdicts) {
    json["submissions"].push_back({{"name", verdict.name},
                                   {"verdict", name(verdict.word)},
                                   {"reason", verdict.reason},
                                   {"file", verdict.file.empty() ? Json() : Json(verdict.file)},
                                   {"line", verdict.line == 0 ? Json() : Json(verdict.line)},
                                   {"findings", verdict.findings},
                                   {"counters", costs_of(verdict.costs)}});
  }
  return json;
}

std::string html_of(const Sheet& sheet) {
  std::string html = page_head;
  html +=
      "<h1>Submissions against " + escaped(file_name(sheet.against)) + "</h1>\n<table><tr><th>submission</th><th>verdict</th>";
  if (sheet.model) html += "<th>instructions, to the model's (counted)</th><th>cycles, to the model's (modelled)</th>";
  html += "<th>why</th><th>findings</th></tr>\n";
  for (const Verdict& verdict : sheet.verdicts) {
    html += "<tr><td>" + escaped(verdict.name) + "</td><td class=\"" + (verdict.word == Word::right ? "right" : "other") + "\">" +
            std::string(name(verdict.word)) + "</td>";
    if (sheet.model) {
      for (const std::uint64_t Costs::*cost : {&Costs::instructions, &Costs::cycles})
        html += "<td class=\"number\">" + (verdict.costs ? ratio((*verdict.costs).*cost, (*sheet.model).*cost) : "") + "</td>";
    }
    const std::string at = place(verdict);
    html += "<td>" + escaped((at.empty() ? "" : at + ": ") + verdict.reason) + "</td><td>" + escaped(joined(verdict.findings)) +
            "</td></tr>\n";
  }
  html += "</table>\n";
  for (const Verdict& verdict : sheet.verdicts) html += pictures_html(verdict);
  return html + "</body></html>\n";
}

}  // namespace warplens::grade
