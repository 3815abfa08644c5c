#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.h"

namespace warplens {

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
