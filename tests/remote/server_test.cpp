#include "remote/server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <future>
#include <optional>
#include <thread>

#include "base/spawn.h"
#include "remote/channel.h"
#include "remote/pack.h"
#include "remote/queue.h"
#include "remote/remote_device.h"
#include "simt/simt_device.h"
#include "tests/remote/small_launch.h"
#include "tests/scratch_folder.h"

namespace warplens::remote {
namespace {

using namespace std::chrono_literals;

Ticket drawn(const std::filesystem::path& queue) { return Ticket::draw(queue).value(); }

/// A device whose runs last until they are cancelled, or until the test ends them.
class SlowDevice final : public launch::Device {
 public:
  SlowDevice() { properties_.kind = launch::DeviceKind::gpu; }
  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    progress.blocks_done = 1;
    while (!progress.cancel && !may_end) std::this_thread::sleep_for(1ms);
    launch::LaunchResult result;
    if (progress.cancel) result.outcome = launch::Outcome::cancelled;
    for (const auto* buffer : launch::buffers_of(launch)) result.outputs.push_back(*buffer->initial);
    return result;
  }
  std::atomic<bool> may_end = false;

 private:
  launch::DeviceProperties properties_;
};

/// A server on a thread, and a client's end of its line.
class ServerTest : public testing::Test {
 protected:
  void start(launch::Device& device, const std::filesystem::path& queue = {}, std::chrono::milliseconds silence = 60s) {
    served_ = std::async(std::launch::async, [this, &device, queue, silence] {
      const base::Status status = remote::serve(device, "1.0", queue, to_[0], from_[1], silence);
      return status ? std::string() : status.error().message;
    });
    client_.emplace(from_[0], to_[1], -1, Greeting{Greeting::Side::client}, 10u << 20);
  }
  /// The next message other than a state; those are in `states_`.
  Message next() {
    for (;;) {
      if (const base::Status moved = client_->pump(10ms); !moved) throw std::logic_error(moved.error().message);
      while (auto message = client_->take()) {
        if (message->kind != MessageKind::state) return std::move(*message);
        states_.push_back(*unpack_state(message->payload));
      }
      if (!states_.empty() && wanted_states_ > 0 && states_.size() >= wanted_states_) return {MessageKind::state};
    }
  }
  void wait_for_states(std::size_t number) {
    wanted_states_ = number;
    EXPECT_EQ(next().kind, MessageKind::state);
    wanted_states_ = 0;
  }
  /// What the server ends with by itself.
  std::string last_words() { return served_.get(); }
  /// What the server ends with when the client hangs up.
  std::string hang_up() {
    close_end(to_[1]);
    return served_.get();
  }
  void close_end(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
  void SetUp() override {
    ASSERT_EQ(::pipe(to_.data()), 0);
    ASSERT_EQ(::pipe(from_.data()), 0);
  }
  void TearDown() override {
    close_end(to_[1]);
    if (served_.valid()) served_.wait();
    for (int& end : from_) close_end(end);
    close_end(to_[0]);
  }

  std::optional<Channel> client_;
  std::vector<State> states_;

 private:
  std::array<int, 2> to_{-1, -1}, from_{-1, -1};
  std::size_t wanted_states_ = 0;
  std::future<std::string> served_;
};

TEST_F(ServerTest, says_what_it_is_and_runs_launches) {
  const auto device = simt::make_device();
  start(*device);
  const auto offer = unpack_offer(next().payload);
  ASSERT_TRUE(offer);
  EXPECT_EQ(offer->version, "1.0");
  EXPECT_EQ(offer->properties.name, device->properties().name);
  const launch::Launch launch = small_launch();
  for (int time = 0; time < 2; ++time) {
    client_->send(MessageKind::run, pack(RunRequest{launch}));
    const Message answer = next();
    ASSERT_EQ(answer.kind, MessageKind::result);
    const auto result = unpack_result(answer.payload, launch);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->outputs[0][4], std::byte{1});
  }
  EXPECT_EQ(hang_up(), "");
}

TEST_F(ServerTest, answers_what_it_cannot_do_with_an_error) {
  const auto device = simt::make_device();
  start(*device);
  next();
  client_->send(MessageKind::run, launch::Bytes(5));
  const Message answer = next();
  ASSERT_EQ(answer.kind, MessageKind::error);
  EXPECT_EQ(unpack_error(answer.payload).message, "the launch cannot be read: its fields do not fit its length");
  launch::Launch launch = small_launch();
  launch.block = {1024, 2, 1};
  client_->send(MessageKind::run, pack(RunRequest{launch}));
  EXPECT_EQ(next().kind, MessageKind::error);
  EXPECT_EQ(hang_up(), "");
}

TEST_F(ServerTest, tells_how_far_it_is_and_can_be_cancelled) {
  SlowDevice device;
  start(device);
  next();
  client_->send(MessageKind::run, pack(RunRequest{small_launch()}));
  wait_for_states(2);
  EXPECT_EQ(states_.back().blocks_done, 1u);
  client_->send(MessageKind::ping);
  EXPECT_EQ(next().kind, MessageKind::pong);
  client_->send(MessageKind::cancel);
  const Message answer = next();
  ASSERT_EQ(answer.kind, MessageKind::result);
  EXPECT_EQ(unpack_result(answer.payload, small_launch())->outcome, launch::Outcome::cancelled);
  client_->send(MessageKind::run, pack(RunRequest{small_launch()}));
  EXPECT_EQ(hang_up(), "") << "a run whose client is gone is cancelled";
}

TEST_F(ServerTest, gives_up_a_client_that_has_fallen_silent) {
  SlowDevice device;
  start(device, {}, 200ms);
  next();
  std::this_thread::sleep_for(400ms);  // a client that asks for nothing may be silent
  client_->send(MessageKind::run, pack(RunRequest{small_launch()}));
  while (client_->is_sending()) ASSERT_TRUE(client_->pump(10ms));
  EXPECT_EQ(last_words(), "the client has fallen silent");
}

TEST_F(ServerTest, goes_on_for_a_client_that_says_that_it_waits) {
  SlowDevice device;
  constexpr auto silence = 2s;
  start(device, {}, silence);
  next();
  client_->send(MessageKind::run, pack(RunRequest{small_launch()}));
  for (const auto begin = std::chrono::steady_clock::now(); std::chrono::steady_clock::now() - begin < silence * 3 / 2;) {
    client_->send(MessageKind::waiting);
    ASSERT_TRUE(client_->pump(50ms));
    while (client_->take()) continue;
  }
  device.may_end = true;
  EXPECT_EQ(next().kind, MessageKind::result);
  EXPECT_EQ(hang_up(), "");
}

TEST_F(ServerTest, ends_the_line_of_a_client_that_is_none) {
  SlowDevice device;
  start(device);
  next();
  client_->send(MessageKind::result);
  while (client_->is_sending()) ASSERT_TRUE(client_->pump(10ms));
  EXPECT_EQ(hang_up(), "the client sends what only a server may");
}

TEST_F(ServerTest, waits_in_the_queue_and_says_its_place) {
  const std::filesystem::path queue = scratch("queue");
  std::filesystem::remove(queue);
  SlowDevice device;
  device.may_end = true;
  std::optional<Ticket> first(drawn(queue)), second(drawn(queue));
  start(device, queue);
  next();
  client_->send(MessageKind::run, pack(RunRequest{small_launch()}));
  wait_for_states(1);
  while (states_.back().before != 2) wait_for_states(states_.size() + 1);
  client_->send(MessageKind::ping);
  EXPECT_EQ(unpack_state(next().payload)->before, 3u);
  first.reset();
  while (states_.back().before != 1) wait_for_states(states_.size() + 1);
  second.reset();
  EXPECT_EQ(next().kind, MessageKind::result);
}

TEST(Queue, is_first_come_first_served) {
  const std::filesystem::path queue = scratch("tickets");
  std::filesystem::remove(queue);
  EXPECT_EQ(places_in(queue), 0u);
  std::vector<std::optional<Ticket>> tickets;
  for (int k = 0; k < 5; ++k) tickets.emplace_back(drawn(queue));
  for (std::uint32_t k = 0; k < 5; ++k) EXPECT_EQ(tickets[k]->before(), k);
  EXPECT_EQ(places_in(queue), 5u);
  tickets[2].reset();
  EXPECT_EQ(tickets[1]->before(), 1u);
  EXPECT_EQ(tickets[4]->before(), 3u);
  tickets[0].reset();
  tickets.emplace_back(drawn(queue));
  EXPECT_EQ(tickets[1]->before(), 0u);
  EXPECT_EQ(tickets[5]->before(), 3u) << "who comes last is served last, also where somebody left";
}

TEST(Queue, is_only_a_file_of_its_own) {
  const std::filesystem::path link = scratch("link");
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/dev/null", link);
  EXPECT_FALSE(Ticket::draw(link));
  EXPECT_FALSE(Ticket::draw("/dev/null"));
  EXPECT_EQ(queue_file("gpu-0000:01:00.0").filename(), "warplens-queue-gpu-0000-01-00-0");
}

std::string why_not_connected(const std::string& command) {
  launch::Progress progress;
  const auto device = connect(command, "1.0", progress);
  return device ? "" : device.error().message;
}

TEST(Connect, says_why_it_cannot) {
  EXPECT_EQ(why_not_connected("echo no such host >&2; exit 255"),
            "'echo no such host >&2; exit 255': the line is broken; the command ended with status 255; it said: no such host");
  EXPECT_EQ(why_not_connected("echo Welcome to lab"),
            "'echo Welcome to lab': the other end is no device server; it begins with 'Welcome to lab '");
  EXPECT_TRUE(
      why_not_connected("cat").starts_with("'cat': the other end is no device server; it begins with 'WLCLIENT\\x02\\x00"))
      << why_not_connected("cat");
}

TEST(Connect, gives_up_a_flood) {
  // The command's errors, and abandoned messages behind a greeting, without end.
  EXPECT_NE(why_not_connected("yes flood >&2").find("more than 1,024 KiB came before its greeting"), std::string::npos)
      << why_not_connected("yes flood >&2");
  const std::string frames =
      "printf 'WLSERVER\\002\\000\\000\\000\\000\\000\\000\\0001.0'; head -c 13 /dev/zero; "
      "while printf '\\000\\000\\000\\000\\000\\000\\000\\000\\001\\002\\000\\000'; do :; done";
  EXPECT_NE(why_not_connected(frames), "");
}

TEST(Connect, can_be_cancelled) {
  launch::Progress progress;
  std::string message;
  std::thread connecting([&] { message = connect("exec sleep 100", "1.0", progress).error().message; });
  while (progress.note.get().empty()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(progress.note.get(), "connects");
  progress.cancel = true;
  connecting.join();
  EXPECT_EQ(message, "connecting to 'exec sleep 100' was cancelled");
}

}  // namespace
}  // namespace warplens::remote
