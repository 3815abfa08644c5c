#include "cli/removed.h"

#include <filesystem>

#include "cli/source.h"
#include "ptx/flow/removed_accesses.h"

namespace warplens::cli {

std::string removed_accesses_text(const launch::Launch& launch, const std::string& source, const ptx::CompileOptions& options) {
  if (!options.optimised || std::filesystem::path(split_source(source).path).extension() != ".cu") return "";
  ptx::CompileOptions plain_options = options;
  plain_options.optimised = false;
  const auto plain = load_kernel(source, plain_options);
  if (!plain) return "";
  const std::string& entry = launch.module->functions[launch.entry].name;
  std::string lines;
  std::size_t count = 0;
  for (const std::uint32_t line : ptx::lines_of_removed_accesses(*launch.module, *plain->module, entry)) {
    lines += (lines.empty() ? "" : ", ") + std::to_string(line);
    ++count;
  }
  if (count == 0) return "";
  return "The compiler removed the accesses to memory " + std::string(count == 1 ? "in line " : "in lines ") + lines +
         ", as the result does not need them, so they are not checked; compile with -O0 to see them.";
}

}  // namespace warplens::cli
