#include "base/result.h"

#include <filesystem>

#include "base/escaped.h"

namespace warplens::base {

Error error(std::string message) { return Error{{}, 0, 0, std::move(message)}; }

std::string describe(const Error& error) {
  std::string text = escaped(error.file);
  if (error.line > 0) text += ":" + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) text += ":" + std::to_string(error.column);
  if (!text.empty()) text += ": ";
  return text + "error: " + escaped(error.message);
}

std::string describe_briefly(const Error& error) {
  Error brief = error;
  brief.file = std::filesystem::path(error.file).filename().string();
  return describe(brief);
}

}  // namespace warplens::base
