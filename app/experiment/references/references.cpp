#include "experiment/references/references.h"

#include <array>

namespace warplens::experiment {
namespace {

struct Row {
  std::string_view name;
  ReferenceFunction function;
};
constexpr std::array<Row, 7> rows{{{"histogram", histogram},
                                   {"matrix_product", matrix_product},
                                   {"sum", sum},
                                   {"inclusive_scan", inclusive_scan},
                                   {"exclusive_scan", exclusive_scan},
                                   {"recurrence", recurrence},
                                   {"visibility", visibility}}};

}  // namespace

ReferenceFunction reference_named(std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return row.function;
  return nullptr;
}

std::string reference_names() {
  std::string names;
  for (const Row& row : rows) names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

}  // namespace warplens::experiment
