#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::desk {

/// A file whose kernels are templates, of which nothing makes an instance; and the lines that would make one of each, for the
/// user to change before they are added.
struct TemplateQuestion {
  std::filesystem::path file;
  std::string lines;
};

/// The question about a .cu file; nothing if it has a kernel that can run, no template, or cannot be read.
std::optional<TemplateQuestion> template_question(const std::filesystem::path& file);

/// Add the lines to the end of the file. What it held before is kept beside it, as NAME.cu~. Errors: lines that make no instance
/// of a template of the file; a file that cannot be read or written.
base::Status add_instances(const TemplateQuestion& question);

}  // namespace warplens::desk
