#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::desk {

/// The question whether an opened file may read files outside of its folder.
struct OutsideQuestion {
  std::filesystem::path file;
  std::vector<std::filesystem::path> outside;
};

/// Decides which opened files may read files outside of their folders. Asks the user once for each.
class Permissions {
 public:
  /// `kept`: text file that stores the answers, one per line; "": not stored.
  explicit Permissions(std::filesystem::path kept = {});

  /// Whether `file` may read the files `outside`: true if there are none, or if the user has allowed it before. If false,
  /// question() is set.
  bool allows(const std::filesystem::path& file, const std::vector<std::filesystem::path>& outside);
  /// Allow everything from now on: for use without a user to ask, after the command line's own checks.
  void allow_all() { allows_all_ = true; }
  const std::optional<OutsideQuestion>& question() const { return question_; }
  /// Take the user's answer to the question, and clear the question. Errors: the answer cannot be written.
  base::Status answer(bool allowed);

 private:
  std::filesystem::path kept_;
  std::set<std::string> allowed_;  ///< keys of questions
  bool allows_all_ = false;
  std::optional<OutsideQuestion> question_;
};

/// warplens/allowed in the folder for a user's state; "" if there is no such folder.
std::filesystem::path permissions_file();

}  // namespace warplens::desk
