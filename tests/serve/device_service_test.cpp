#include "serve/device_service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "remote/pack.h"
#include "simt/simt_device.h"
#include "tests/remote/small_launch.h"

namespace warplens::serve {
namespace {

using namespace std::chrono_literals;
using remote::Greeting, remote::Message, remote::MessageKind;

std::string request_of(const launch::Launch& launch) {
  return remote::bytes_of(Greeting{}, Message{MessageKind::run, remote::pack(remote::RunRequest{launch})});
}

Message read(const std::string& bytes) {
  auto message = remote::message_in(std::as_bytes(std::span(bytes)), Greeting::Side::server, 1u << 20);
  if (!message) throw std::logic_error(message.error().message);
  return std::move(*message);
}

/// Ask until the answer is there.
Message answer_of(DeviceService& service, const std::string& id) {
  for (;;) {
    const auto bytes = service.wait(id, 100ms);
    if (!bytes) throw std::logic_error("there is no run " + id);
    if (Message message = read(*bytes); message.kind != MessageKind::state) return message;
  }
}

std::uint32_t before(DeviceService& service, const std::string& id) {
  const Message message = read(service.wait(id, 0ms).value());
  EXPECT_EQ(message.kind, MessageKind::state);
  return remote::unpack_state(message.payload).value().before;
}

std::uint32_t load_of(DeviceService& service) { return remote::unpack_state(read(service.load()).payload).value().before; }

/// Runs last until the test lets one end, or until they are cancelled.
class SlowDevice final : public launch::Device {
 public:
  SlowDevice() { properties_.name = "slow"; }
  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    ++begun;
    launch::LaunchResult result;
    while (!progress.cancel && may_end == 0) std::this_thread::sleep_for(1ms);
    if (progress.cancel) {
      result.outcome = launch::Outcome::cancelled;
      ++cancelled;
      while (goes_on) std::this_thread::sleep_for(1ms);
    } else {
      --may_end;
    }
    for (const auto* buffer : launch::buffers_of(launch)) result.outputs.push_back(*buffer->initial);
    return result;
  }
  std::atomic<int> begun = 0, may_end = 0, cancelled = 0;
  std::atomic<bool> goes_on = false;  ///< a cancelled run does not end yet

 private:
  launch::DeviceProperties properties_;
};

void wait_for(const std::atomic<int>& number, int least) {
  for (int k = 0; k < 10'000 && number < least; ++k) std::this_thread::sleep_for(1ms);
  ASSERT_GE(number, least);
}

class OnSimt : public testing::Test {
 protected:
  std::unique_ptr<launch::Device> one_ = simt::make_device(simt::two_sm_toy(), 1),
                                  two_ = simt::make_device(simt::two_sm_toy(), 1);
  DeviceService service_{{one_.get(), two_.get()}, "1.0"};
};

TEST_F(OnSimt, SaysWhatItIs) {
  const Message hello = read(service_.offer());
  ASSERT_EQ(hello.kind, MessageKind::hello);
  EXPECT_EQ(remote::unpack_offer(hello.payload).value().properties.name, one_->properties().name);
}

TEST_F(OnSimt, RunsTheLaunchesOfManyAtOnce) {
  const launch::Launch launch = remote::small_launch();
  const std::string request = request_of(launch);
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> browsers;
    for (int browser = 0; browser < 8; ++browser) {
      browsers.emplace_back([&, browser] {
        for (int k = 0; k < 20; ++k) {
          const std::string id = std::to_string(browser) + "." + std::to_string(k);
          if (!service_.begin(request, id)) continue;
          const Message answer = answer_of(service_, id);
          const auto result = remote::unpack_result(answer.payload, launch);
          std::vector<std::uint32_t> data(96);
          std::memcpy(data.data(), result.value().outputs.at(0).data(), 384);
          right += answer.kind == MessageKind::result && data == std::vector<std::uint32_t>(96, 1);
          EXPECT_FALSE(service_.wait(id, 0ms)) << "an answer is given once";
        }
      });
    }
  }
  EXPECT_EQ(right, 160);
  EXPECT_EQ(load_of(service_), 0u);
}

TEST_F(OnSimt, RefusesWhatIsTooLargeOrNoRequest) {
  launch::Launch large = remote::small_launch();
  large.heap_bytes = std::uint64_t{300} << 20;
  ASSERT_TRUE(service_.begin(request_of(large), "large"));
  const Message refused = answer_of(service_, "large");
  ASSERT_EQ(refused.kind, MessageKind::error);
  EXPECT_EQ(remote::unpack_error(refused.payload).message, "the launch needs 300 MB; this server gives 256 MB to each");
  const std::string good = request_of(remote::small_launch());
  const std::vector<std::string> damaged{"",
                                         "no greeting",
                                         good.substr(0, good.size() / 2),
                                         good.substr(0, 32),
                                         remote::bytes_of(Greeting{}, Message{MessageKind::cancel}),
                                         remote::bytes_of(Greeting{Greeting::Side::server}, Message{MessageKind::run})};
  for (std::size_t k = 0; k < damaged.size(); ++k) {
    const std::string id = "damaged " + std::to_string(k);
    ASSERT_TRUE(service_.begin(damaged[k], id));
    EXPECT_EQ(answer_of(service_, id).kind, MessageKind::error) << id;
  }
}

/// Few elements, and more registers than the server gives a launch memory for.
TEST(DeviceService, CountsRegisters) {
  simt::DeviceSpec spec = *simt::device_spec_named("h100");
  spec.max_launch_bytes = LaunchLimits{}.machine_bytes;
  const auto device = simt::make_device(spec);
  DeviceService service({device.get()}, "1.0");
  launch::Launch launch = remote::small_launch();
  std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n.reg .b64 %r<1000>;\n";
  for (int k = 0; k < 1'000; ++k) text += "mov.u64 %r" + std::to_string(k) + ",1;\n";
  launch.module = ptx::parse_compiled(text + "ret;\n}\n", "many.ptx").value();
  launch.entry = 0;
  launch.arguments.clear();
  launch.grid = {1000, 1, 1};
  launch.block = {1024, 1, 1};
  ASSERT_TRUE(service.begin(request_of(launch), "registers"));
  const Message refused = answer_of(service, "registers");
  ASSERT_EQ(refused.kind, MessageKind::error);
  const std::string message = remote::unpack_error(refused.payload).message;
  EXPECT_NE(message.find("may take 1,024 MiB here"), std::string::npos) << message;
  EXPECT_NE(message.find("for registers, 2,002 of 32 bits"), std::string::npos) << message;
}

TEST(DeviceService, ServesFirstComeFirst) {
  SlowDevice device;
  DeviceService service({&device}, "1.0");
  const std::string request = request_of(remote::small_launch());
  for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(service.begin(request, id));
  EXPECT_FALSE(service.begin(request, "b")) << "the id is in use";
  wait_for(device.begun, 1);
  EXPECT_EQ(before(service, "a"), 0u);
  EXPECT_EQ(before(service, "c"), 1u) << "b waits too";
  EXPECT_EQ(load_of(service), 3u);
  for (const char* id : {"a", "b", "c"}) {
    device.may_end = 1;
    EXPECT_EQ(answer_of(service, id).kind, MessageKind::result) << id;
  }
  EXPECT_FALSE(service.wait("a", 0ms)) << "its answer has been given";
  EXPECT_FALSE(service.wait("never", 0ms));
}

TEST(DeviceService, ACancelledRunEndsAndOneThatWaitsNeverBegins) {
  SlowDevice device;
  DeviceService service({&device}, "1.0");
  const std::string request = request_of(remote::small_launch());
  for (const char* id : {"runs", "waits", "last"}) ASSERT_TRUE(service.begin(request, id));
  wait_for(device.begun, 1);
  service.cancel("waits");
  service.cancel("runs");
  service.cancel("never");
  wait_for(device.cancelled, 1);
  device.may_end = 1;
  EXPECT_EQ(answer_of(service, "last").kind, MessageKind::result);
  EXPECT_EQ(device.begun, 2);
  EXPECT_FALSE(service.wait("runs", 0ms));
}

TEST(DeviceService, EndsARunThatTakesTooLongAndSaysSo) {
  SlowDevice device;
  DeviceService service({&device}, "1.0", {.time = 2000ms});
  ASSERT_TRUE(service.begin(request_of(remote::small_launch()), "long"));
  const Message refused = answer_of(service, "long");
  ASSERT_EQ(refused.kind, MessageKind::error);
  EXPECT_EQ(remote::unpack_error(refused.payload).message, "this server ends a run after 2 seconds");
}

TEST(DeviceService, TakesASilentBrowserForGone) {
  SlowDevice device;
  device.goes_on = true;
  DeviceService service({&device}, "1.0", {.silence = 200ms});
  const std::string request = request_of(remote::small_launch());
  for (const char* id : {"runs", "waits"}) ASSERT_TRUE(service.begin(request, id));
  wait_for(device.cancelled, 1);
  for (int k = 0; k < 10'000 && load_of(service) != 0; ++k) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(load_of(service), 0u);
  device.goes_on = false;  // before, the one that waits, which was begun a moment later, could have its turn
  EXPECT_EQ(device.begun, 1);
}

TEST(DeviceService, TakesNoMoreThanCanWait) {
  SlowDevice device;
  DeviceService service({&device}, "1.0");
  const std::string request = request_of(remote::small_launch());
  ASSERT_TRUE(service.begin(request, "runs"));
  wait_for(device.begun, 1);
  for (std::size_t k = 0; k < DeviceService::max_waiting; ++k) ASSERT_TRUE(service.begin(request, std::to_string(k)));
  EXPECT_FALSE(service.begin(request, "too many"));
}

TEST(DeviceService, TakesNoMoreBytesThanMayWait) {
  SlowDevice device;
  DeviceService service({&device}, "1.0");
  ASSERT_TRUE(service.begin(request_of(remote::small_launch()), "runs"));
  wait_for(device.begun, 1);
  ASSERT_TRUE(service.begin(std::string(DeviceService::max_waiting_bytes - 10, ' '), "large"));
  EXPECT_TRUE(service.begin("ten bytes", "small"));
  EXPECT_FALSE(service.begin("two", "one more"));
}

}  // namespace
}  // namespace warplens::serve
