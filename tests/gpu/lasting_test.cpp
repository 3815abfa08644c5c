#include <chrono>
#include <thread>

#include "base/resources.h"
#include "gpu_test.h"
#include "remote/lasting_device.h"
#include "remote/remote_device.h"

// After a failure, launches go on in another process (remote/lasting_device.h), which is the program `warplens` beside the
// resources.

namespace warplens::gpu {
namespace {

class GpuLasting : public GpuTest {
 protected:
  void SetUp() override {
    FoundDevices found = find_devices();
    if (found.devices.empty()) GTEST_SKIP() << found.note;
    const std::string program = (base::resource_folder().parent_path() / "warplens").string();
    const std::string server =
        "exec '" + program + "' device-server --unqueued --device gpu:" + found.devices.front()->properties().id;
    lasting_ = remote::make_lasting(std::move(found.devices.front()), [server](launch::Progress& progress) {
      return remote::connect(server, WARPLENS_VERSION, progress);
    });
  }

  base::Result<launch::LaunchResult> run_lasting(const std::string& body, int cancel_after_ms = 0) {
    launch::Progress progress;
    std::jthread canceller;
    if (cancel_after_ms > 0)
      canceller = std::jthread([&progress, cancel_after_ms] {
        std::this_thread::sleep_for(std::chrono::milliseconds(cancel_after_ms));
        progress.cancel = true;
      });
    return lasting_->run(one_thread(body), progress);
  }

  void expect_works() {
    const auto result = run_lasting(store_7);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::finished);
    EXPECT_EQ(values_of<std::int32_t>(result->outputs.at(0)), (std::vector<std::int32_t>{7, 0, 0, 0}));
  }

  void expect_fault(const std::string& body) {
    const auto result = run_lasting(body);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    EXPECT_EQ(result->outcome, launch::Outcome::faulted);
    EXPECT_TRUE(result->fault && result->fault->message.find("cudaError") != std::string::npos);
  }

  std::unique_ptr<launch::Device> lasting_;
};

TEST_F(GpuLasting, TheNextLaunchWorksAfterEveryFault) {
  expect_works();
  for (const std::string* body : {&store_outside, &store_misaligned, &trap, &store_outside}) {
    expect_fault(*body);
    expect_works();
    expect_works();
  }
}

TEST_F(GpuLasting, TheNextLaunchWorksAfterACancelledOne) {
  for (int time = 0; time < 2; ++time) {  // in this process, and in its successor
    expect_works();                       // the first launch takes long to begin, and may be cancelled before it does
    const auto cancelled = run_lasting(spin_for_20_seconds, 300);
    ASSERT_TRUE(cancelled.ok()) << base::describe(cancelled.error());
    EXPECT_EQ(cancelled->outcome, launch::Outcome::cancelled);
    expect_works();
  }
}

}  // namespace
}  // namespace warplens::gpu
