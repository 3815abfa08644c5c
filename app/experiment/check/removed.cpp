#include "experiment/check/removed.h"

#include "ptx/flow/removed_accesses.h"

namespace warplens::experiment {

std::string removed_accesses_text(const ptx::Module& module, const std::string& entry, const std::filesystem::path& source,
                                  const ptx::CompileOptions& options, ptx::ModuleCache& modules) {
  if (!options.optimised || source.extension() != ".cu") return "";
  ptx::CompileOptions plain_options = options;
  plain_options.optimised = false;
  const auto plain = modules.load(source, {}, plain_options);
  if (!plain) return "";
  std::string lines;
  std::size_t count = 0;
  for (const std::uint32_t line : ptx::lines_of_removed_accesses(module, **plain, entry)) {
    lines += (lines.empty() ? "" : ", ") + std::to_string(line);
    ++count;
  }
  if (count == 0) return "";
  return "The compiler removed the accesses to memory " + std::string(count == 1 ? "in line " : "in lines ") + lines +
         ", as the result does not need them, so they are not checked; compile with -O0 to see them.";
}

}  // namespace warplens::experiment
