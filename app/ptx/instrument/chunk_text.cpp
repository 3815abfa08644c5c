#include "ptx/instrument/record_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "ptx/instrument/record.h"

namespace warplens::ptx {
namespace {

/// Reserves a chunk of `%bytes` bytes for the lanes in `%lanes`, which call this together, and writes its header. Returns its
/// address, or 0 if no region has room; `%bytes` is 0 if that is known. Since Volta, lanes that called this function from
/// different places may run on together inside it (seen on an H200): what belongs to a call is therefore in its arguments, and
/// nothing here asks which lanes are active.
static_assert(record_regions == 8 && sizeof(RecordRegion) == 128 && offsetof(RecordBuffer, regions) == 128);
constexpr std::string_view reserve_function = R"(
.func (.reg .b64 %chunk) warplens_reserve(.reg .b32 %lanes, .reg .b32 %bytes)
{
	.reg .pred %leads, %fits, %known, %again;
	.reg .b32 %rank, %leader, %part<2>, %outer, %extent, %block, %warp, %sm, %zero, %region, %tries;
	.reg .b64 %size, %start, %end, %records, %capacity, %buffer, %counters, %read_clock, %read_time;
	mov.u32 %rank, %lanemask_lt;
	and.b32 %rank, %rank, %lanes;
	setp.eq.u32 %leads, %rank, 0;
	brev.b32 %leader, %lanes;
	clz.b32 %leader, %leader;
	cvt.u64.u32 %size, %bytes;
	ld.global.v2.u64 {%records, %capacity}, [warplens_record_buffer];
	mov.u64 %buffer, warplens_record_buffer;
	mov.u32 %sm, %smid;
	mov.b32 %tries, 0;
	setp.eq.u32 %known, %bytes, 0;
	@%known bra $warplens_reserve_none;
$warplens_reserve_next:
	add.u32 %region, %sm, %tries;
	and.b32 %region, %region, 7;
	mad.wide.u32 %counters, %region, 128, %buffer;
	mov.b64 %start, 0;
	@%leads atom.global.add.u64 %start, [%counters+128], %size;
	mov.b64 {%part0, %part1}, %start;
	shfl.sync.idx.b32 %part0, %part0, %leader, 31, %lanes;
	shfl.sync.idx.b32 %part1, %part1, %leader, 31, %lanes;
	mov.b64 %start, {%part0, %part1};
	add.u64 %end, %start, %size;
	setp.le.u64 %fits, %end, %capacity;
	@%fits bra $warplens_reserve_fits;
	add.u32 %tries, %tries, 1;
	setp.lt.u32 %again, %tries, 8;
	@%again bra $warplens_reserve_next;
$warplens_reserve_none:
	mov.b64 %chunk, 0;
	and.b32 %region, %sm, 7;
	mad.wide.u32 %counters, %region, 128, %buffer;
	@%leads red.global.add.u64 [%counters+136], 1;
	bra $warplens_reserve_end;
$warplens_reserve_fits:
	cvt.u64.u32 %end, %region;
	mad.lo.u64 %chunk, %end, %capacity, %records;
	add.u64 %chunk, %chunk, %start;
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
  const std::string words = std::to_string(sizeof(RecordBuffer) / 8);
  const std::string buffer = ".visible .global .align 128 .u64 " + std::string(record_buffer_name) + "[" + words + "]";
  if (own_bytes == 0) {
    text = buffer + ";\n";
  } else {
    const std::string size = std::to_string(own_bytes), records(records_name);
    text = ".visible .global .align 16 .b8 " + records + "[" + size + "];\n" + buffer + " = {" + records + ", " +
           std::to_string(own_bytes / record_regions / 16 * 16) + "};\n";
  }
  return text + std::string(reserve_function.substr(1)) + "\n";
}

std::string chunk_registers() {
  return R"(
	.reg .b32 %wl_chunk, %wl_chunk_lanes, %wl_rank;  // its bytes, its lanes, how many of them are before this one
	.reg .b64 %wl_next, %wl_end;  // the place of the next record, and the end of the chunk; 0 and 1 if the buffer is full
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
