#include "cli/outside.h"

#include "base/number_format.h"
#include "cli/choose.h"
#include "experiment/kernel_file/describe.h"
#include "session/files_read.h"

namespace warplens::cli {

base::Status check_outside(const Context& context, const std::string& file, const std::vector<std::filesystem::path>& outside) {
  if (context.allow_outside || outside.empty()) return base::Nothing{};
  const std::string more = outside.size() == 1 ? "" : " and " + base::counted(outside.size() - 1, "other");
  return base::Error{file, 0, 0,
                     "reads " + outside.front().string() + more +
                         ", outside of its folder; say --allow-outside if you know where it comes from"};
}

base::Result<const experiment::Experiment*> choose_checked_experiment(const Context& context, experiment::Catalogue& catalogue,
                                                                      const std::string& name) {
  const auto chosen = choose_experiment(catalogue, name);
  if (!chosen || experiment::is_kernel_file((*chosen)->file)) return chosen;
  const base::Status fine = check_outside(context, (*chosen)->file.string(), files_read_outside(**chosen));
  return fine ? chosen : base::Result<const experiment::Experiment*>(fine.error());
}

}  // namespace warplens::cli
