#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"

namespace warplens {

/// The keys that lead to a member of a JSON text, outermost first.
using KeyPath = std::vector<std::string>;

/// A parsed JSON text that is one object, with the position of each member: the byte offset of its key's opening quote. The last
/// of duplicate keys gives value and position.
struct JsonDocument {
  std::string file;         ///< for messages
  const std::string* text;  ///< outlives the document
  nlohmann::json value;
  std::map<KeyPath, std::size_t> positions;
};

/// Parse `text`. `what`: the kind of file for messages ("a session"). Errors, with file, line and column: a syntax error, nesting
/// over 64 levels, a text that is not an object.
base::Result<JsonDocument> parse_json(const std::string& text, const std::string& file, const std::string& what);

/// Reads the members of a JSON object one by one. All are optional: a value is unchanged if its member is absent. The first
/// invalid member sets the error, and no reader of the document reads anything after that. JsonWriter has the same functions.
class JsonReader {
 public:
  static constexpr bool reads = true;

  /// A reader of the outermost object. `document` and `error` must outlive it and the readers that object() returns.
  JsonReader(const JsonDocument& document, std::optional<base::Error>& error)
      : document_(document), error_(error), object_(document.value) {}

  /// Set the error at the position of the member, for example “settings.seed” followed by `what`.
  void fail(const std::string& key, const std::string& what);

  /// The member; null if it is absent or the error is set.
  const nlohmann::json* member(const std::string& key) const;
  /// All members of the object.
  const nlohmann::json& members() const { return object_; }

  void text(const std::string& key, std::string& value);
  void flag(const std::string& key, bool& value);
  void texts(const std::string& key, std::vector<std::string>& values);
  void wholes(const std::string& key, std::vector<std::uint32_t>& values);
  /// Read one to three whole numbers.
  void extent(const std::string& key, base::Dim3& value);

  template <typename Number>
  void number(const std::string& key, Number& value, double minimum, double maximum) {
    const auto read = number_between(key, minimum, maximum, std::is_integral_v<Number>);
    if (!read) return;
    // Large whole numbers keep all their digits.
    if constexpr (std::is_integral_v<Number>) {
      const nlohmann::json& found = *member(key);
      value = found.is_number_unsigned() ? static_cast<Number>(found.get<std::uint64_t>()) : static_cast<Number>(*read);
    } else {
      value = static_cast<Number>(*read);
    }
  }

  /// Numbers up to `most` of any names.
  void numbers(const std::string& key, std::map<std::string, double>& values, double most);
  void text_map(const std::string& key, std::map<std::string, std::string>& values);

  /// One of a few names; `names` is a base::Names, or has such a value_of() and name_of().
  template <typename Value, typename Names>
  void choice(const std::string& key, Value& value, const std::string& choices, const Names& names) {
    std::string word;
    text(key, word);
    if (member(key) == nullptr) return;
    const auto found = names.value_of(word);
    if (!found) return fail(key, "must be " + choices + ", not “" + word + "”");
    value = *found;
  }

  /// A reader of a member that is an object; nothing if it is absent or invalid.
  std::optional<JsonReader> object(const std::string& key);
  /// Call fields(reader) with it, if there is one.
  template <typename Fields>
  void object(const std::string& key, Fields fields) {
    if (auto inner = object(key)) fields(*inner);
  }
  /// Objects by number, each read by fields(reader, value). `what`: the error of a name that is no number.
  template <typename Value, typename Fields>
  void objects(const std::string& key, std::map<std::uint32_t, Value>& values, const char* what, Fields fields) {
    auto inner = object(key);
    if (!inner) return;
    for (const auto& [name, member] : inner->members().items()) {
      const auto number = whole_number(name);
      if (!number) return inner->fail(name, what);
      inner->object(name, [&](JsonReader& each) { fields(each, values[*number]); });
    }
  }
  /// Call fields(value) with a new value if there is such a member.
  template <typename Value, typename Fields>
  void optional(const std::string& key, std::optional<Value>& value, Fields fields) {
    if (member(key) != nullptr) fields(value.emplace());
  }

 private:
  JsonReader(const JsonReader& outer, const nlohmann::json& object, KeyPath path)
      : document_(outer.document_), error_(outer.error_), object_(object), path_(std::move(path)) {}

  static std::optional<std::uint32_t> whole_number(const std::string& digits);
  KeyPath path_to(const std::string& key) const;
  std::optional<double> number_between(const std::string& key, double minimum, double maximum, bool whole);
  template <typename Take>
  void list(const std::string& key, const char* what, Take take);

  const JsonDocument& document_;
  std::optional<base::Error>& error_;
  const nlohmann::json& object_;
  KeyPath path_;
};

/// Writes the members of a JSON object one by one, with the functions of JsonReader: what the one writes, the other reads.
class JsonWriter {
 public:
  static constexpr bool reads = false;

  /// A writer into `object`, which must outlive it.
  explicit JsonWriter(nlohmann::json& object) : object_(object) {}

  void text(const std::string& key, const std::string& value) { object_[key] = value; }
  void flag(const std::string& key, bool value) { object_[key] = value; }
  void texts(const std::string& key, const std::vector<std::string>& values) { object_[key] = values; }
  void wholes(const std::string& key, const std::vector<std::uint32_t>& values) { object_[key] = values; }
  void extent(const std::string& key, const base::Dim3& value) {
    object_[key] = nlohmann::json::array({value.x, value.y, value.z});
  }
  /// Without a member where it is infinite, which JSON lacks.
  void number(const std::string& key, auto value, double, double) {
    if (!std::isinf(static_cast<double>(value))) object_[key] = value;
  }
  void numbers(const std::string& key, const std::map<std::string, double>& values, double) { object_[key] = values; }
  void text_map(const std::string& key, const std::map<std::string, std::string>& values) { object_[key] = values; }
  void choice(const std::string& key, const auto& value, const std::string&, const auto& names) {
    object_[key] = names.name_of(value);
  }

  template <typename Fields>
  void object(const std::string& key, Fields fields) {
    nlohmann::json inner = nlohmann::json::object();
    JsonWriter writer(inner);
    fields(writer);
    object_[key] = std::move(inner);
  }
  template <typename Value, typename Fields>
  void objects(const std::string& key, const std::map<std::uint32_t, Value>& values, const char*, Fields fields) {
    if (values.empty()) return;
    object(key, [&](JsonWriter& inner) {
      for (const auto& each : values)
        inner.object(std::to_string(each.first), [&](JsonWriter& writer) { fields(writer, each.second); });
    });
  }
  template <typename Value, typename Fields>
  void optional(const std::string&, const std::optional<Value>& value, Fields fields) {
    if (value) fields(*value);
  }

 private:
  nlohmann::json& object_;
};

}  // namespace warplens
