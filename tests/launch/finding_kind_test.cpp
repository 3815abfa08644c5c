#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "launch/findings/finding_kind.h"

namespace warplens::launch {
namespace {

/// The kinds in the first column of the table in docs/check.md.
std::set<std::string> kinds_on_page() {
  std::ifstream page(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "docs/check.md");
  std::set<std::string> kinds;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    for (std::size_t at = column.find('`'); at != std::string::npos; at = column.find('`', at + 1)) {
      const std::size_t end = column.find('`', at + 1);
      kinds.insert(column.substr(at + 1, end - at - 1));
      at = end;
    }
  }
  return kinds;
}

TEST(FindingKind, HasALineInTheTableOfKinds) {
  std::set<std::string> names;
  for (const FindingRow& row : finding_rows) names.emplace(row.name);
  EXPECT_EQ(names.size(), finding_rows.size());
  EXPECT_EQ(kinds_on_page(), names);
}

TEST(FindingKind, IsFoundByItsName) {
  for (const FindingRow& row : finding_rows) EXPECT_EQ(finding_kind_named(row.name), row.kind);
  EXPECT_FALSE(finding_kind_named("data race"));
  EXPECT_EQ(title(FindingKind::data_race), "data race");
}

}  // namespace
}  // namespace warplens::launch
