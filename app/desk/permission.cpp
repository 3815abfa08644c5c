#include "desk/permission.h"

#include <sstream>
#include <utility>

#include "base/file.h"
#include "ptx/compile/content_store.h"

namespace warplens::desk {
namespace {

std::string key_of(const OutsideQuestion& question) {
  ptx::ContentKey key;
  std::error_code code;
  key.add(std::filesystem::absolute(question.file, code).lexically_normal().string());
  for (const std::filesystem::path& each : question.outside) key.add(each.string());
  return key.text();
}

}  // namespace

Permissions::Permissions(std::filesystem::path kept) : kept_(std::move(kept)) {
  const auto text = kept_.empty() ? base::Result<std::string>(std::string()) : base::read_text(kept_);
  std::istringstream lines(text ? *text : "");
  for (std::string line; std::getline(lines, line);) allowed_.insert(line);
}

bool Permissions::allows(const std::filesystem::path& file, const std::vector<std::filesystem::path>& outside) {
  const OutsideQuestion question{file, outside};
  const bool allowed = allows_all_ || outside.empty() || allowed_.contains(key_of(question));
  question_ = allowed ? std::nullopt : std::optional(question);
  return allowed;
}

base::Status Permissions::answer(bool allowed) {
  const std::optional<OutsideQuestion> question = std::exchange(question_, std::nullopt);
  if (!question || !allowed) return base::Nothing{};
  allowed_.insert(key_of(*question));
  return base::write_user_lines(kept_, allowed_);
}

std::filesystem::path permissions_file() { return base::user_state_file("allowed"); }

}  // namespace warplens::desk
