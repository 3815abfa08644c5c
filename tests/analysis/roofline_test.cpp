#include "analysis/roofline.h"

#include <gtest/gtest.h>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// Operations are counted by hand; peaks are lanes × schedulers × multiprocessors of the card, two operations for a fused
// multiply-add.

namespace warplens::analysis {
namespace {

Roofline roofline_of(const std::string& card, const std::string& body) {
  const std::string declarations =
      ".reg .b64 %at, %k;\n.reg .b32 %t;\n.reg .f32 %f<4>;\n.reg .f64 %d<4>;\n.reg .b32 %h<4>;\n.reg .pred %p;\n"
      "ld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\n";
  const std::string place = "mul.wide.u32 %k, %t, 4;\nadd.u64 %at, %at, %k;\nld.global.f32 %f0, [%at];\n";
  const launch::Launch launch =
      simt::launch_of(simt::entry_text(".param .u64 d", declarations + place + body + "st.global.f32 [%at], %f0;\nret;"), 2, 64,
                      {simt::buffer(launch::ElementType::f32, std::vector<float>(64), "d")});
  launch::Progress progress;
  const auto result = simt::make_device(*simt::device_spec_named(card))->run(launch, progress);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return roofline(*result, *launch.module, launch.entry).value();
}

TEST(Roofline, CountsFloatingPointOperationsAndBytesOfMemory) {
  // 128 threads: an addition, a fused multiply-add, a root. 64 floats are read and written: 8 sectors each way.
  const Roofline found =
      roofline_of("a100", "add.f32 %f1, %f0, %f0;\nfma.rn.f32 %f2, %f1, %f1, %f0;\nsqrt.approx.f32 %f3, %f2;\n");
  EXPECT_EQ(found.kind, OperationKind::floating);
  EXPECT_EQ(found.operations, 128u * (1 + 2 + 1));
  EXPECT_EQ(found.bytes, 2u * 64 * 4);
  EXPECT_DOUBLE_EQ(found.intensity(), 1.0);
  EXPECT_DOUBLE_EQ(found.peaks.floating, 108 * 4 * 32 * 2 / 2.0) << "64 lanes a multiprocessor";
  EXPECT_NEAR(found.roof(1), 1555e3 / 1410, 0.5);
  EXPECT_DOUBLE_EQ(found.roof(1e6), found.peaks.floating);
}

TEST(Roofline, APredicateTurnsLanesOff) {
  const Roofline found = roofline_of("toy", "setp.lt.u32 %p, %t, 8;\n@%p add.f32 %f1, %f0, %f0;\n");
  EXPECT_EQ(found.operations, 2u * 8);
}

TEST(Roofline, DoublesAreAKindOfTheirOwnWhereTheyKeepTheirUnitsBusier) {
  const std::string one_double = "add.f64 %d1, %d0, %d0;\n";
  EXPECT_EQ(roofline_of("rtx-4090", "add.f32 %f1, %f0, %f0;\n" + one_double).kind, OperationKind::double_precision);
  const std::string many = "add.f32 %f1, %f0, %f0;\nadd.f32 %f1, %f0, %f0;\nadd.f32 %f1, %f0, %f0;\n";
  EXPECT_EQ(roofline_of("h100", many + one_double).kind, OperationKind::floating);
}

TEST(Roofline, WithoutFloatsIntegersCountAddressesToo) {
  const Roofline found = roofline_of("toy", "");
  EXPECT_EQ(found.kind, OperationKind::integer);
  EXPECT_EQ(found.operations, 128u * 2) << "a product and a sum for the address";
}

TEST(Roofline, PackedHalvesAreTwoOperations) {
  EXPECT_EQ(roofline_of("toy", "fma.rn.f16x2 %h1, %h0, %h0, %h0;\n").operations, 128u * 4);
}

TEST(Roofline, IsNotKnownWithoutModelledTime) { EXPECT_FALSE(roofline(launch::LaunchResult{}, ptx::Module{}, 0)); }

}  // namespace
}  // namespace warplens::analysis
