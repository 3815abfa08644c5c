#include "experiment/catalogue/table_reader.h"

#include <algorithm>

namespace warplens::experiment {

void Problems::add(const toml::source_region& where, std::string message) {
  if (first) return;
  first = base::Error{file, static_cast<int>(where.begin.line), static_cast<int>(where.begin.column), std::move(message)};
}

const toml::node* TableReader::find(const std::string& key, Need need) {
  known_.push_back(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr && need == Need::required) problems_.add(table_, what_ + " needs '" + key + "'");
  return node;
}

void TableReader::wrong_type(const toml::node& node, const std::string& key, const char* wanted) {
  problems_.add(node, "'" + key + "' of " + what_ + " must be " + wanted);
}

std::string TableReader::text(const std::string& key, Need need) {
  const toml::node* node = find(key, need);
  if (node == nullptr) return {};
  if (const auto* value = node->as_string()) {
    if (need == Need::required && value->get().empty()) problems_.add(*node, "'" + key + "' of " + what_ + " is empty");
    return value->get();
  }
  wrong_type(*node, key, "text");
  return {};
}

double TableReader::number(const std::string& key, Need need, double fallback) {
  const toml::node* node = find(key, need);
  if (node == nullptr) return fallback;
  if (node->is_number()) {
    const double value = node->value<double>().value_or(0);
    if (value - value == 0) return value;  // finite
  }
  wrong_type(*node, key, "a finite number");
  return fallback;
}

std::uint64_t TableReader::whole(const std::string& key, std::uint64_t fallback, std::uint64_t limit) {
  const toml::node* node = find(key, Need::optional);
  if (node == nullptr) return fallback;
  if (const auto* value = node->as_integer();
      value != nullptr && value->get() >= 0 && static_cast<std::uint64_t>(value->get()) <= limit)
    return static_cast<std::uint64_t>(value->get());
  wrong_type(*node, key, ("a whole number from 0 to " + std::to_string(limit)).c_str());
  return fallback;
}

bool TableReader::boolean(const std::string& key, bool fallback) {
  const toml::node* node = find(key, Need::optional);
  if (node == nullptr) return fallback;
  if (const auto* value = node->as_boolean()) return value->get();
  wrong_type(*node, key, "true or false");
  return fallback;
}

std::vector<std::string> TableReader::texts(const std::string& key, Need need) {
  std::vector<std::string> values;
  const toml::node* node = find(key, need);
  if (node == nullptr) return values;
  const toml::array* array = node->as_array();
  if (array == nullptr) return wrong_type(*node, key, "a list of texts"), values;
  for (const toml::node& element : *array) {
    if (const auto* value = element.as_string())
      values.push_back(value->get());
    else
      wrong_type(element, key, "a list of texts");
  }
  return values;
}

std::vector<std::vector<std::string>> TableReader::groups(const std::string& key, Need need) {
  std::vector<std::vector<std::string>> values;
  const toml::node* node = find(key, need);
  if (node == nullptr) return values;
  const char* const wanted = "a list of texts, or of lists of them";
  const toml::array* array = node->as_array();
  if (array == nullptr) return wrong_type(*node, key, wanted), values;
  for (const toml::node& element : *array) {
    std::vector<std::string>& group = values.emplace_back();
    const toml::array* list = element.as_array();
    const auto add = [&](const toml::node& text) {
      if (const auto* value = text.as_string())
        group.push_back(value->get());
      else
        wrong_type(text, key, wanted);
    };
    if (list == nullptr)
      add(element);
    else
      for (const toml::node& text : *list) add(text);
    if (group.empty()) wrong_type(element, key, wanted);
  }
  return values;
}

std::vector<const toml::table*> TableReader::tables(const std::string& key) {
  std::vector<const toml::table*> values;
  const toml::node* node = find(key, Need::optional);
  if (node == nullptr) return values;
  const toml::array* array = node->as_array();
  if (array == nullptr) return wrong_type(*node, key, ("tables [[" + key + "]]").c_str()), values;
  for (const toml::node& element : *array) {
    if (const toml::table* value = element.as_table())
      values.push_back(value);
    else
      wrong_type(element, key, ("tables [[" + key + "]]").c_str());
  }
  return values;
}

const toml::table* TableReader::table(const std::string& key, Need need) {
  const toml::node* node = find(key, need);
  if (node == nullptr) return nullptr;
  if (const toml::table* value = node->as_table()) return value;
  wrong_type(*node, key, ("a table [" + key + "]").c_str());
  return nullptr;
}

std::vector<std::pair<std::string, const toml::table*>> TableReader::named_tables(const std::string& key) {
  std::vector<std::pair<std::string, const toml::table*>> values;
  const toml::table* outer = table(key);
  if (outer == nullptr) return values;
  for (const auto& [name, node] : *outer) {
    if (const toml::table* value = node.as_table())
      values.emplace_back(name.str(), value);
    else
      problems_.add(node, "'" + std::string(name.str()) + "' must be a table [" + key + "." + std::string(name.str()) + "]");
  }
  // toml++ sorts keys by name; restore their order in the file.
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
    const toml::source_position &first = a.second->source().begin, &second = b.second->source().begin;
    return std::pair(first.line, first.column) < std::pair(second.line, second.column);
  });
  return values;
}

std::map<std::string, double> TableReader::numbers(const std::string& key) {
  std::map<std::string, double> values;
  const toml::table* inner = table(key);
  if (inner == nullptr) return values;
  TableReader reader(*inner, "'" + key + "' of " + what_, problems_);
  for (const auto& [name, node] : *inner)
    values[std::string(name.str())] = reader.number(std::string(name.str()), Need::required);
  return values;
}

std::map<std::string, std::string> TableReader::named_texts(const std::string& key) {
  std::map<std::string, std::string> values;
  const toml::table* inner = table(key);
  if (inner == nullptr) return values;
  TableReader reader(*inner, "'" + key + "' of " + what_, problems_);
  for (const auto& [name, node] : *inner) values[std::string(name.str())] = reader.text(std::string(name.str()), Need::required);
  return values;
}

void TableReader::problem(const std::string& key, std::string message) {
  const toml::node* node = table_.get(key);
  problems_.add(node != nullptr ? node->source() : table_.source(), std::move(message));
}

void TableReader::finish() {
  for (const auto& [name, node] : table_) {
    if (std::find(known_.begin(), known_.end(), name.str()) != known_.end()) continue;
    std::string list;
    for (const std::string& key : known_) list += (list.empty() ? "" : " ") + key;
    problems_.add(name.source(), what_ + " has no key '" + std::string(name.str()) + "'; there are: " + list);
  }
}

}  // namespace warplens::experiment
