#include "grade/submissions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/process.h"
#include "base/spawn.h"
#include "experiment/kernel_file/kernel_source.h"

namespace warplens::grade {
namespace {

bool is_cuda(const std::filesystem::path& file) { return file.extension() == ".cu"; }

namespace fs = std::filesystem;

constexpr std::size_t max_copied_files = 1000;
constexpr std::uintmax_t max_copied_bytes = std::uintmax_t{64} << 20;

base::Error failed(const fs::path& path) { return {path.string(), 0, 0, std::string("cannot make it: ") + std::strerror(errno)}; }

/// A user's number that nobody else has: above those that systems give out, plus the number of this process, which judges one
/// submission.
std::uint32_t own_user() {
  constexpr std::uint32_t first = 1'900'000'000, numbers = 1u << 22;  // of processes: Linux's PID_MAX_LIMIT
  return ::geteuid() == 0 ? first + static_cast<std::uint32_t>(::getpid()) % numbers : 0;
}

base::Status give_to(const fs::path& path, std::uint32_t user) {
  if (user != 0 && ::lchown(path.c_str(), user, user) != 0) return failed(path);
  return base::Nothing{};
}

base::Status make_file(const fs::path& path, std::uint32_t user) {
  constexpr mode_t own = 0600;
  const base::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, own));
  if (file.number() < 0) return failed(path);
  return give_to(path, user);
}

base::Status make_folder(const fs::path& path, std::uint32_t user) {
  std::error_code code;
  fs::create_directory(path, code);
  if (code) return base::Error{path.string(), 0, 0, "cannot make it: " + code.message()};
  return give_to(path, user);
}

base::Status copy_handed(const Submission& submission, const fs::path& work, std::uint32_t user) {
  if (submission.folder.empty() && submission.is_script()) {
    const fs::path to = work / submission.sources.front().filename();
    std::error_code failed;
    fs::copy_file(submission.sources.front(), to, failed);
    if (failed) return base::Error{to.string(), 0, 0, "cannot make it: " + failed.message()};
    return give_to(to, user);
  }
  if (submission.folder.empty()) return base::Nothing{};
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::error_code code;
  for (fs::recursive_directory_iterator at(submission.folder, code), end; !code && at != end; at.increment(code)) {
    const fs::path to = work / at->path().lexically_relative(submission.folder);
    const fs::file_status status = at->symlink_status(code);
    if (++files > max_copied_files) break;
    if (fs::is_directory(status)) {
      if (base::Status made = make_folder(to, user); !made) return made;
    } else if (fs::is_regular_file(status) && !is_source(at->path())) {
      bytes += at->file_size(code);
      if (code || bytes > max_copied_bytes) break;
      if (fs::copy_file(at->path(), to, code)) {
        if (base::Status given = give_to(to, user); !given) return given;
      }
    }
  }
  return base::Nothing{};
}

/// Of several scripts in a folder: main.py, else the first.
fs::path script_to_run(const std::vector<fs::path>& scripts) {
  const auto main = std::ranges::find(scripts, fs::path("main.py"), [](const fs::path& each) { return each.filename(); });
  return main != scripts.end() ? *main : scripts.front();
}

}  // namespace

bool is_source(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return is_cuda(file) || ending == ".cpp" || ending == ".cc" || ending == ".cxx";
}

std::vector<std::filesystem::path> Submission::files() const {
  return folder.empty() ? sources : std::vector<std::filesystem::path>{folder};
}

bool Submission::is_script() const { return !sources.empty() && experiment::is_python_file(sources.front()); }

bool Submission::is_link() const {
  const auto links = [](const std::filesystem::path& path) {
    std::error_code code;
    return std::filesystem::is_symlink(path, code);
  };
  return links(folder) || std::ranges::any_of(sources, links);
}

base::Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder, Handed handed) {
  const bool scripts = handed == Handed::python;
  const auto is_handed = [&](const fs::path& file) { return scripts ? experiment::is_python_file(file) : is_cuda(file); };
  std::error_code code;
  std::vector<Submission> submissions;
  std::filesystem::directory_iterator entries(folder, code);
  if (code) return base::Error{folder.string(), 0, 0, "cannot read this folder: " + code.message()};
  for (const auto& entry : entries) {
    if (entry.is_regular_file(code) && is_handed(entry.path())) {
      submissions.push_back({entry.path().stem().string(), {entry.path()}});
    } else if (entry.is_directory(code)) {
      Submission submission{entry.path().filename().string(), {}, entry.path()};
      for (const auto& file : std::filesystem::directory_iterator(entry.path(), code))
        if (file.is_regular_file(code) && (scripts ? is_handed(file.path()) : is_source(file.path())))
          submission.sources.push_back(file.path());
      std::ranges::sort(submission.sources);
      if (!std::ranges::any_of(submission.sources, is_handed)) continue;
      if (scripts) submission.sources = {script_to_run(submission.sources)};
      submissions.push_back(std::move(submission));
    }
  }
  const std::string what = scripts ? "script or notebook" : ".cu file";
  if (submissions.empty()) return base::Error{folder.string(), 0, 0, "there is no " + what + " in it, and no folder with one"};
  std::ranges::sort(submissions, {}, &Submission::name);
  return submissions;
}

base::Result<RunFolder> RunFolder::make(const fs::path& folder, const Submission& submission) {
  RunFolder made(folder, own_user());
  constexpr mode_t others_may_enter = 0711;
  constexpr mode_t others_may_run = 0755;
  if (::chmod(folder.c_str(), others_may_enter) != 0) return failed(folder);
  if (::chmod(made.program().c_str(), others_may_run) != 0) return failed(made.program());
  for (const fs::path& file : {made.journal(), made.contents()}) {
    if (const base::Status status = make_file(file, made.user()); !status) return status.error();
  }
  if (const base::Status status = make_folder(made.work(), made.user()); !status) return status.error();
  if (const base::Status status = copy_handed(submission, made.work(), made.user()); !status) return status.error();
  return made;
}

void remove_left(const fs::path& folder) {
  std::error_code code;
  fs::remove_all(folder, code);
  if (!code) return;
  constexpr std::chrono::seconds patience{60};
  // The system's own tools go down folders that are deeper than a path can be long.
  for (const std::vector<std::string>& words : {std::vector<std::string>{"chmod", "-R", "u+rwx"}, {"rm", "-rf"}}) {
    std::vector<std::string> arguments(words.begin() + 1, words.end());
    arguments.push_back(folder.string());
    (void)base::run_process(base::find_program(words.front()), arguments, patience);
  }
}

}  // namespace warplens::grade
