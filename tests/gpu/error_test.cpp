#include <chrono>
#include <thread>

#include "gpu_test.h"

namespace warplens::gpu {
namespace {

class GpuError : public GpuTest {
 protected:
  void expect_fault(const std::string& body, launch::FaultKind kind, const std::string& cuda_name) {
    const auto result = run(one_thread(body));
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::faulted);
    ASSERT_TRUE(result->fault);
    EXPECT_EQ(result->fault->kind, kind) << result->fault->message;
    EXPECT_NE(result->fault->message.find(cuda_name), std::string::npos) << result->fault->message;
    EXPECT_EQ(result->outputs.size(), 1u);
    expect_out_of_use();
  }

  /// After a fault the device says that it is out of use in this process; lasting_test.cpp has how another one takes over.
  void expect_out_of_use() {
    EXPECT_NE(device().out_of_use(), "");
    const auto next = run(one_thread(""));
    ASSERT_FALSE(next.ok());
    EXPECT_NE(next.error().message.find("out of use"), std::string::npos) << next.error().message;
  }
  void expect_usable() {
    const auto next = run(one_thread(store_7));
    ASSERT_TRUE(next.ok()) << base::describe(next.error());
    EXPECT_EQ(next->outcome, launch::Outcome::finished);
    EXPECT_EQ(values_of<std::int32_t>(next->outputs.at(0)), (std::vector<std::int32_t>{7, 0, 0, 0}));
  }
};

TEST_F(GpuError, BadAddress) { expect_fault(store_outside, launch::FaultKind::out_of_bounds, "cudaErrorIllegalAddress"); }

TEST_F(GpuError, MisalignedAddress) {
  expect_fault(store_misaligned, launch::FaultKind::misaligned, "cudaErrorMisalignedAddress");
}

TEST_F(GpuError, Trap) {
  const auto result = run(one_thread(trap));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, launch::Outcome::faulted);
  EXPECT_NE(result->fault->message.find("cudaError"), std::string::npos) << result->fault->message;
  expect_out_of_use();
}

TEST_F(GpuError, AKernelThatDoesNotEndIsLeftBehind) {
  const launch::Launch launch = one_thread(spin_for_20_seconds);
  ASSERT_TRUE(run(one_thread(store_7)).ok());  // the first launch takes long to begin, and may be cancelled before it does
  launch::Progress progress;
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    progress.cancel = true;
  });
  const auto result = device().run(launch, progress);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(result->outcome, launch::Outcome::cancelled);
  const auto next = run(one_thread(""));
  ASSERT_FALSE(next.ok());
  EXPECT_NE(next.error().message.find("still runs"), std::string::npos) << next.error().message;
}

TEST_F(GpuError, MoreMemoryThanThereIs) {
  constexpr std::uint64_t bytes = std::uint64_t{4} << 30;
  const std::uint64_t buffers = device().properties().memory / bytes + 1;
  std::string parameters;
  std::vector<launch::Argument> arguments;
  const auto initial = std::make_shared<const launch::Bytes>(bytes);
  for (std::uint64_t k = 0; k < buffers; ++k) {
    parameters += (k == 0 ? "" : ", ") + (".param .u64 a" + std::to_string(k));
    arguments.push_back(launch::Buffer{"", launch::ElementType::i32, bytes / 4, initial});
  }
  const auto result = run(launch_of(ptx_head + ".visible .entry large(" + parameters + ") { ret; }", std::move(arguments)));
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("memory"), std::string::npos) << result.error().message;
  std::printf("%s\n", result.error().message.c_str());
  expect_usable();
}

TEST_F(GpuError, PtxThatTheDriverRefusesIsNotALaunch) {
  launch::Launch launch = one_thread("");
  auto module = std::make_shared<ptx::Module>(*launch.module);
  module->text = ptx_head + ".visible .entry one(.param .u64 a) {\n  this is not an instruction;\n}\n";
  launch.module = module;
  const auto result = run(launch);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().file, "test.ptx");
  EXPECT_EQ(result.error().line, 5) << base::describe(result.error());
  EXPECT_NE(result.error().message.find("cudaError"), std::string::npos) << result.error().message;
  expect_usable();
}

TEST_F(GpuError, AnEntryThatIsNotThere) {
  launch::Launch launch = one_thread("");
  auto module = std::make_shared<ptx::Module>(*launch.module);
  module->functions.front().name = "another";
  launch.module = module;
  const auto result = run(launch);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("another"), std::string::npos) << result.error().message;
}

TEST_F(GpuError, GeometryOverALimit) {
  launch::Launch launch = one_thread("");
  launch.block = {32, 32, 32};
  const auto result = run(launch);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("1,024"), std::string::npos) << result.error().message;
}

}  // namespace
}  // namespace warplens::gpu
