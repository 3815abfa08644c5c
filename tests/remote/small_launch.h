#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "launch/launch.h"
#include "ptx/compile/module_cache.h"

namespace warplens::remote {

/// Adds 1 to each element of a buffer of 96 numbers, in 2 blocks of 48 threads.
inline launch::Launch small_launch() {
  const std::string ptx = R"(.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 launches;
.visible .entry other()
{
  ret;
}
.visible .entry increment(.param .u64 data, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r2, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra DONE;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  add.u32 %r5, %r3, 1;
  st.global.u32 [%rd3], %r5;
  atom.global.add.u32 %r6, [launches], 1;
DONE:
  ret;
}
)";
  auto module = ptx::parse_compiled(ptx, "small.ptx");
  if (!module) throw std::logic_error(module.error().message);
  launch::Launch launch;
  launch.module = std::move(*module);
  launch.entry = 1;
  launch.grid = {2, 1, 1};
  launch.block = {48, 1, 1};
  launch.arguments = {launch::Buffer{"data", launch::ElementType::u32, 96, std::make_shared<const launch::Bytes>(384)},
                      launch::Scalar{launch::ElementType::u32, 96}};
  return launch;
}

}  // namespace warplens::remote
