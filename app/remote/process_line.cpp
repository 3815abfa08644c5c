#include "remote/process_line.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/number_format.h"
#include "base/spawn.h"
#include "remote/stranger.h"

namespace warplens::remote {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto pause = 50ms;                    // between looks at a request to cancel
constexpr auto patience = 10s;                  // after a request to cancel, and before silence is told
constexpr auto sign_of_life = 1s;               // between two signs that this end still waits
constexpr auto longest_silence = 60s;           // of a server, which tells the state of a request ten times a second
constexpr auto max_wait = 120s;                 // for the greeting: connecting, a password
constexpr std::uint64_t max_before = 1u << 20;  // bytes of the command before the greeting
constexpr auto time_to_end = 1s;                // of a command whose line is closed
constexpr std::uint64_t max_short = 1u << 20;   // bytes of a message that is no answer

/// How long the greeting may take: as WARPLENS_CONNECT_SECONDS has it, for a machine that has to be waited for.
std::chrono::seconds patience_for_greeting() {
  const char* const value = std::getenv("WARPLENS_CONNECT_SECONDS");
  const std::string_view text = value != nullptr ? value : "";
  std::uint32_t seconds = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  return code == std::errc() && end == text.data() + text.size() && seconds > 0 ? std::chrono::seconds(seconds) : max_wait;
}

struct Pipe {
  base::Descriptor read, write;
};

base::Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return base::error(std::string("cannot make a pipe: ") + std::strerror(errno));
  return Pipe{base::Descriptor(ends[0]), base::Descriptor(ends[1])};
}

std::string megabytes(std::size_t bytes) { return base::grouped(std::uint64_t{bytes} >> 20) + " MB"; }

/// A sentence that tells the user how much of a large message has been transferred; empty if the message is small.
std::string transfer_text(Channel& channel) {
  if (const std::size_t size = channel.writer().size(); size > max_short)
    return "sends the launch: " + megabytes(channel.writer().written()) + " of " + megabytes(size);
  if (const std::size_t arrived = channel.reader().arrived(); arrived > max_short)
    return "receives the result: " + megabytes(arrived);
  return {};
}

/// A sentence that tells the user how many requests are served before theirs; empty if none are.
std::string queue_text(std::uint32_t before) {
  if (before == 0) return {};
  return "waits for its turn: " + base::counted(before, "request") + (before == 1 ? " is" : " are") + " before it";
}

}  // namespace

ProcessLine::ProcessLine(std::string command, std::string version, pid_t child, base::Descriptor in, base::Descriptor out,
                         base::Descriptor errors)
    : command_(std::move(command)),
      child_(child),
      in_(std::move(in)),
      out_(std::move(out)),
      errors_(std::move(errors)),
      channel_(in_.number(), out_.number(), errors_.number(), {Greeting::Side::client, Greeting::this_format, std::move(version)},
               max_short) {}

ProcessLine::~ProcessLine() {
  in_.close();
  out_.close();
  errors_.close();
  if (child_ == 0 || base::exit_status_of(child_, Clock::now() + time_to_end)) return;
  end(SIGTERM);
  if (base::exit_status_of(child_, Clock::now() + time_to_end)) return;
  end(SIGKILL);
  base::exit_status_of(child_);
}

/// End the command, and its children if it has a process group of its own.
void ProcessLine::end(int signal) const {
  if (::kill(-child_, signal) != 0) ::kill(child_, signal);
}

base::Result<std::unique_ptr<ProcessLine>> ProcessLine::open(const std::string& command, const std::string& version,
                                                             launch::Progress& progress) {
  auto to = make_pipe(), from = make_pipe(), errors = make_pipe();
  for (const auto* pipe : {&to, &from, &errors})
    if (!*pipe) return pipe->error();
  const auto child = base::spawn_shell(command, to->read.number(), from->write.number(), errors->write.number());
  if (!child) return child.error();
  std::unique_ptr<ProcessLine> line(
      new ProcessLine(command, version, *child, std::move(from->read), std::move(to->write), std::move(errors->read)));
  to->read.close();
  from->write.close();
  errors->write.close();
  const base::Status greeted = line->greet(progress);
  progress.note.set("");
  if (!greeted) return greeted.error();
  return line;
}

base::Status ProcessLine::greet(launch::Progress& progress) {
  const auto limit = patience_for_greeting();
  const Clock::time_point begin = Clock::now();
  for (;;) {
    if (channel_.received() > max_before)
      return broken(base::error("more than " + base::grouped(max_before >> 10) + " KiB came before its greeting"));
    if (Clock::now() - begin > limit)
      return broken(base::error("no greeting came within " + base::counted(static_cast<std::uint64_t>(limit.count()), "second") +
                                "; if it has to wait for a machine, set WARPLENS_CONNECT_SECONDS"));
    if (const base::Status moved = channel_.pump(pause); !moved) return broken(moved.error());
    if (progress.cancel) return base::error("connecting to '" + command_ + "' was cancelled");
    const std::string complaints = channel_.complaints();
    progress.note.set("connects" + (complaints.empty() ? "" : ": " + complaints));
    const auto hello = channel_.take();
    if (!hello) continue;
    if (hello->kind != MessageKind::hello) return broken(base::error("the other end does not say what it is"));
    auto offer = unpack_offer(hello->payload);
    if (!offer) return broken(offer.error());
    offer_ = std::move(*offer);
    return base::Nothing{};
  }
}

/// With what the command leaves behind, if it is ending.
base::Error ProcessLine::broken(const base::Error& reason) {
  std::optional<int> status;
  if (channel_.is_closed()) {
    status = base::exit_status_of(child_, Clock::now() + time_to_end);
    if (status) child_ = 0;
    for (int k = 0; k < 10; ++k) static_cast<void>(channel_.pump(0ms).ok());  // its last words
  }
  std::string message = "'" + command_ + "': " + reason.message;
  if (status && *status != 0) message += "; the command ended with status " + std::to_string(*status);
  if (const std::string complaints = channel_.complaints(); !complaints.empty()) message += "; it said: " + complaints;
  return base::error(message);
}

base::Result<Message> ProcessLine::ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                                       launch::Progress& progress) {
  channel_.reader().expect(max_answer);
  channel_.send(kind, std::move(request));
  Clock::time_point heard = Clock::now(), told = heard;
  std::optional<Clock::time_point> cancelled;
  std::uint32_t before = 0;
  std::size_t arrived = 0, written = 0;
  for (;;) {
    if (const base::Status moved = channel_.pump(pause); !moved) return broken(moved.error());
    while (auto message = channel_.take()) {
      heard = Clock::now();
      if (message->kind == answer || message->kind == MessageKind::error) return std::move(*message);
      if (message->kind != MessageKind::state) return broken(base::error("the other end answers what it was not asked"));
      const auto state = unpack_state(message->payload);
      if (!state) return broken(state.error());
      progress.blocks_done = state->blocks_done;
      progress.schedules_done = state->schedules_done;
      before = state->before;
    }
    const auto now = Clock::now();
    if (channel_.writer().written() != written || channel_.reader().arrived() != arrived) heard = now;
    written = channel_.writer().written();
    arrived = channel_.reader().arrived();
    if (now - told > sign_of_life && !channel_.is_sending()) {
      channel_.send(MessageKind::waiting);
      told = now;
    }
    std::string note = transfer_text(channel_);
    if (note.empty()) note = queue_text(before);
    if (now - heard > patience)
      note = "nothing has come for " +
             base::counted(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now - heard).count()),
                           "second");
    progress.note.set(note);
    if (now - heard > (kind == MessageKind::ping ? patience : longest_silence))
      return broken(base::error("the other end does not answer"));
    if (!progress.cancel) continue;
    if (!cancelled) {
      cancelled = now;
      if (!channel_.writer().at_end()) {  // the server does not know of it yet
        channel_.writer().abandon();
        return Message{answer, {}, true};
      }
      channel_.send(MessageKind::cancel);
    }
    if (now - *cancelled > patience) return broken(base::error("the run does not end"));
  }
}

base::Status ProcessLine::ask_state(launch::LineState& state) {
  launch::Progress progress;
  const Clock::time_point begin = Clock::now();
  const auto pong = ask(MessageKind::ping, {}, MessageKind::pong, max_short, progress);
  if (!pong) return pong.error();
  const std::chrono::duration<double, std::milli> latency = Clock::now() - begin;
  const auto told = unpack_state(pong->payload);
  if (!told) return broken(told.error());
  state.latency_ms = latency.count();
  state.served = told->before;
  return base::Nothing{};
}

}  // namespace warplens::remote
