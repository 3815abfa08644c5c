#include "desk/editing/template_instance.h"

#include "base/file.h"
#include "desk/editing/editor.h"
#include "experiment/kernel_file/kernel_source.h"
#include "experiment/kernel_file/signature.h"

namespace warplens::desk {

std::optional<TemplateQuestion> template_question(const std::filesystem::path& file) {
  if (file.extension() != ".cu") return std::nullopt;
  const auto text = experiment::read_kernel(file);
  if (!text || !experiment::signatures_of(*text).empty()) return std::nullopt;
  std::string lines;
  for (const std::string& line : experiment::suggested_instantiations(*text)) lines += (lines.empty() ? "" : " ") + line;
  return lines.empty() ? std::nullopt : std::optional(TemplateQuestion{file, lines});
}

base::Status add_instances(const TemplateQuestion& question) {
  const auto before = experiment::read_kernel(question.file);
  if (!before) return before.error();
  const std::string after = *before + (before->ends_with('\n') ? "" : "\n") + "\n" + question.lines + "\n";
  if (experiment::signatures_of(after).empty())
    return base::error(
        "that makes no instance of a template kernel of the file: template __global__ void NAME<ARGUMENTS>(PARAMETERS);");
  if (const base::Status kept = base::write_file(backup_of(question.file), *before); !kept) return kept;
  return base::write_file(question.file, after);
}

}  // namespace warplens::desk
