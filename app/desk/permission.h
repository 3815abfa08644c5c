#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::desk {

/// A file that was opened names files outside of its folder: may they be read?
struct OutsideQuestion {
  std::filesystem::path file;
  std::vector<std::filesystem::path> outside;
};

/// What files from elsewhere may read, which the user says once for each.
class Permissions {
 public:
  /// `kept`: the text file that remembers the answers, a line for each; "" for none.
  explicit Permissions(std::filesystem::path kept = {});

  /// Whether `file` may read those files: there are none, or the user has said so before. Otherwise the question is asked.
  bool allows(const std::filesystem::path& file, const std::vector<std::filesystem::path>& outside);
  const std::optional<OutsideQuestion>& question() const { return question_; }
  /// The user's answer to the question, which is then gone. Errors: the answer cannot be written.
  base::Status answer(bool allowed);

 private:
  std::filesystem::path kept_;
  std::set<std::string> allowed_;  ///< keys of questions
  std::optional<OutsideQuestion> question_;
};

/// warplens/allowed in the folder for a user's state; "" where there is none.
std::filesystem::path permissions_file();

}  // namespace warplens::desk
