#include "runtime/device_runtime.h"

#include "runtime/ptx_symbols.h"

namespace warplens::runtime {

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
.extern .func (.param .b64 result) __warplens_launch_buffer(.param .b64 kernel, .param .b32 gx, .param .b32 gy, .param .b32 gz,
  .param .b32 bx, .param .b32 by, .param .b32 bz, .param .b32 shared);
.extern .func (.param .b64 result) __warplens_launch(.param .b64 buffer, .param .b64 stream);
.visible .func (.param .b64 result) __cudaCDP2GetParameterBufferV2(.param .b64 kernel, .param .align 4 .b8 grid[12],
  .param .align 4 .b8 block[12], .param .b32 shared)
{
	.reg .b32 %r<8>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [kernel];
	ld.param.u32 %r1, [grid];
	ld.param.u32 %r2, [grid+4];
	ld.param.u32 %r3, [grid+8];
	ld.param.u32 %r4, [block];
	ld.param.u32 %r5, [block+4];
	ld.param.u32 %r6, [block+8];
	ld.param.u32 %r7, [shared];
	call.uni (%rd2), __warplens_launch_buffer, (%rd1, %r1, %r2, %r3, %r4, %r5, %r6, %r7);
	st.param.b64 [result], %rd2;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2LaunchDeviceV2(.param .b64 buffer, .param .b64 stream)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [buffer];
	ld.param.u64 %rd2, [stream];
	call.uni (%rd3), __warplens_launch, (%rd1, %rd2);
	cvt.u32.u64 %r1, %rd3;
	st.param.b32 [result], %r1;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2LaunchDeviceV2_ptsz(.param .b64 buffer, .param .b64 stream)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [buffer];
	ld.param.u64 %rd2, [stream];
	call.uni (%rd3), __warplens_launch, (%rd1, %rd2);
	cvt.u32.u64 %r1, %rd3;
	st.param.b32 [result], %r1;
	ret;
}
// Kernels that a kernel launches run in the order of the launches, in whatever stream. So streams and events have no work here.
.visible .func (.param .b32 result) __cudaCDP2StreamCreateWithFlags(.param .b64 to, .param .b32 flags)
{
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [to];
	mov.u64 %rd2, 16;
	st.u64 [%rd1], %rd2;
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2EventCreateWithFlags(.param .b64 to, .param .b32 flags)
{
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [to];
	mov.u64 %rd2, 16;
	st.u64 [%rd1], %rd2;
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2StreamDestroy(.param .b64 stream)
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2EventDestroy(.param .b64 event)
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2EventRecord(.param .b64 event, .param .b64 stream)
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2StreamWaitEvent(.param .b64 stream, .param .b64 event, .param .b32 flags)
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2GetLastError()
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2PeekAtLastError()
{
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2GetDevice(.param .b64 to)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [to];
	st.u32 [%rd1], 0;
	st.param.b32 [result], 0;
	ret;
}
.visible .func (.param .b32 result) __cudaCDP2GetDeviceCount(.param .b64 to)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [to];
	st.u32 [%rd1], 1;
	st.param.b32 [result], 0;
	ret;
}
)";
  return text;
}

bool is_of_device_runtime(const std::string& name) {
  static const PtxSymbols symbols = symbols_of(device_runtime_ptx());
  return symbols.visible.contains(name);
}

}  // namespace warplens::runtime
