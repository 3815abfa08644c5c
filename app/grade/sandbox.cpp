#include "grade/sandbox.h"

#include <unistd.h>

#include "base/process.h"
#include "program/build.h"

namespace warplens::grade {
namespace {

constexpr uid_t nobody = 65534;

}  // namespace

std::optional<std::vector<std::string>> sandbox(const std::filesystem::path& folder) {
  const std::filesystem::path bubblewrap = base::find_program("bwrap"), prlimit = base::find_program("prlimit"),
                              setpriv = base::find_program("setpriv");
  if (bubblewrap.empty() || prlimit.empty()) return std::nullopt;
  std::vector<std::string> words;
  if (::geteuid() == 0) {  // no limit of processes holds for root
    if (setpriv.empty() || ::chown(folder.c_str(), nobody, nobody) != 0) return std::nullopt;
    words = {setpriv.string(), "--reuid=65534", "--regid=65534", "--clear-groups"};
  }
  const std::string own = folder.string();
  words.insert(words.end(), {bubblewrap.string(), "--unshare-all", "--die-with-parent", "--new-session"});
  words.insert(words.end(), {"--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"});
  for (const int version : {12, 13}) {  // the library may be below one of the folders that are hidden
    const std::string library = program::library_folder(version).string();
    words.insert(words.end(), {"--ro-bind-try", library, library});
  }
  words.insert(words.end(), {"--bind", own, own, "--chdir", own, "--"});
  // Processes and threads, seconds of processor time, bytes of address space and of a file.
  words.insert(words.end(), {prlimit.string(), "--nproc=64", "--cpu=60", "--as=8589934592", "--fsize=67108864", "--core=0"});
  return words;
}

}  // namespace warplens::grade
