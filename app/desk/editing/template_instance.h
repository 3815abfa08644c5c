#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::desk {

/// A file that defines kernel templates but instantiates none, and lines that would instantiate each of them. The user may change
/// the lines before they are added.
struct TemplateQuestion {
  std::filesystem::path file;
  std::string lines;
};

/// The question about a .cu file; nothing if it has a kernel that can run, no template, or cannot be read.
std::optional<TemplateQuestion> template_question(const std::filesystem::path& file);

/// Append the lines to the file, and keep its old text beside it in NAME.cu~. Errors: the lines instantiate no template of the
/// file; the file cannot be read or written.
base::Status add_instances(const TemplateQuestion& question);

}  // namespace warplens::desk
