#include "remote/remote_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "remote/stranger.h"

// Of the page (cmake/web/functions.js): send a request to the server, by a path relative to the page, and wait for its answer.
// Returns the status of HTTP, or 0 if none came. `answer`, to be freed, and `answer_bytes` are the answer's body.
extern "C" int warplens_request(const char* method, const char* path, const char* body, std::size_t bytes, char** answer,
                                std::size_t* answer_bytes);

namespace warplens::remote {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto ask_again = 200ms;              // after having been put off
constexpr auto longest_wait = 60s;             // of being put off
constexpr std::uint64_t max_small = 1u << 20;  // bytes of a message that is no answer

/// What the server answers to a request of HTTP.
class Exchange {
 public:
  explicit Exchange(const char* method, const std::string& path, const std::string& body = {}) {
    char* answer = nullptr;
    status_ = warplens_request(method, path.c_str(), body.data(), body.size(), &answer, &bytes_);
    answer_.reset(answer);
  }

  /// Whether the server has too much to do, or too much for this browser.
  bool is_put_off() const { return status_ == 429 || status_ == 503; }
  /// The server's message. Errors: it did not answer, refused, or did not send one of at most `most` bytes.
  base::Result<Message> message(std::uint64_t most) const {
    if (status_ == 0) return base::error("the server that this page came from does not answer");
    const std::span<const char> bytes(answer_.get(), bytes_);
    if (status_ == 200) return message_in(std::as_bytes(bytes), Greeting::Side::server, most);
    const std::string said = printable({bytes.data(), std::min<std::size_t>(bytes.size(), 200)});
    return base::error(fmt::format("the server that this page came from refused this, with status {}: {}", status_, said));
  }

 private:
  struct Free {
    void operator()(char* answer) const { std::free(answer); }
  };
  int status_ = 0;
  std::size_t bytes_ = 0;
  std::unique_ptr<char, Free> answer_;
};

/// A random id, so that no browser can guess another's and read or cancel its run.
std::string new_id() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}", random(), random(), random());
}

class PageLine final : public Line {
 public:
  explicit PageLine(Offer offer) : offer_(std::move(offer)) {}

  const Offer& offer() const override { return offer_; }

  base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                            launch::Progress& progress) override {
    const std::string body = bytes_of(Greeting{}, Message{kind, std::move(request)});
    for (const auto begin = Clock::now();; std::this_thread::sleep_for(ask_again)) {
      const std::string id = new_id();
      Exchange last("POST", "run?id=" + id, body);
      if (last.is_put_off() && Clock::now() - begin < longest_wait && !progress.cancel) {
        progress.note.set("waits: the server has much to do");
        continue;
      }
      for (;; last = Exchange("GET", "wait?id=" + id)) {
        auto message = last.message(max_answer);
        if (!message || message->kind == answer || message->kind == MessageKind::error) return message;
        if (message->kind != MessageKind::state)
          return base::error("the server that this page came from answers what it was not asked");
        const auto state = unpack_state(message->payload);
        if (!state) return state.error();
        progress.blocks_done = state->blocks_done;
        progress.schedules_done = state->schedules_done;
        progress.note.set(queue_text(state->before));
        if (!progress.cancel) continue;
        const Exchange cancels("POST", "cancel?id=" + id);
        return Message{answer, {}, true};
      }
    }
  }

  base::Status ask_state(launch::LineState& state) override {
    const Clock::time_point begin = Clock::now();
    const auto message = Exchange("GET", "load").message(max_small);
    if (!message) return message.error();
    const auto load = unpack_state(message->payload);
    if (!load) return load.error();
    state.latency_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    state.served = load->before;
    return base::Nothing{};
  }

 private:
  Offer offer_;
};

}  // namespace

base::Result<std::unique_ptr<Line>> open_page_line(launch::Progress&) {
  const auto message = Exchange("GET", "offer").message(max_small);
  if (!message) return message.error();
  auto offer = unpack_offer(message->payload);
  if (!offer) return offer.error();
  return std::unique_ptr<Line>(std::make_unique<PageLine>(std::move(*offer)));
}

}  // namespace warplens::remote
