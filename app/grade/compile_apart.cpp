#include "grade/compile_apart.h"

#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "grade/limits.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::grade {

base::Status compile_apart(const std::filesystem::path& source, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const std::vector<std::string>& wrapper) {
  std::vector<std::string> words = wrapper;
  words.push_back(base::resource_folder().parent_path() / "warplens");
  const std::string program = words.front();
  words.erase(words.begin());
  words.insert(words.end(), {"compile", base::whole_path(source).string(), "-o", output.string(), "--std", options.standard});
  for (const std::filesystem::path& folder : options.include_folders)
    words.insert(words.end(), {"-I", base::whole_path(folder).string()});
  for (const std::string& definition : options.definitions) words.insert(words.end(), {"-D", definition});
  if (options.architecture != 0) words.insert(words.end(), {"--arch", "sm_" + std::to_string(options.architecture)});
  if (!options.optimised) words.emplace_back("-O0");
  const auto ended = base::run_process(program, words, compiler_time, compiler_memory);
  if (!ended) return base::Error{source.string(), 0, 0, "the compiler did not end within a minute"};
  if (ended->exit_status == 0) return base::Nothing{};
  if (auto error = ptx::first_diagnostic(ended->output)) {
    if (error->file == base::whole_path(source).string()) error->file = source.string();
    return *error;
  }
  return base::Error{source.string(), 0, 0,
                     ended->exit_status > 1 ? "the compiler needs more than 4 GiB of memory" : ptx::first_line(ended->output)};
}

}  // namespace warplens::grade
