#include "grade/submissions.h"

#include <algorithm>

namespace warplens::grade {
namespace {

bool is_cuda(const std::filesystem::path& file) { return file.extension() == ".cu"; }

}  // namespace

bool is_source(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return is_cuda(file) || ending == ".cpp" || ending == ".cc" || ending == ".cxx";
}

std::vector<std::filesystem::path> Submission::files() const {
  return folder.empty() ? sources : std::vector<std::filesystem::path>{folder};
}

bool Submission::is_link() const {
  const auto links = [](const std::filesystem::path& path) {
    std::error_code code;
    return std::filesystem::is_symlink(path, code);
  };
  return links(folder) || std::ranges::any_of(sources, links);
}

base::Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder) {
  std::error_code code;
  std::vector<Submission> submissions;
  std::filesystem::directory_iterator entries(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot read this folder: " + code.message()};
  for (const auto& entry : entries) {
    if (entry.is_regular_file(code) && is_cuda(entry.path())) {
      submissions.push_back({entry.path().stem().string(), {entry.path()}});
    } else if (entry.is_directory(code)) {
      Submission submission{entry.path().filename().string(), {}, entry.path()};
      for (const auto& file : std::filesystem::directory_iterator(entry.path(), code))
        if (file.is_regular_file(code) && is_source(file.path())) submission.sources.push_back(file.path());
      std::ranges::sort(submission.sources);
      if (std::ranges::any_of(submission.sources, is_cuda)) submissions.push_back(std::move(submission));
    }
  }
  if (submissions.empty()) return base::Error{folder.string(), 0, 0, "there is no .cu file in it, and no folder with one"};
  std::ranges::sort(submissions, {}, &Submission::name);
  return submissions;
}

}  // namespace warplens::grade
