#include "session/json_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace warplens {
namespace {

using nlohmann::json;

constexpr std::size_t longest_list = 1000;

/// Iterates over a text and counts the characters that the parser has consumed. Copies share the count.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

/// The error at a byte of the text. A column counts bytes.
base::Error error_at(const std::string& text, const std::string& file, std::size_t byte, std::string message) {
  const std::string_view before = std::string_view(text).substr(0, byte);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 in the first line
  return {file, 1 + static_cast<int>(std::ranges::count(before, '\n')), 1 + static_cast<int>(before.size() - line_start),
          std::move(message)};
}

/// Position where nesting exceeds 64 levels, which could overflow the stack when the parsed value is destroyed.
std::optional<std::size_t> too_deep_at(const std::string& text) {
  constexpr int deepest = 64;
  int depth = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') quoted = !quoted;
    if (quoted && text[k] == '\\') ++k;
    if (quoted) continue;
    if (text[k] == '[' || text[k] == '{') ++depth;
    if (text[k] == ']' || text[k] == '}') --depth;
    if (depth > deepest) return k;
  }
  return std::nullopt;
}

/// Position of the opening quote of the key whose closing quote is at `end`.
std::size_t key_start(const std::string& text, std::size_t end) {
  std::size_t start = end;
  for (;;) {
    start = text.rfind('"', start - 1);
    std::size_t backslashes = 0;
    while (backslashes < start && text[start - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return start;
  }
}

std::string joined(const KeyPath& path) {
  std::string text;
  for (const std::string& key : path) text += (text.empty() ? "" : ".") + key;
  return text;
}

}  // namespace

base::Result<JsonDocument> parse_json(const std::string& text, const std::string& file, const std::string& what) {
  if (const auto deep = too_deep_at(text)) return error_at(text, file, *deep, "not " + what + ": nested too deeply");
  JsonDocument document{file, &text, {}, {}};
  std::size_t read = 0;
  KeyPath path;
  const auto note_key = [&](int depth, json::parse_event_t event, const json& parsed) {
    if (event != json::parse_event_t::key) return true;
    path.resize(static_cast<std::size_t>(depth));
    path.back() = parsed.get<std::string>();
    document.positions[path] = key_start(text, read - 1);
    return true;
  };
  const CountingIterator begin(text.data(), &read), end(text.data() + text.size(), &read);
  try {
    document.value = json::parse(begin, end, note_key);
  } catch (const json::parse_error& error) {
    return error_at(text, file, error.byte > 0 ? error.byte - 1 : 0, "not " + what + ": this is no JSON from here on");
  } catch (const json::exception& error) {
    return error_at(text, file, read, "not " + what + ": " + error.what());
  }
  if (!document.value.is_object()) return error_at(text, file, 0, "not " + what + ": it must be one JSON object");
  return document;
}

KeyPath JsonReader::path_to(const std::string& key) const {
  KeyPath path = path_;
  path.push_back(key);
  return path;
}

void JsonReader::fail(const std::string& key, const std::string& what) {
  if (error_) return;
  const KeyPath path = path_to(key);
  std::string message = "“" + joined(path) + "” " + what;
  const auto position = document_.positions.find(path);
  error_ = position == document_.positions.end()
               ? base::Error{document_.file, 0, 0, std::move(message)}
               : error_at(*document_.text, document_.file, position->second, std::move(message));
}

const json* JsonReader::member(const std::string& key) const {
  if (error_) return nullptr;
  const auto found = object_.find(key);
  return found != object_.end() ? &*found : nullptr;
}

void JsonReader::text(const std::string& key, std::string& value) {
  const json* found = member(key);
  if (found == nullptr) return;
  if (!found->is_string()) return fail(key, "must be a text");
  value = found->get<std::string>();
}

void JsonReader::flag(const std::string& key, bool& value) {
  const json* found = member(key);
  if (found == nullptr) return;
  if (!found->is_boolean()) return fail(key, "must be true or false");
  value = found->get<bool>();
}

std::optional<double> JsonReader::number_between(const std::string& key, double minimum, double maximum, bool whole) {
  const json* found = member(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number()) return fail(key, "must be a number"), std::nullopt;
  const auto read = found->get<double>();
  if (!(read >= minimum && read <= maximum))
    return fail(key, fmt::format("must be from {:.15g} to {:.15g}", minimum, maximum)), std::nullopt;
  if (whole && read != std::floor(read)) return fail(key, "must be a whole number"), std::nullopt;
  return read;
}

template <typename Take>
void JsonReader::list(const std::string& key, const char* what, Take take) {
  const json* found = member(key);
  if (found == nullptr) return;
  if (!found->is_array() || found->size() > longest_list) return fail(key, what);
  for (const json& each : *found)
    if (!take(each)) return fail(key, what);
}

void JsonReader::texts(const std::string& key, std::vector<std::string>& values) {
  values.clear();
  list(key, "must be a list of texts", [&](const json& each) {
    if (each.is_string()) values.push_back(each.get<std::string>());
    return each.is_string();
  });
}

void JsonReader::wholes(const std::string& key, std::vector<std::uint32_t>& values) {
  values.clear();
  list(key, "must be a list of whole numbers", [&](const json& each) {
    const bool fits = each.is_number_unsigned() && each.get<std::uint64_t>() <= 0xffffffffu;
    if (fits) values.push_back(each.get<std::uint32_t>());
    return fits;
  });
}

void JsonReader::extent(const std::string& key, base::Dim3& value) {
  const json* found = member(key);
  if (found == nullptr) return;
  constexpr const char* what = "must be a list of one to three whole numbers from 0 to 4294967295";
  if (!found->is_array() || found->empty() || found->size() > 3) return fail(key, what);
  std::uint32_t extents[3] = {1, 1, 1};
  for (std::size_t k = 0; k < found->size(); ++k) {
    const json& number = (*found)[k];
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > 0xffffffffu) return fail(key, what);
    extents[k] = number.get<std::uint32_t>();
  }
  value = {extents[0], extents[1], extents[2]};
}

void JsonReader::numbers(const std::string& key, std::map<std::string, double>& values, double most) {
  auto inner = object(key);
  if (!inner) return;
  for (const auto& [name, value] : inner->members().items()) {
    if (!value.is_number() || !(std::abs(value.get<double>()) <= most)) return inner->fail(name, "must be a number");
    values[name] = value.get<double>();
  }
}

void JsonReader::text_map(const std::string& key, std::map<std::string, std::string>& values) {
  auto inner = object(key);
  if (!inner) return;
  for (const auto& [name, value] : inner->members().items()) inner->text(name, values[name]);
}

std::optional<std::uint32_t> JsonReader::whole_number(const std::string& digits) {
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, number);
  return code == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<JsonReader> JsonReader::object(const std::string& key) {
  const json* found = member(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_object()) return fail(key, "must be an object"), std::nullopt;
  return JsonReader(*this, *found, path_to(key));
}

}  // namespace warplens
