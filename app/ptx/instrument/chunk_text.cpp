#include "ptx/instrument/chunk_text.h"

#include <algorithm>
#include <string_view>

#include "ptx/instrument/record.h"

namespace warplens::ptx {
namespace {

/// Reserves a chunk of `%bytes` bytes for the lanes in `%lanes`, which call this together, and writes its header. Returns its
/// address, or 0 if there is no room. Since Volta, lanes that called this function from different places may run on together
/// inside it (seen on an H200): what belongs to a call is therefore in its arguments, and nothing here asks which lanes are active.
constexpr std::string_view reserve_function = R"(
.func (.reg .b64 %chunk) warplens_reserve(.reg .b32 %lanes, .reg .b32 %bytes)
{
	.reg .pred %leads, %fits;
	.reg .b32 %rank, %leader, %part<2>, %outer, %extent, %block, %warp, %sm, %zero;
	.reg .b64 %size, %start, %end, %records, %capacity, %read_clock, %read_time;
	mov.u32 %rank, %lanemask_lt;
	and.b32 %rank, %rank, %lanes;
	setp.eq.u32 %leads, %rank, 0;
	brev.b32 %leader, %lanes;
	clz.b32 %leader, %leader;
	cvt.u64.u32 %size, %bytes;
	mov.b64 %start, 0;
	@%leads atom.global.add.u64 %start, [warplens_record_buffer+16], %size;
	mov.b64 {%part0, %part1}, %start;
	shfl.sync.idx.b32 %part0, %part0, %leader, 31, %lanes;
	shfl.sync.idx.b32 %part1, %part1, %leader, 31, %lanes;
	mov.b64 %start, {%part0, %part1};
	ld.global.v2.u64 {%records, %capacity}, [warplens_record_buffer];
	add.u64 %end, %start, %size;
	setp.le.u64 %fits, %end, %capacity;
	mov.b64 %chunk, 0;
	@%fits bra $warplens_reserve_fits;
	@%leads red.global.add.u64 [warplens_record_buffer+24], 1;
	bra $warplens_reserve_end;
$warplens_reserve_fits:
	add.u64 %chunk, %records, %start;
	@!%leads bra $warplens_reserve_end;
	mov.u32 %extent, %nctaid.y;
	mov.u32 %outer, %ctaid.z;
	mov.u32 %block, %ctaid.y;
	mad.lo.u32 %outer, %outer, %extent, %block;
	mov.u32 %extent, %nctaid.x;
	mov.u32 %block, %ctaid.x;
	mad.lo.u32 %block, %outer, %extent, %block;
	mov.u32 %extent, %ntid.y;
	mov.u32 %outer, %tid.z;
	mov.u32 %warp, %tid.y;
	mad.lo.u32 %outer, %outer, %extent, %warp;
	mov.u32 %extent, %ntid.x;
	mov.u32 %warp, %tid.x;
	mad.lo.u32 %warp, %outer, %extent, %warp;
	shr.u32 %warp, %warp, 5;
	mov.u32 %sm, %smid;
	mov.b32 %zero, 0;
	st.global.v4.b32 [%chunk+16], {%bytes, %lanes, %block, %warp};
	st.global.v4.b32 [%chunk+32], {%sm, %zero, %zero, %zero};
	mov.u64 %read_clock, %clock64;
	mov.u64 %read_time, %globaltimer;
	st.global.v2.b64 [%chunk], {%read_clock, %read_time};
$warplens_reserve_end:
	ret;
}
)";

}  // namespace

std::string record_prelude(std::uint64_t own_bytes) {
  std::string text;
  const std::string buffer = ".visible .global .align 16 .u64 " + std::string(record_buffer_name) + "[4]";
  if (own_bytes == 0) {
    text = buffer + ";\n";
  } else {
    const std::string size = std::to_string(own_bytes), records(records_name);
    text = ".visible .global .align 16 .b8 " + records + "[" + size + "];\n" + buffer + " = {" + records + ", " + size +
           ", 0, 0};\n";
  }
  return text + std::string(reserve_function.substr(1)) + "\n";
}

std::string chunk_registers() {
  return R"(
	.reg .b32 %wl_chunk, %wl_chunk_lanes, %wl_rank;  // its bytes, its lanes, how many of them are before this one
	.reg .b64 %wl_next, %wl_end;  // the place of the next record, and the end of the chunk
	mov.b32 %wl_chunk, 0;
	mov.b32 %wl_chunk_lanes, 0;
	mov.b32 %wl_rank, 0;
	mov.b64 %wl_next, 0;
	mov.b64 %wl_end, 0;
)";
}

bool keeps_chunk(const Function& function) {
  return function.entry || std::ranges::none_of(function.instructions, [](const Instruction& instruction) {
           return instruction.opcode == Opcode::call;
         });
}

}  // namespace warplens::ptx
