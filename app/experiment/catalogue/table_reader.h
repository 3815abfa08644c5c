#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

#include <toml++/toml.h>

namespace warplens::experiment {

/// A file and its first error. Later errors are ignored, so that a reader can continue and report once.
struct Problems {
  std::string file;
  std::optional<base::Error> first;

  void add(const toml::source_region& where, std::string message);
  void add(const toml::node& node, std::string message) { add(node.source(), std::move(message)); }
};

/// Reads the keys of one TOML table and remembers them, so that finish() can refuse all others. A missing required key, or a
/// value of a wrong type, is a problem at its position; the reader then returns zero or an empty value.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string what, Problems& problems)
      : table_(table), what_(std::move(what)), problems_(problems) {}

  enum class Need : std::uint8_t { optional, required };

  std::string text(const std::string& key, Need need = Need::optional);
  double number(const std::string& key, Need need, double fallback = 0);
  /// Read a whole number in [0, limit].
  std::uint64_t whole(const std::string& key, std::uint64_t fallback, std::uint64_t limit);
  bool boolean(const std::string& key, bool fallback);
  std::vector<std::string> texts(const std::string& key, Need need = Need::optional);
  /// Read a list of texts and of lists of texts: ["a", ["b", "c"]].
  std::vector<std::vector<std::string>> groups(const std::string& key, Need need);
  /// The tables of an array of tables `[[key]]`; the table `[key]`; the tables `[key.NAME]` by name, in file order.
  std::vector<const toml::table*> tables(const std::string& key);
  const toml::table* table(const std::string& key, Need need = Need::optional);
  std::vector<std::pair<std::string, const toml::table*>> named_tables(const std::string& key);
  std::map<std::string, double> numbers(const std::string& key);
  std::map<std::string, std::string> named_texts(const std::string& key);

  bool has(const std::string& key) const { return table_.contains(key); }
  /// Report a problem at the value of `key`, or at the table if the key is missing.
  void problem(const std::string& key, std::string message);
  /// Refuse keys that were not read.
  void finish();

 private:
  const toml::node* find(const std::string& key, Need need);
  void wrong_type(const toml::node& node, const std::string& key, const char* wanted);

  const toml::table& table_;
  std::string what_;  ///< for messages: "an entry"
  Problems& problems_;
  std::vector<std::string> known_;
};

}  // namespace warplens::experiment
