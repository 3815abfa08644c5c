#include "base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

namespace warplens::base {
namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class Attributes {
 public:
  explicit Attributes(short flags) {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, flags);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  posix_spawnattr_t* get() { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

constexpr timeval patience{300, 0};
constexpr std::size_t max_output = 1 << 20;

std::string content_of(std::FILE* file) {
  std::string text(max_output, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Result<pid_t> spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments, int input, int output) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  FileActions actions;
  if (input < 0) {
    posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(actions.get(), input, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(actions.get(), output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), output, STDERR_FILENO);
  Attributes attributes(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(attributes.get(), &none);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, program.c_str(), actions.get(), attributes.get(), argv.data(), environ);
  if (failed != 0) return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  return child;
}

Result<pid_t> spawn_shell(const std::string& command, int input, int output, int errors) {
  std::string words[] = {"sh", "-c", command};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  FileActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), errors, STDERR_FILENO);
  const Descriptor terminal(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  const int group = terminal.number() >= 0 ? 0 : POSIX_SPAWN_SETPGROUP;
  Attributes attributes(static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group));
  sigset_t none, pipe;
  sigemptyset(&none);
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  posix_spawnattr_setsigmask(attributes.get(), &none);
  posix_spawnattr_setsigdefault(attributes.get(), &pipe);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, "/bin/sh", actions.get(), attributes.get(), argv, environ);
  if (failed != 0) return Error{command, 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  return child;
}

namespace {

int meaning_of(int status) {
  constexpr int signalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
}

}  // namespace

int exit_status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return meaning_of(status);
}

std::optional<int> exit_status_of(pid_t child, std::chrono::steady_clock::time_point deadline) {
  // Most programs end at once after they have closed their output, so the first pauses are short.
  constexpr std::chrono::milliseconds longest_pause{50};
  std::chrono::milliseconds pause{1};
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return meaning_of(status);
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest_pause);
  }
}

FedProcess::FedProcess(std::string program, pid_t child, Descriptor feed, File output)
    : program_(std::move(program)), child_(child), feed_(std::move(feed)), output_(std::move(output)) {}

FedProcess::FedProcess(FedProcess&& other) noexcept
    : program_(std::move(other.program_)),
      child_(std::exchange(other.child_, 0)),
      feed_(std::move(other.feed_)),
      output_(std::move(other.output_)) {}

FedProcess::~FedProcess() {
  if (child_ == 0) return;
  ::kill(-child_, SIGKILL);
  exit_status_of(child_);
}

Result<FedProcess> FedProcess::start(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
  const auto failed = [&program] { return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)}; };
  // A socket and not a pipe: whoever writes to it can ask for an error instead of a signal.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return failed();
  Descriptor feed(ends[0]);
  const Descriptor eaten(ends[1]);
  ::setsockopt(feed.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  ::setsockopt(feed.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  // A file and not a pipe: nobody has to read it while the input is written.
  File output(std::tmpfile());
  if (!output) return failed();
  ::fcntl(::fileno(output.get()), F_SETFD, FD_CLOEXEC);
  const auto child = spawn(program, arguments, eaten.number(), ::fileno(output.get()));
  if (!child) return child.error();
  return FedProcess(program.string(), *child, std::move(feed), std::move(output));
}

Status FedProcess::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(feed_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Error{program_, 0, 0, "takes no more input"};
    if (sent < 0) return Error{program_, 0, 0, "ended before its input did"};
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return Nothing{};
}

Result<ProcessResult> FedProcess::finish() {
  ::shutdown(feed_.number(), SHUT_WR);
  // Nothing comes back but the end, when the program lets go of its input.
  char nothing = 0;
  ssize_t got = 0;
  do got = ::recv(feed_.number(), &nothing, 1, 0);
  while (got > 0 || (got < 0 && errno == EINTR));
  std::optional<int> status;
  // A program that has closed its input may still run on.
  if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
    status = exit_status_of(child_, std::chrono::steady_clock::now() + std::chrono::seconds(patience.tv_sec));
  if (!status) {
    ::kill(-child_, SIGKILL);
    exit_status_of(std::exchange(child_, 0));
    return Error{program_, 0, 0, "did not end"};
  }
  child_ = 0;
  return ProcessResult{*status, content_of(output_.get())};
}

}  // namespace warplens::base
