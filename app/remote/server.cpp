#include "remote/server.h"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "remote/channel.h"
#include "remote/message.h"
#include "remote/pack.h"
#include "remote/queue.h"

namespace warplens::remote {
namespace {

using namespace std::chrono_literals;

/// A request that is served on its own thread while the main thread handles messages.
struct Job {
  launch::Progress progress;
  std::atomic<std::uint32_t> before = 0;  ///< places in the queue
  std::atomic<bool> done = false;
  Message answer;
  std::jthread thread{};
};

/// A place at the front of the queue, kept until the request is done; nothing if there is no usable queue.
using Turn = std::optional<Ticket>;
using WaitForTurn = std::function<Turn()>;

Message refusal(const base::Error& error) { return {MessageKind::error, pack(error)}; }

/// Waits for its turn, executes the request with `work` and packs the result into a message of this kind; on any error, returns
/// an error message.
template <typename Request, typename Work>
Message answer_with(base::Result<Request> request, const WaitForTurn& wait_for_turn, MessageKind kind, Work work) {
  if (!request) return refusal(request.error());
  const Turn turn = wait_for_turn();
  auto result = work(*request);
  if (!result) return refusal(result.error());
  return {kind, pack(std::move(*result))};
}

Message answer_any(launch::Device& device, Modules& modules, const Message& request, const WaitForTurn& wait_for_turn,
                   launch::Progress& progress) {
  switch (request.kind) {
    case MessageKind::run:
      return answer_with(unpack_run(request.payload, modules), wait_for_turn, MessageKind::result,
                         [&](const RunRequest& asked) { return device.run(asked.launch, progress); });
    case MessageKind::search:
      return answer_with(
          unpack_search(request.payload, modules), wait_for_turn, MessageKind::found,
          [&](const SearchRequest& asked) { return device.search(asked.launch, asked.target, asked.schedules, progress); });
    case MessageKind::streams:
      return answer_with(
          unpack_streams(request.payload, modules), wait_for_turn, MessageKind::timelines,
          [&](const StreamsRequest& asked) { return device.in_streams(asked.launch, asked.plan, asked.whole, progress); });
    default:
      return refusal(base::error("this is not a request"));
  }
}

/// Executes a client's request (a message of kind run, search or streams) and returns the answer. A failure is returned as a
/// message of kind `error`.
Message answer(launch::Device& device, Modules& modules, const Message& request, const WaitForTurn& wait_for_turn,
               launch::Progress& progress) {
  try {
    return answer_any(device, modules, request, wait_for_turn, progress);
  } catch (const std::bad_alloc&) {
    return refusal(base::error("the other end has not enough memory for this launch"));
  } catch (const std::exception& exception) {
    return refusal(base::error(std::string("this should not have happened at the other end: ") + exception.what()));
  }
}

class Server {
 public:
  Server(launch::Device& device, const std::string& version, std::filesystem::path queue, int in, int out,
         std::chrono::milliseconds silence)
      : device_(device),
        queue_(std::move(queue)),
        silence_(silence),
        channel_(in, out, -1, {Greeting::Side::server, Greeting::this_format, version}, max_bytes()) {
    channel_.send(MessageKind::hello, pack(Offer{version, device.properties()}));
  }

  base::Status serve() {
    for (;;) {
      const base::Status moved = channel_.pump(job_ ? state_pause : 1h);
      if (!moved) return end(moved.error());
      while (auto message = channel_.take()) {
        heard_ = std::chrono::steady_clock::now();
        if (const base::Status taken = take(std::move(*message)); !taken) return end(taken.error());
      }
      // A line that only falls silent, by a pulled cable for instance, does not close for a quarter of an hour.
      if (job_ && std::chrono::steady_clock::now() - heard_ > silence_) return end(base::error("the client has fallen silent"));
      attend_job();
    }
  }

 private:
  static constexpr std::chrono::milliseconds state_pause = 100ms;

  /// A launch holds every buffer once.
  static std::uint64_t max_bytes() { return 2 * launch::max_buffer_here() + (256u << 20); }

  /// A client that closes the connection is not an error.
  base::Status end(const base::Error& error) {
    if (job_) job_->progress.cancel = true;
    job_.reset();
    if (channel_.reader().greeting() && channel_.is_closed()) return base::Nothing{};
    return error;
  }

  base::Status take(Message message) {
    if (message.abandoned) return base::Nothing{};
    switch (message.kind) {
      case MessageKind::ping:
        channel_.send(MessageKind::pong, pack(State{0, 0, queue_.empty() ? (job_ ? 1u : 0u) : places_in(queue_)}));
        return base::Nothing{};
      case MessageKind::waiting:
        return base::Nothing{};
      case MessageKind::cancel:
        cancel();
        return base::Nothing{};
      case MessageKind::run:
      case MessageKind::search:
      case MessageKind::streams:
        return begin(std::move(message));
      default:
        return base::error("the client sends what only a server may");
    }
  }

  void cancel() {
    if (job_) job_->progress.cancel = true;
    if (!job_) channel_.writer().abandon();
  }

  base::Status begin(Message request) {
    if (job_) return base::error("the client asks before it has been answered");
    job_ = std::make_unique<Job>();
    last_ = {};
    job_->thread = std::jthread([this, request = std::move(request), &job = *job_] {
      job.answer = answer(
          device_, modules_, request, [&] { return wait_for_turn(job); }, job.progress);
      job.done = true;
      channel_.wake();
    });
    return base::Nothing{};
  }

  /// Send the answer if the request is done, otherwise its state.
  void attend_job() {
    if (!job_) return;
    if (job_->done) {
      job_->thread.join();
      channel_.send(job_->answer.kind, std::move(job_->answer.payload));
      job_.reset();
      return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < state_pause || channel_.is_sending()) return;
    last_ = now;
    channel_.send(MessageKind::state, pack(State{job_->progress.blocks_done, job_->progress.schedules_done, job_->before}));
  }

  /// Wait for our turn in the queue. If there is no usable queue, requests are served at once.
  Turn wait_for_turn(Job& job) const {
    if (queue_.empty()) return std::nullopt;
    auto ticket = Ticket::draw(queue_);
    if (!ticket) return std::nullopt;
    for (;;) {
      job.before = ticket->before();
      if (job.before == 0 || job.progress.cancel) return std::move(*ticket);
      std::this_thread::sleep_for(10ms);
    }
  }

  launch::Device& device_;
  std::filesystem::path queue_;
  std::chrono::milliseconds silence_;
  Channel channel_;
  Modules modules_;
  std::unique_ptr<Job> job_;
  std::chrono::steady_clock::time_point last_{};   ///< when the state was told last
  std::chrono::steady_clock::time_point heard_{};  ///< when the client sent something last
};

}  // namespace

base::Status serve(launch::Device& device, const std::string& version, const std::filesystem::path& queue, int in, int out,
                   std::chrono::milliseconds silence) {
  return Server(device, version, queue, in, out, silence).serve();
}

}  // namespace warplens::remote
