#include "remote/channel.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <span>
#include <utility>

#include "remote/stranger.h"

namespace warplens::remote {
namespace {

constexpr std::size_t max_complaints = 2000;  // bytes
constexpr std::size_t max_lines = 3;

void set_not_blocking(int descriptor) {
  if (descriptor >= 0) ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool is_for_later(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/// During its lifetime, writing to a pipe without a reader is an error on this thread instead of a signal that ends the program.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    constexpr timespec now{};
    if (!was_pending_) sigtimedwait(&pipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

}  // namespace

Channel::Channel(int in, int out, int errors, const Greeting& own, std::uint64_t most)
    : in_(in),
      out_(out),
      errors_(errors),
      woken_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      reader_(own.side == Greeting::Side::client ? Greeting::Side::server : Greeting::Side::client, most),
      sending_(bytes_of(own)) {
  for (const int descriptor : {in, out, errors}) set_not_blocking(descriptor);
}

void Channel::send(MessageKind kind, launch::Bytes payload) { writer_.add({kind, std::move(payload)}); }

void Channel::wake() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(woken_.number(), &one, sizeof one));
}

base::Status Channel::pump(std::chrono::milliseconds at_most) {
  std::array<pollfd, 4> ends{
      {{in_, POLLIN, 0}, {is_sending() ? out_ : -1, POLLOUT, 0}, {errors_, POLLIN, 0}, {woken_.number(), POLLIN, 0}}};
  if (::poll(ends.data(), ends.size(), static_cast<int>(at_most.count())) < 0 && errno != EINTR)
    return base::error(std::string("the line cannot be waited for: ") + std::strerror(errno));
  if (ends[2].revents != 0) read_errors();
  if (ends[3].revents != 0) {
    std::uint64_t count = 0;
    static_cast<void>(!::read(woken_.number(), &count, sizeof count));
  }
  // First what has come: the other end may have said why it takes no more.
  if (ends[0].revents != 0) {
    if (const base::Status status = read(); !status) return status.error();
  }
  return ends[1].revents != 0 ? write() : base::Status(base::Nothing{});
}

base::Status Channel::read() {
  std::array<std::byte, 1 << 16> chunk;
  const ssize_t got = ::read(in_, chunk.data(), chunk.size());
  if (got < 0 && is_for_later(errno)) return base::Nothing{};
  closed_ = got <= 0;
  if (closed_) return base::error("the line is broken");
  received_ += static_cast<std::uint64_t>(got);
  return reader_.take(std::span(chunk).first(static_cast<std::size_t>(got)));
}

base::Status Channel::write() {
  const NoPipeSignal no_signal;
  for (;;) {
    if (sent_ == sending_.size()) {
      auto frame = writer_.next();
      if (!frame) return base::Nothing{};
      sending_ = std::move(*frame);
      sent_ = 0;
    }
    const ssize_t put = ::write(out_, sending_.data() + sent_, sending_.size() - sent_);
    if (put < 0 && is_for_later(errno)) return base::Nothing{};
    closed_ = put < 0;
    if (closed_) return base::error("the line is broken");
    sent_ += static_cast<std::size_t>(put);
    // One frame at a time, so that what comes is read in between.
    if (sent_ == sending_.size()) return base::Nothing{};
  }
}

void Channel::read_errors() {
  std::array<char, 4096> chunk;
  const ssize_t got = ::read(errors_, chunk.data(), chunk.size());
  if (got < 0 && is_for_later(errno)) return;
  if (got <= 0) {
    errors_ = -1;
    return;
  }
  received_ += static_cast<std::uint64_t>(got);
  complaints_.append(chunk.data(), static_cast<std::size_t>(got));
  if (complaints_.size() > max_complaints) complaints_.erase(0, complaints_.size() - max_complaints);
}

std::string Channel::complaints() const {
  std::string_view rest = complaints_;
  std::string words;
  for (std::size_t lines = 0; lines < max_lines && !rest.empty();) {
    const std::size_t end = rest.find_last_of('\n');
    std::string_view last = rest.substr(end == std::string_view::npos ? 0 : end + 1);
    while (last.ends_with('\r')) last.remove_suffix(1);  // as ssh ends its lines
    const std::string line = printable(last);
    rest = rest.substr(0, end == std::string_view::npos ? 0 : end);
    if (line.empty()) continue;
    words = words.empty() ? line : line + "; " + words;
    ++lines;
  }
  return words;
}

}  // namespace warplens::remote
