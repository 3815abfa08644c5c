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

/// Which opened files may read files outside of their folders. The user is asked once for each.
class Permissions {
 public:
  /// `kept`: text file that stores the answers, one per line; "": they are not stored.
  explicit Permissions(std::filesystem::path kept = {});

  /// Whether `file` may read the files `outside`: true if there are none, or if the user has allowed it before. If false,
  /// question() is set.
  bool allows(const std::filesystem::path& file, const std::vector<std::filesystem::path>& outside);
  /// Allow everything from now on, where nobody can be asked and the command line has refused what it does not allow.
  void allow_all() { allows_all_ = true; }
  const std::optional<OutsideQuestion>& question() const { return question_; }
  /// The user's answer to the question, which is then gone. Errors: the answer cannot be written.
  base::Status answer(bool allowed);

 private:
  std::filesystem::path kept_;
  std::set<std::string> allowed_;  ///< keys of questions
  bool allows_all_ = false;
  std::optional<OutsideQuestion> question_;
};

/// warplens/allowed in the folder for a user's state; "" where there is none.
std::filesystem::path permissions_file();

}  // namespace warplens::desk
