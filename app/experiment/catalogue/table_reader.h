#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

#include <toml++/toml.h>

namespace warplens::experiment {

/// A text's file and the first thing wrong in it. Later errors are kept out, so that a reader can go on and report once.
struct Problems {
  std::string file;
  std::optional<base::Error> first;

  void add(const toml::source_region& where, std::string message);
  void add(const toml::node& node, std::string message) { add(node.source(), std::move(message)); }
};

/// Reads the keys of one TOML table and remembers which it knows: every key asked for is known, finish() refuses the others. A
/// missing required key, or a value of the wrong type, is a problem at its place; the reader then gives a zero.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string what, Problems& problems)
      : table_(table), what_(std::move(what)), problems_(problems) {}

  enum class Need : std::uint8_t { optional, required };

  std::string text(const std::string& key, Need need = Need::optional);
  double number(const std::string& key, Need need, double fallback = 0);
  /// A whole number in [0, limit].
  std::uint64_t whole(const std::string& key, std::uint64_t fallback, std::uint64_t limit);
  bool boolean(const std::string& key, bool fallback);
  std::vector<std::string> texts(const std::string& key, Need need = Need::optional);
  /// A list of texts and of lists of texts: ["a", ["b", "c"]].
  std::vector<std::vector<std::string>> groups(const std::string& key, Need need);
  /// The tables of an array of tables `[[key]]`; of a table `[key]`; by name in the order of the file for `[key.NAME]`.
  std::vector<const toml::table*> tables(const std::string& key);
  const toml::table* table(const std::string& key, Need need = Need::optional);
  std::vector<std::pair<std::string, const toml::table*>> named_tables(const std::string& key);
  std::map<std::string, double> numbers(const std::string& key);
  std::map<std::string, std::string> named_texts(const std::string& key);

  bool has(const std::string& key) const { return table_.contains(key); }
  /// A problem at the value of `key`, or at the table where it has none.
  void problem(const std::string& key, std::string message);
  /// Refuse keys that nobody asked for.
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
