#include "grade/sandbox.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "program/build.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::grade {
namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

/// What of the system compilers read.
constexpr const char* system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives"};
constexpr const char* system_files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"};

/// Variables that compilers, and Warplens as their caller, need.
constexpr const char* kept_variables[] = {"PATH",  "LD_LIBRARY_PATH",    "CUDA_PATH",         "CUDA_HOME",
                                          "CPATH", "CPLUS_INCLUDE_PATH", "WARPLENS_COMPILER", "WARPLENS_RESOURCES"};

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool is_of_system(const fs::path& path) {
  return std::ranges::any_of(system_folders, [&](const char* folder) { return is_below(path, folder); });
}

/// The folder with all of a compiler: the one above its bin or lib, unless people's own files are below that as well.
fs::path installation_of(const fs::path& compiler) {
  std::error_code code;
  const fs::path file = fs::weakly_canonical(compiler, code);
  const fs::path above = file.parent_path().parent_path();
  const char* const home = std::getenv("HOME");
  const bool personal = above == "/" || (home != nullptr && is_below(fs::weakly_canonical(home, code), above));
  return personal ? file.parent_path() : above;
}

std::vector<std::string> environment_of(const fs::path& folder) {
  std::vector<std::string> words{"-i", "TMPDIR=" + folder.string()};
  for (const char* name : kept_variables) {
    if (const char* const value = std::getenv(name)) words.push_back(std::string(name) + "=" + value);
  }
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> sandbox(const fs::path& folder) {
  const fs::path bubblewrap = base::find_program("bwrap"), prlimit = base::find_program("prlimit"),
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

std::optional<std::vector<std::string>> compiler_sandbox(const fs::path& folder, const std::vector<fs::path>& readable) {
  const fs::path bubblewrap = base::find_program("bwrap"), prlimit = base::find_program("prlimit"),
                 env = base::find_program("env");
  if (bubblewrap.empty() || prlimit.empty() || env.empty()) return std::nullopt;
  // Without our environment from the first process on: it could be read in /proc.
  std::vector<std::string> words{env.string()};
  std::ranges::move(environment_of(folder), std::back_inserter(words));
  words.insert(words.end(), {bubblewrap.string(), "--unshare-all", "--die-with-parent", "--new-session"});
  const auto show = [&](const fs::path& path) { words.insert(words.end(), {"--ro-bind-try", path.string(), path.string()}); };
  std::ranges::for_each(system_folders, show);
  std::ranges::for_each(system_files, show);
  for (const ptx::Compiler& compiler : ptx::locate_compilers()) {
    if (const fs::path all = installation_of(compiler.path); !is_of_system(all)) show(all);
  }
  show(base::resource_folder());
  show(base::resource_folder().parent_path() / "warplens");
  show(program::library_folder());
  for (const fs::path& path : readable) show(base::whole_path(path));
  const std::string own = folder.string();
  words.insert(words.end(), {"--proc", "/proc", "--dev", "/dev", "--bind", own, own, "--chdir", own, "--remount-ro", "/", "--"});
  // Processes, seconds of processor time, bytes of a file; who runs it limits its time and memory.
  words.insert(words.end(), {prlimit.string(), "--nproc=256", "--cpu=120", "--fsize=268435456", "--core=0"});
  return words;
}

base::Status check_sandbox() {
  const std::string instead = ", or say --trust to compile and run it without";
  for (const bool compiles : {true, false}) {
    const auto folder = base::TemporaryFolder::create();
    if (!folder) return folder.error();
    const auto words = compiles ? compiler_sandbox(folder->path(), {}) : sandbox(folder->path());
    if (!words) return base::error("what others wrote is compiled and run in a sandbox only: install bubblewrap" + instead);
    std::vector<std::string> arguments(words->begin() + 1, words->end());
    arguments.emplace_back("true");
    const auto tried = base::run_process(words->front(), arguments, std::chrono::seconds(20));
    if (!tried) return tried.error();
    if (tried->exit_status != 0)
      return base::error("what others wrote is compiled and run in a sandbox only, and bubblewrap does not work here (" +
                         ptx::first_line(tried->output) + "): allow user namespaces" + instead);
  }
  return base::Nothing{};
}

}  // namespace warplens::grade
