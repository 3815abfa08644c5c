#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/json.h"

// Writes parts of a table for array jobs (--shard K/N) and puts the parts together again (warplens merge). A part tells its
// number and the positions of its rows in the whole table: a CSV file by a last column with the heading "shard K/N" and the rows'
// positions from 1 as fields, JSON by a member "shard".

namespace warplens::cli {

/// Every `of`-th position, from position `number` on.
struct Shard {
  std::uint32_t number = 1, of = 1;
  /// Whether the row at this position, counted from 0, belongs to the shard.
  bool has(std::size_t index) const { return index % of == number - 1; }
  bool operator==(const Shard&) const = default;
};

/// Parse "K/N". Error: not two whole numbers with 1 ≤ K ≤ N.
base::Result<Shard> parse_shard(const std::string& text);

/// Mark a table as one shard. `positions`: of its rows in the whole table, from 0, ascending; a group shares one position.
std::string csv_of_shard(const std::string& csv, const Shard& shard, const std::vector<std::size_t>& positions);
void add_shard(report::Json& json, const Shard& shard, const std::vector<std::size_t>& positions);

/// The content of a part's file.
struct TableFile {
  std::string name, text;
};

/// The whole table, as one command without shards would have written it. Errors name the file: it is not a part, two files are
/// the same part, or parts are missing or belong to different tables.
base::Result<std::string> merge_csv(const std::vector<TableFile>& files);
base::Result<std::string> merge_json(const std::vector<TableFile>& files);

}  // namespace warplens::cli
