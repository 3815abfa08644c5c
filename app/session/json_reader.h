#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"

namespace warplens {

/// The keys on the way to a member of a JSON text, from the outermost object inwards.
using KeyPath = std::vector<std::string>;

/// A JSON text that is one object, and where in it each member of an object stands. Positions are bytes from 0, of the quote that
/// begins the key; of members of the same path, that of the last one, whose value counts.
struct JsonDocument {
  std::string file;         ///< for messages
  const std::string* text;  ///< outlives the document
  nlohmann::json value;
  std::map<KeyPath, std::size_t> positions;
};

/// `what` names the kind of file in errors ("a session"), which have file, line and column: a syntax error, nesting over 64
/// levels, a text that is no object.
base::Result<JsonDocument> parse_json(const std::string& text, const std::string& file, const std::string& what);

/// Reads the members of a JSON object one by one. Each is optional: a value stays as it is where its member is absent. The first
/// member that is wrong is kept as the error of the document, and all readers of the document read nothing from then on.
class JsonReader {
 public:
  /// Reads the outermost object. `document` and `error` outlive the reader and those that object() gives.
  JsonReader(const JsonDocument& document, std::optional<base::Error>& error)
      : document_(document), error_(error), object_(document.value) {}

  /// Keep an error at the member: “settings.seed” `what`.
  void fail(const std::string& key, const std::string& what);

  /// The member, or null where it is absent or something was wrong before.
  const nlohmann::json* member(const std::string& key) const;
  /// All members of the object.
  const nlohmann::json& members() const { return object_; }

  void text(const std::string& key, std::string& value);
  void flag(const std::string& key, bool& value);
  void texts(const std::string& key, std::vector<std::string>& values);
  void wholes(const std::string& key, std::vector<std::uint32_t>& values);
  /// One to three whole numbers.
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

  /// One of a few names; `named` turns a text into an optional value.
  template <typename Value, typename Named>
  void choice(const std::string& key, Value& value, const std::string& choices, Named named) {
    std::string word;
    text(key, word);
    if (member(key) == nullptr) return;
    const auto found = named(word);
    if (!found) return fail(key, "must be " + choices + ", not “" + word + "”");
    value = *found;
  }

  /// A reader of a member that is an object; nothing where it is absent or wrong.
  std::optional<JsonReader> object(const std::string& key);

 private:
  JsonReader(const JsonReader& outer, const nlohmann::json& object, KeyPath path)
      : document_(outer.document_), error_(outer.error_), object_(object), path_(std::move(path)) {}

  KeyPath path_to(const std::string& key) const;
  std::optional<double> number_between(const std::string& key, double minimum, double maximum, bool whole);
  template <typename Take>
  void list(const std::string& key, const char* what, Take take);

  const JsonDocument& document_;
  std::optional<base::Error>& error_;
  const nlohmann::json& object_;
  KeyPath path_;
};

}  // namespace warplens
