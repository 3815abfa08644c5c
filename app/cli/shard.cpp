#include "cli/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace warplens::cli {
namespace {

using report::Json;

constexpr std::string_view heading = "shard ";

template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number > 0 ? std::optional(number) : std::nullopt;
}

std::optional<Shard> shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = whole_number<std::uint32_t>(text.substr(0, slash)),
             of = whole_number<std::uint32_t>(text.substr(slash + 1));
  if (!number || !of || *number > *of) return std::nullopt;
  return Shard{*number, *of};
}

std::string text_of(const Shard& shard) { return std::to_string(shard.number) + "/" + std::to_string(shard.of); }

/// The records of a CSV file (RFC 4180), each with its line break. A quoted field may have line breaks.
std::vector<std::string_view> records_of(std::string_view csv) {
  std::vector<std::string_view> records;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < csv.size(); ++at) {
    if (csv[at] == '"') quoted = !quoted;
    if (csv[at] != '\n' || quoted) continue;
    records.push_back(csv.substr(begin, at + 1 - begin));
    begin = at + 1;
  }
  if (begin < csv.size()) records.push_back(csv.substr(begin));
  return records;
}

/// A line without its line break, and the line break.
std::pair<std::string_view, std::string_view> split_record(std::string_view record) {
  const std::size_t end = record.find_last_not_of("\r\n") + 1;
  return {record.substr(0, end), record.substr(end)};
}

/// A row of a part, and its position in the whole.
template <typename Row>
struct Placed {
  std::size_t position = 0;  ///< from 1
  Row row;
};

template <typename Row>
struct Part {
  Shard shard;
  std::vector<Placed<Row>> rows;
};

base::Error wrong(const TableFile& file, const std::string& message) { return {file.name, 0, 0, message}; }

base::Error no_part(const TableFile& file) { return wrong(file, "not a part of a table: it was not written with --shard"); }

/// The rows of all parts in the order of the whole.
template <typename Row>
base::Result<std::vector<Row>> put_together(const std::vector<TableFile>& files, std::vector<Part<Row>> parts) {
  std::map<std::uint32_t, const TableFile*> seen;
  std::vector<Placed<Row>> all;
  const std::uint32_t of = parts.front().shard.of;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Shard shard = parts[k].shard;
    if (shard.of != of)
      return wrong(files[k], "is shard " + text_of(shard) + ", but " + files.front().name + " is one of " + std::to_string(of));
    const auto [before, is_new] = seen.emplace(shard.number, &files[k]);
    if (!is_new) return wrong(files[k], "is shard " + text_of(shard) + ", and so is " + before->second->name);
    for (Placed<Row>& placed : parts[k].rows) {
      if (!shard.has(placed.position - 1))
        return wrong(files[k], "has row " + std::to_string(placed.position) + ", which shard " + text_of(shard) + " has not");
      all.push_back(std::move(placed));
    }
  }
  std::vector<std::string> missing;
  constexpr std::size_t max_told = 20;
  for (std::uint32_t number = 1; number <= of && missing.size() <= max_told; ++number)
    if (!seen.contains(number)) missing.push_back(missing.size() < max_told ? std::to_string(number) : "…");
  if (!missing.empty())
    return base::error(fmt::format("shard{} {} of {} {} missing", missing.size() == 1 ? "" : "s", fmt::join(missing, ", "), of,
                                   missing.size() == 1 ? "is" : "are"));
  std::ranges::stable_sort(all, {}, &Placed<Row>::position);
  std::vector<Row> rows;
  for (Placed<Row>& placed : all) rows.push_back(std::move(placed.row));
  return rows;
}

/// Name of the JSON member whose elements are the rows.
constexpr const char* row_members[] = {"points", "submissions"};

/// Remove the rows, and the description of the part, from `json`.
base::Result<Part<Json>> take_part(Json& json, const TableFile& file) {
  const auto shard = json.is_object() ? json.find("shard") : json.end();
  if (!json.is_object() || shard == json.end() || !shard->is_object()) return no_part(file);
  const Json number = shard->value("number", Json()), of = shard->value("of", Json()), positions = shard->value("rows", Json());
  const auto is_whole = [](const Json& value) { return value.is_number_unsigned() && value.get<std::uint64_t>() <= 0xffffffffu; };
  if (!is_whole(number) || !is_whole(of) || !positions.is_array()) return no_part(file);
  const auto parsed = shard_of(std::to_string(number.get<std::uint32_t>()) + "/" + std::to_string(of.get<std::uint32_t>()));
  if (!parsed) return no_part(file);
  for (const char* const member : row_members) {
    const auto rows = json.find(member);
    if (rows == json.end() || !rows->is_array()) continue;
    if (rows->size() != positions.size()) return no_part(file);
    Part<Json> part{*parsed, {}};
    for (std::size_t k = 0; k < positions.size(); ++k) {
      if (!is_whole(positions[k]) || positions[k].get<std::uint32_t>() == 0) return no_part(file);
      part.rows.push_back({positions[k].get<std::size_t>(), (*rows)[k]});
    }
    *rows = Json::array();
    json.erase("shard");
    return part;
  }
  return no_part(file);
}

/// The notes of a part that are not yet in the whole. The notes of the part with the most notes come first.
void add_notes(Json& whole, const Json& part) {
  if (!whole.contains("notes") || !part.contains("notes") || !part["notes"].is_array()) return;
  const bool longer = part["notes"].size() > whole["notes"].size();
  Json notes = longer ? part["notes"] : whole["notes"];
  for (const Json& note : longer ? whole["notes"] : part["notes"])
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  whole["notes"] = std::move(notes);
}

/// What tables of the same kind have in common.
Json frame_of(Json json) {
  json.erase("notes");
  json.erase("status");
  return json;
}

}  // namespace

base::Result<Shard> parse_shard(const std::string& text) {
  if (const auto shard = shard_of(text)) return *shard;
  return base::Error{"--shard", 0, 0, "'" + text + "' is not K/N with 1 ≤ K ≤ N, such as 3/8"};
}

std::string csv_of_shard(const std::string& csv, const Shard& shard, const std::vector<std::size_t>& positions) {
  const std::vector<std::string_view> records = records_of(csv);
  std::string text;
  for (std::size_t k = 0; k < records.size(); ++k) {
    const auto [fields, end] = split_record(records[k]);
    text += fields;
    text += "," + (k == 0 ? std::string(heading) + text_of(shard) : std::to_string(positions[k - 1] + 1));
    text += end;
  }
  return text;
}

void add_shard(Json& json, const Shard& shard, const std::vector<std::size_t>& positions) {
  Json rows = Json::array();
  for (const std::size_t position : positions) rows.push_back(position + 1);
  json["shard"] = {{"number", shard.number}, {"of", shard.of}, {"rows", std::move(rows)}};
}

base::Result<std::string> merge_csv(const std::vector<TableFile>& files) {
  std::string header;
  std::vector<Part<std::string>> parts;
  for (const TableFile& file : files) {
    const std::vector<std::string_view> records = records_of(file.text);
    Part<std::string> part;
    for (std::size_t k = 0; k < records.size(); ++k) {
      const auto [fields, end] = split_record(records[k]);
      const std::size_t comma = fields.find_last_of(',');
      if (comma == std::string_view::npos) return no_part(file);
      const std::string_view last = fields.substr(comma + 1);
      const std::string row = std::string(fields.substr(0, comma)) + std::string(end);
      if (k > 0) {
        const auto position = whole_number<std::size_t>(last);
        if (!position) return wrong(file, "row " + std::to_string(k) + " does not say its position");
        part.rows.push_back({*position, row});
        continue;
      }
      const auto shard = last.starts_with(heading) ? shard_of(last.substr(heading.size())) : std::nullopt;
      if (!shard) return no_part(file);
      part.shard = *shard;
      if (parts.empty()) header = row;
      if (row != header) return wrong(file, "is part of another table than " + files.front().name);
    }
    if (records.empty()) return no_part(file);
    parts.push_back(std::move(part));
  }
  const auto rows = put_together(files, std::move(parts));
  if (!rows) return rows.error();
  std::string text = header;
  for (const std::string& row : *rows) text += row;
  return text;
}

base::Result<std::string> merge_json(const std::vector<TableFile>& files) {
  Json whole;
  std::vector<Part<Json>> parts;
  for (const TableFile& file : files) {
    Json json = Json::parse(file.text, nullptr, false);
    auto part = take_part(json, file);
    if (!part) return part.error();
    if (parts.empty()) {
      whole = json;
    } else if (frame_of(json) != frame_of(whole)) {
      return wrong(file, "is part of another table than " + files.front().name);
    }
    add_notes(whole, json);
    if (json.value("status", Json()) != "ok") whole["status"] = json["status"];
    parts.push_back(std::move(*part));
  }
  auto rows = put_together(files, std::move(parts));
  if (!rows) return rows.error();
  for (const char* const member : row_members)
    if (whole.contains(member)) whole[member] = std::move(*rows);
  return report::text_of(whole) + "\n";
}

}  // namespace warplens::cli
