#include "driver/device_runtime.h"

namespace warplens::driver {

const std::string& device_runtime_ptx() {
  // The barrier is a word of memory whose address is in envreg1 and envreg2 (as in
  // ptx/compile/clang/include/cooperative_groups.h): each block adds 1, block 0 what is missing to 2^31, so that the upper bit
  // changes when all have come.
  static const std::string text = R"(.version 7.0
.target sm_70
.address_size 64
.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
	.reg .b64 %rd<2>;
	ld.param.u32 %rd1, [scope];
	st.param.b64 [result], %rd1;
	ret;
}
.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
	.reg .pred %p<4>;
	.reg .b32 %r<20>;
	.reg .b64 %rd<8>;
	mov.u32 %r1, %envreg1;
	mov.u32 %r2, %envreg2;
	mov.b64 %rd1, {%r2, %r1};
	setp.ne.s64 %p1, %rd1, 0;
	@%p1 bra ARRIVES;
	trap;
ARRIVES:
	barrier.sync 0;
	mov.u32 %r3, %tid.x;
	mov.u32 %r4, %tid.y;
	mov.u32 %r5, %tid.z;
	or.b32 %r6, %r3, %r4;
	or.b32 %r6, %r6, %r5;
	setp.ne.s32 %p2, %r6, 0;
	@%p2 bra LEAVES;
	mov.u32 %r7, %ctaid.x;
	mov.u32 %r8, %ctaid.y;
	mov.u32 %r9, %ctaid.z;
	or.b32 %r10, %r7, %r8;
	or.b32 %r10, %r10, %r9;
	setp.eq.s32 %p3, %r10, 0;
	mov.u32 %r11, %nctaid.x;
	mov.u32 %r12, %nctaid.y;
	mov.u32 %r13, %nctaid.z;
	mul.lo.s32 %r11, %r11, %r12;
	mul.lo.s32 %r11, %r11, %r13;
	sub.s32 %r14, 0x80000001, %r11;
	selp.b32 %r15, %r14, 1, %p3;
	add.s64 %rd2, %rd1, 4;
	atom.add.release.gpu.u32 %r16, [%rd2], %r15;
WAITS:
	ld.acquire.gpu.u32 %r17, [%rd2];
	xor.b32 %r18, %r17, %r16;
	setp.gt.s32 %p3, %r18, -1;
	@%p3 bra WAITS;
LEAVES:
	barrier.sync 0;
	mov.u32 %r19, 0;
	st.param.b32 [result], %r19;
	ret;
}
)";
  return text;
}

}  // namespace warplens::driver
