#include "base/fed_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

namespace warplens::base {
namespace {

constexpr timeval patience{300, 0};
constexpr std::size_t max_output = 1 << 20;

std::string content_of(std::FILE* file) {
  std::string text(max_output, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace

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
