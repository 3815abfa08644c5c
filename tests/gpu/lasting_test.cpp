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

  static launch::Launch one_thread(const std::string& body) {
    return launch_of(ptx_head +
                         ".visible .entry one(.param .u64 a) {\n  .reg .pred %p;\n  .reg .b32 %r<2>;\n  .reg .b64 %rd<7>;\n"
                         "  ld.param.u64 %rd1, [a];\n  cvta.to.global.u64 %rd2, %rd1;\n  mov.u32 %r1, 7;\n" +
                         body + "  ret;\n}\n",
                     {buffer_of<std::int32_t>(launch::ElementType::i32, {0, 0, 0, 0})});
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
    const auto result = run_lasting("  st.global.u32 [%rd2], %r1;\n");
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

  const std::string outside = "  add.s64 %rd3, %rd2, 1099511627776;\n  st.global.u32 [%rd3], %r1;\n";
  const std::string misaligned = "  st.global.u32 [%rd2+2], %r1;\n";
  const std::string trap = "  trap;\n";
  /// Long enough to be cancelled, but finite, because others share the GPU.
  const std::string for_20_seconds =
      "  mov.u64 %rd4, %globaltimer;\n"
      "again:\n  mov.u64 %rd5, %globaltimer;\n  sub.u64 %rd6, %rd5, %rd4;\n  setp.lt.u64 %p, %rd6, 20000000000;\n  @%p bra "
      "again;\n";

  std::unique_ptr<launch::Device> lasting_;
};

TEST_F(GpuLasting, TheNextLaunchWorksAfterEveryFault) {
  expect_works();
  for (const std::string* body : {&outside, &misaligned, &trap, &outside}) {
    expect_fault(*body);
    expect_works();
    expect_works();
  }
}

TEST_F(GpuLasting, TheNextLaunchWorksAfterACancelledOne) {
  for (int time = 0; time < 2; ++time) {  // in this process, and in its successor
    const auto cancelled = run_lasting(for_20_seconds, 300);
    ASSERT_TRUE(cancelled.ok()) << base::describe(cancelled.error());
    EXPECT_EQ(cancelled->outcome, launch::Outcome::cancelled);
    expect_works();
  }
}

}  // namespace
}  // namespace warplens::gpu
