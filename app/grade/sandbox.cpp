#include "grade/sandbox.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <system_error>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "grade/confinement.h"
#include "grade/submissions.h"
#include "program/build.h"
#include "program/python.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/diagnostic.h"

namespace warplens::grade {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// What of the system compilers and programs read.
constexpr const char* system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives"};
constexpr const char* system_files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"};

/// Variables that compilers, and Warplens as their caller, need.
constexpr const char* kept_variables[] = {"PATH",  "LD_LIBRARY_PATH",    "CUDA_PATH",         "CUDA_HOME",
                                          "CPATH", "CPLUS_INCLUDE_PATH", "WARPLENS_COMPILER", "WARPLENS_RESOURCES"};

constexpr std::size_t max_processes = 64;  // of a program, with its threads

// Bytes of what a program writes apart from the files of the runtime, and of what it may need for /tmp.
constexpr const char* work_bytes = "268435456";
constexpr const char* temporary_bytes = "67108864";

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool is_of_system(const fs::path& path) {
  return std::ranges::any_of(system_folders, [&](const char* folder) { return is_below(path, folder); });
}

/// The user's own folder; empty if it is not known.
fs::path home() {
  std::error_code code;
  const char* const variable = std::getenv("HOME");
  return variable != nullptr ? fs::weakly_canonical(variable, code) : fs::path();
}

/// The folder with all of a compiler: the one above its bin or lib, unless people's own files are below that as well.
fs::path installation_of(const fs::path& compiler) {
  std::error_code code;
  const fs::path file = fs::weakly_canonical(compiler, code);
  const fs::path above = file.parent_path().parent_path();
  const bool personal = above == "/" || (!home().empty() && is_below(home(), above));
  return personal ? file.parent_path() : above;
}

fs::path own_program() { return base::resource_folder().parent_path() / "warplens"; }

template <typename Value>
void append(std::vector<Value>& words, const std::vector<Value>& more) {
  words.insert(words.end(), more.begin(), more.end());
}
void append(Words& words, const Words& more) { append<std::string>(words, more); }

std::vector<fs::path> paths_of_system() {
  std::vector<fs::path> paths(std::begin(system_folders), std::end(system_folders));
  paths.insert(paths.end(), std::begin(system_files), std::end(system_files));
  return paths;
}

std::vector<fs::path> seen_by_compilers(const std::vector<fs::path>& readable) {
  std::vector<fs::path> paths = paths_of_system();
  for (const ptx::Compiler& compiler : ptx::locate_compilers()) {
    if (fs::path all = installation_of(compiler.path); !is_of_system(all)) paths.push_back(std::move(all));
  }
  paths.insert(paths.end(), {base::resource_folder(), own_program(), program::library_folder()});
  for (const fs::path& path : readable) paths.push_back(base::whole_path(path));
  return paths;
}

std::vector<fs::path> seen_by_programs(const fs::path& interpreter) {
  std::vector<fs::path> paths = paths_of_system();
  for (const int version : {12, 13}) paths.push_back(program::library_folder(version));
  if (interpreter.empty()) return paths;
  append(paths, program::folders_for_python());
  if (fs::path all = installation_of(interpreter); !is_of_system(all)) paths.push_back(std::move(all));
  return paths;
}

/// Without this process's environment from the first process on: it could be read in /proc.
Words clean_environment(const fs::path& folder) {
  Words words{base::find_program("env").string(), "-i", "TMPDIR=" + folder.string()};
  for (const char* name : kept_variables) {
    if (const char* const value = std::getenv(name)) words.push_back(std::string(name) + "=" + value);
  }
  return words;
}

/// bubblewrap, with `seen` to read. A home below one of the system's folders is covered.
Words in_namespaces(const std::vector<fs::path>& seen) {
  Words words{base::find_program("bwrap").string(), "--unshare-all", "--die-with-parent", "--new-session"};
  for (const fs::path& path : seen) {
    append(words, {"--ro-bind-try", path.string(), path.string()});
    if (!home().empty() && is_below(home(), path) && is_of_system(path)) append(words, {"--tmpfs", home().string()});
  }
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  return words;
}

/// This program as the one that confines the command after it.
Words confined(const std::vector<fs::path>& seen, const Words& more) {
  Words words{own_program().string(), "confined"};
  for (const fs::path& path : seen) append(words, {"--read", path.string()});
  append(words, more);
  words.emplace_back("--");
  return words;
}

/// Processes and threads of this user, which a limit of processes counts as well where a program has no user of its own.
std::size_t own_threads() {
  std::size_t threads = 0;
  std::error_code code;
  for (fs::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
    struct stat status {};
    const fs::path tasks = at->path() / "task";
    if (::stat(tasks.c_str(), &status) != 0 || status.st_uid != ::geteuid()) continue;
    std::error_code ended;
    for (fs::directory_iterator task(tasks, ended); !ended && task != end; task.increment(ended)) ++threads;
  }
  return threads;
}

Words limited(const Words& limits) {
  Words words{base::find_program("prlimit").string()};
  append(words, limits);
  return words;
}

}  // namespace

base::Result<Sandbox> Sandbox::of(Kind kind) {
  const Sandbox sandbox(kind);
  if (const base::Status status = sandbox.works(); !status) return status.error();
  return sandbox;
}

base::Result<Sandbox> Sandbox::find() {
  const auto namespaces = of(Kind::namespaces);
  if (namespaces) return namespaces;
  const auto landlock = of(Kind::landlock);
  if (landlock) return landlock;
  return base::error("what others wrote is compiled and run in a sandbox only, and none works here: " +
                     namespaces.error().message + "; " + landlock.error().message +
                     ". Install bubblewrap and allow user namespaces, or say --trust to compile and "
                     "run it without");
}

std::string Sandbox::left_open() const {
  if (kind_ == Kind::namespaces) return {};
  return "submissions run under Landlock and seccomp, because this computer gives bubblewrap no namespaces. A submission then "
         "has no "
         "file system of its own: " +
         not_confined() + ".";
}

std::vector<std::string> Sandbox::for_compiler(const fs::path& folder, const std::vector<fs::path>& readable) const {
  const std::string own = folder.string();
  Words words = clean_environment(folder);
  if (kind_ == Kind::namespaces) {
    append(words, in_namespaces(seen_by_compilers(readable)));
    append(words, {"--bind", own, own, "--chdir", own, "--remount-ro", "/", "--"});
  } else {
    append(words, confined(seen_by_compilers(readable), {"--write", own, "--chdir", own}));
  }
  append(words, limited({"--nproc=256", "--cpu=120", "--fsize=268435456", "--core=0"}));
  return words;
}

std::vector<std::string> Sandbox::for_program(const RunFolder& folder, const fs::path& interpreter) const {
  const std::string work = folder.work().string(), user = std::to_string(folder.user());
  Words words;
  if (kind_ == Kind::namespaces) {
    if (folder.user() != 0)
      words = {base::find_program("setpriv").string(), "--reuid=" + user, "--regid=" + user, "--clear-groups"};
    append(words, in_namespaces(seen_by_programs(interpreter)));
    append(words,
           {"--size", temporary_bytes, "--tmpfs", "/tmp", "--ro-bind", folder.program().string(), folder.program().string()});
    for (const fs::path& file : {folder.journal(), folder.contents()}) append(words, {"--bind", file.string(), file.string()});
    append(words, {"--size", work_bytes, "--tmpfs", work});
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder.work(), code))
      append(words, {"--ro-bind", entry.path().string(), entry.path().string()});
    append(words, {"--chdir", work, "--remount-ro", "/dev", "--remount-ro", "/", "--"});
  } else {
    std::vector<fs::path> seen = seen_by_programs(interpreter);
    seen.push_back(folder.program());
    append(words, confined(seen, {"--write", folder.journal().string(), "--write", folder.contents().string(), "--write", work,
                                  "--chdir", work, "--user", user}));
  }
  const std::string processes = "--nproc=" + std::to_string(max_processes + (folder.user() != 0 ? 0 : own_threads()));
  append(words, limited({processes, "--cpu=60", "--as=8589934592", "--fsize=67108864", "--core=0"}));
  return words;
}

base::Status Sandbox::works() const {
  for (const char* tool : {"prlimit", "env", "setpriv", kind_ == Kind::namespaces ? "bwrap" : "env"}) {
    if (base::find_program(tool).empty()) return base::error(std::string(tool) + " is not installed");
  }
  if (kind_ == Kind::landlock) {
    if (base::Status possible = can_confine(); !possible) return possible;
  }
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  std::error_code code;
  fs::copy_file(base::find_program("true"), folder->path() / "program", code);
  const auto run_folder = RunFolder::make(folder->path(), {});
  if (!run_folder) return run_folder.error();
  for (Words words : {for_compiler(folder->path(), {}), for_program(*run_folder)}) {
    const std::string first = words.front();
    words.erase(words.begin());
    words.push_back(run_folder->program().string());
    constexpr std::chrono::seconds patience{20};
    const auto tried = base::run_process(first, words, patience);
    if (!tried) return tried.error();
    if (tried->exit_status != 0)
      return base::error((kind_ == Kind::namespaces ? "bubblewrap: " : "Landlock: ") + ptx::first_line(tried->output));
  }
  return base::Nothing{};
}

base::Status compile_apart(const std::filesystem::path& source, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const std::vector<std::string>& wrapper) {
  std::vector<std::string> words = wrapper;
  words.push_back(base::resource_folder().parent_path() / "warplens");
  const std::string program = words.front();
  words.erase(words.begin());
  words.insert(words.end(), {"compile", base::whole_path(source).string(), "-o", output.string(), "--std", options.standard});
  for (const std::filesystem::path& folder : options.include_folders)
    words.insert(words.end(), {"-I", base::whole_path(folder).string()});
  for (const std::string& definition : options.definitions) words.insert(words.end(), {"-D", definition});
  if (options.architecture != 0) words.insert(words.end(), {"--arch", "sm_" + std::to_string(options.architecture)});
  if (!options.optimised) words.emplace_back("-O0");
  const auto ended = base::run_process(program, words, compiler_time, compiler_memory);
  if (!ended) return base::Error{source.string(), 0, 0, "the compiler did not end within a minute"};
  if (ended->exit_status == 0) return base::Nothing{};
  if (auto error = ptx::first_diagnostic(ended->output)) {
    if (error->file == base::whole_path(source).string()) error->file = source.string();
    return *error;
  }
  return base::Error{source.string(), 0, 0,
                     ended->exit_status > 1 ? "the compiler needs more than 4 GiB of memory" : ptx::first_line(ended->output)};
}

}  // namespace warplens::grade
