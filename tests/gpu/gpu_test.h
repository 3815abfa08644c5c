#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/run.h"
#include "gpu/gpu_device.h"
#include "launch/device.h"
#include "ptx/parse/parser.h"

namespace warplens::gpu {

/// Tests that need an NVIDIA GPU; skipped with the reason if there is none.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    found_ = find_devices();
    if (found_.devices.empty()) GTEST_SKIP() << found_.note;
  }
  launch::Device& device() { return *found_.devices.front(); }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch) {
    launch::Progress progress;
    return device().run(launch, progress);
  }

 private:
  FoundDevices found_;
};

template <typename T>
launch::Buffer buffer_of(launch::ElementType type, const std::vector<T>& values) {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {"", type, values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

template <typename T>
std::vector<T> values_of(const launch::Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// A launch of a PTX text's only entry, one block of one thread.
inline launch::Launch launch_of(const std::string& text, std::vector<launch::Argument> arguments) {
  launch::Launch launch;
  auto module = ptx::parse(text, "test.ptx");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : base::describe(module.error()));
  if (module.ok()) launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  launch.arguments = std::move(arguments);
  return launch;
}

/// Header of every PTX text in these tests.
inline const std::string ptx_head = ".version 7.0\n.target sm_75\n.address_size 64\n";

/// A launch of `body` by one thread, with a buffer of four zeros at %rd2, 7 in %r1, and %p and %rd3 to %rd6 free to use.
inline launch::Launch one_thread(const std::string& body) {
  return launch_of(ptx_head +
                       ".visible .entry one(.param .u64 a) {\n  .reg .pred %p;\n  .reg .b32 %r<2>;\n  .reg .b64 %rd<7>;\n"
                       "  ld.param.u64 %rd1, [a];\n  cvta.to.global.u64 %rd2, %rd1;\n  mov.u32 %r1, 7;\n" +
                       body + "  ret;\n}\n",
                   {buffer_of<std::int32_t>(launch::ElementType::i32, {0, 0, 0, 0})});
}

inline const std::string store_7 = "  st.global.u32 [%rd2], %r1;\n";
inline const std::string store_outside = "  add.s64 %rd3, %rd2, 1099511627776;\n  st.global.u32 [%rd3], %r1;\n";
inline const std::string store_misaligned = "  st.global.u32 [%rd2+2], %r1;\n";
inline const std::string trap = "  trap;\n";
/// Long enough to be cancelled, but finite, because other tests share the GPU.
inline const std::string spin_for_20_seconds =
    "  mov.u64 %rd4, %globaltimer;\n"
    "again:\n  mov.u64 %rd5, %globaltimer;\n  sub.u64 %rd6, %rd5, %rd4;\n  setp.lt.u64 %p, %rd6, 20000000000;\n  @%p bra "
    "again;\n";

}  // namespace warplens::gpu
