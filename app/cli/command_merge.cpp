#include <filesystem>
#include <memory>
#include <vector>

#include "base/file.h"
#include "cli/command.h"
#include "cli/shard.h"

namespace warplens::cli {
namespace {

struct MergeOptions {
  std::vector<std::filesystem::path> files;
  std::filesystem::path output;
};

base::Result<Answer> serve(const MergeOptions& options) {
  const std::filesystem::path kind = options.files.front().extension();
  if (kind != ".csv" && kind != ".json") return base::Error{options.files.front().string(), 0, 0, "not a .csv or .json file"};
  std::vector<TableFile> files;
  for (const std::filesystem::path& path : options.files) {
    if (path.extension() != kind) return base::Error{path.string(), 0, 0, "not a " + kind.string() + " file like the first"};
    auto text = base::read_text(path);
    if (!text) return text.error();
    files.push_back({path.string(), std::move(*text)});
  }
  if (!options.output.empty() && options.output.extension() != kind)
    return base::Error{"--output", 0, 0, "'" + options.output.string() + "' is not a " + kind.string() + " file like the parts"};
  const auto merged = kind == ".csv" ? merge_csv(files) : merge_json(files);
  if (!merged) return merged.error();
  if (options.output.empty()) return Answer{*merged, {}};
  if (const base::Status written = base::write_file(options.output, *merged); !written) return written.error();
  return Answer{};
}

}  // namespace

Serve add_merge(CLI::App& command) {
  const auto options = std::make_shared<MergeOptions>();
  command.add_option("files", options->files, "the tables of all shards, .csv or .json, in any order")
      ->required()
      ->type_name("FILE");
  command.add_option("-o,--output", options->output, "file to write (default: standard output)")->type_name("FILE");
  command.footer(
      "The result is what the command would have written without --shard. Exit status: 0 fine; 1 a shard is missing, there "
      "twice, or of another table.");
  return [options](const Context&) { return serve(*options); };
}

}  // namespace warplens::cli
