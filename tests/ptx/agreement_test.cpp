#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "ptx_text.h"

// Valid combinations of opcode, suffixes and types: the parser and the toolkit's assembler, if installed, must agree on thousands
// of instructions.

namespace warplens::ptx {
namespace {

/// Patterns: (a|b) expands to either, $ to every type, @2 to register 2 of that type, ~2 to one twice as wide, & and ^2 to a
/// second type and its register.
constexpr const char* patterns[] = {
    "(add|sub)(|.rn|.sat|.ftz|.rz.ftz.sat).$ @1,@2,@3;",
    "(and|or|xor|rem|copysign|add.rni).$ @1,@2,@3;",
    "(min|max)(|.ftz).$ @1,@2,@3;",
    "div(|.rn|.approx|.full|.full.ftz|.rn.ftz|.rz|.rn.approx).$ @1,@2,@3;",
    "mul(|.lo|.hi|.rn|.rz.sat|.ftz|.rn.ftz|.hi.sat|.wide).$ @1,@2,@3;",
    "mul.wide.$ ~1,@2,@3;",
    "mad.wide.$ ~1,@2,@3,~4;",
    "mad(|.lo|.hi|.rn|.hi.sat|.lo.sat|.rn.ftz).$ @1,@2,@3,@4;",
    "mul24(|.lo|.hi|.wide).$ @1,@2,@3;",
    "mad24(|.lo|.hi|.wide).$ @1,@2,@3,@4;",
    "fma(|.rn|.rz.sat|.rn.ftz).$ @1,@2,@3,@4;",
    "sad.$ @1,@2,@3,@4;",
    "bfe.$ @1,@2,%r3,4;",
    "bfi.$ @1,@2,@3,%r3,4;",
    "selp.$ @1,@2,@3,(%p1|1|0|-1|2.5|!%p1|%r1);",
    "(shl|shr).$ @1,@2,%r1;",
    "(popc|clz|bfind|bfind.shiftamt).$ %r1,@2;",
    "slct(|.ftz).$.(s32 @1,@2,@3,%r4|f32 @1,@2,@3,%f4|u32 @1,@2,@3,%r4);",
    "setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|ltu|num|nan)(|.ftz).$ %p1,@2,@3;",
    "set.(eq|ge|hi|geu)(|.ftz).&.$ ^1,@2,@3;",
    "atom.global.(add|min|max|inc|dec|and|or|xor|exch).$ @1,[%d1],@2;",
    "red.global.(add|min|max|inc|dec|and|or|xor|exch).$ [%d1],@2;",
    "atom(.relaxed|.acquire.gpu|.sc|.volatile).global.add.$ @1,[%d1],@2;",
    "ld.global(|.nc).$ @1,[%d1];",
    "ld.global.v2.$ {@1,@2},[%d1];",
    "(ld.global.v4.$ {@1,@2,@3,@4},[%d1]|st.global.v4.$ [%d1],{@1,@2,@3,@4});",
    "(ld|st)(.relaxed|.relaxed.gpu|.acquire.sys|.release.cta|.volatile|.gpu|.weak).global.(u32 %r1,[%d1]|u32 [%d1],%r1);",
    "ldu.global.$ @1,[%d1];",
    "st.global.$ [%d1],@1;",
    "mov.$ @1,@2;",
    "cvt(|.rn|.rzi|.sat|.rn.sat|.rni.ftz|.ftz).&.$ ^1,@2;",
    "testp.finite.$ %p1,@1;",
    "cvta(|.to).(global|shared|local|const|param).(u64|s64|b64|f64) %d1,%d2;",
    "shfl.sync.(up|down|bfly|idx).$ @1,@2,1,31,-1;",
    "prmt(|.x).$ @1,@2,@3,@4;",
    "lop3.$ @1,@2,@3,@4,0x55;",
    "shf.(l|r).(wrap|clamp).$ @1,@2,@3,%r4;",
    "vote.sync.(all|any|uni|ballot).$ @1,(%p2|!%p2|1|0),-1;",
    "activemask.$ @1;",
    "(abs|neg)(|.ftz).$ @1,@2;",
    "(not|brev).$ @1,@2;",
    "(rcp|sqrt|rsqrt)(|.approx|.rn|.approx.ftz|.rz).$ @1,@2;",
    "(sin|cos|ex2|lg2)(|.approx|.approx.ftz).$ @1,@2;",
    "(bar|barrier).(sync|arrive) (0|0,32|0,32,32);",
    "bar.red.(popc.u32 %r1|or.pred %p1|and.u32 %r1|popc.pred %p1),0,!%p2;",
    "bar.warp.sync -1;",
    "fence(|.sc|.acq_rel|.relaxed|.release).(cta|gpu|sys);",
    "membar.(cta|gl|sys);",
    "mov.(b32|u32|f32|b64|f64|s64|u16|pred) "
    "(%r1|%f1|%d1|%e1|%h1|%p1),(%r2|%f2|%d2|%e2|%h2|%p2|0f3F800000|0d3FF8000000000000|0.5|-7|0xFFFFFFFF);",
    "(add.s32 %r1,%r2|add.f32 %f1,%f2|and.b32 %r1,%r2|or.b32 %r1,%r2|add.s64 %d1,%d2|add.f64 %e1,%e2|add.s16 %h1,%h2|and.b64 "
    "%d1,%d2),"
    "(%r3|%f3|%d3|%e3|%h3|%p1|0f3F800000|0d3FF8000000000000|0.5|-7|0xFFFFFFFF|WARP_SZ);",
    "(ld|st).global.(u8|s32|f32|b32|u64|f64|b64) "
    "(%r1,[%d1]|%f1,[%d1]|%d2,[%d1]|%e1,[%d1]|%h1,[%d1]|[%d1],%r1|[%d1],%f1|[%d1],%e1|[%d1],7);",
    "mov.(b32|b64|u32|u64|f64) "
    "(%r1,{%h1,%h2}|%d1,{%r1,%r2}|{%r1,%r2},%d1|{%h1,%h2,%h3,%h4},%d1|{%f1,%r1},%d1|{%r1,%r2},%r3|%e1,{%r1,%r2});",
    "(add.s32 _,%r1,%r2|atom.global.add.u32 _,[%d1],1|mov.u32 _,%r1|setp.eq.s32 _,%r1,%r2|vote.sync.any.pred _,%p2,-1);",
    "(cvt.u32.u64 _,%d1|mov.b64 {%r1,_},%d1|mov.b64 %d1,{%r1,_}|ld.global.u32 _,[%d1]|ld.global.v2.u32 {%r1,_},[%d1]);",
    "(st.global.v2.u32 [%d1],{%r1,_}|st.global.v2.u32 [%d1],{%r1,7}|bar.red.popc.u32 _,0,%p1|ld.global.v2.u8 {%r1,%r2},[%d1]);",
    "setp.(lt|lt.and).s32 (%p1|%p1|%p2|%r1),%r2,(%r3|%r3,%p3|%r3,!%p3|%r3,1|%r3,0.5);",
};

/// The same for newer instructions and those with special types.
constexpr const char* video_patterns[] = {
    "(vadd|vsub|vmin)(|.s32).(u32|s32).(u32|s32|s16)(|.sat|.add|.max|.sat.min|.min.sat) %r1,%r2(|.b3|.h1|.h2),%r3(|,%r4);",
    "(vabsdiff|vmax).s32.u32.s32(|.sat|.add) (%r1.b1|%r1.h0|%r1.b4),%r2,%r3.b0(|,%r4);",
    "(vshl|vshr).(u32|s32).u32.(u32|s32)(|.sat)(|.clamp|.wrap)(|.add) %r1,%r2,%r3(|,%r4);",
    "vset(|.u32).(u32|s32).s32(|.lt|.ge|.lo|.neu)(|.sat|.max) (%r1|%r1.b2),%r2,%r3.h1(|,%r4);",
    "vmad.(u32|s32).(u32|s32).s32(|.po)(|.sat)(|.shr7|.shr15|.shr8) %r1,(|-)%r2,(|-)%r3.b1,%r4;",
    "(vadd2|vavrg2|vmax2|vadd4|vavrg4).s32.(u32|s32).s32(|.sat|.add|.sat.add|.max) %r1,%r2,%r3(|,%r4);",
    "vsub2.s32.s32.s32 %r1(|.h0|.h1|.h10|.h01|.b0),%r2(|.h32|.h03|.h4),%r3,%r4;",
    "vabsdiff4.s32.s32.s32.add %r1(|.b20|.b3210|.b02|.h0),%r2,%r3(|.b7654|.b0000|.b0|.b8000),%r4;",
    "(vset2|vset4)(|.s32).u32.s32(|.eq|.hi|.gt)(|.add|.sat) %r1,%r2,%r3,%r4;",
};

/// Of 128 bits, and for processors of compute capability 10.
constexpr const char* newest_patterns[] = {
    "cvt(|.rn|.rz)(|.satfinite)(|.relu).(e4m3x2|e5m2x2|e2m3x2|e3m2x2|ue8m0x2).f32 %h1,%f1(|,%f2);",
    "cvt(|.rn|.rp)(|.satfinite)(|.relu).(e4m3x2|e5m2x2|ue8m0x2).(f16x2|bf16x2) %h1,%r1;",
    "cvt(|.rn|.rz)(|.satfinite)(|.relu).(f16x2|bf16x2).(e4m3x2|e3m2x2|ue8m0x2) %r1,%h1;",
    "(ld|st)(|.global|.shared|.local)(|.v2|.v4|.v8).(b32|b64|b16) {%d1,%d2,%d3,%d4},[%d5];",
    "ld(|.global|.shared|.const)(|.v2|.v4|.v8).(b32|f32) {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8},[%d5];",
    "ld(|.global|.shared|.local)(|.v4).(b64|f64) {%d1,%d2,%d3,%d4},[%d5];",
    "{.reg .b128 %q,%s; atom(|.global|.shared).(exch.b128 %q,[%d1],%s|cas.b128 %q,[%d1],%s,%s|add.b128 %q,[%d1],%s);}",
    "{.reg .b128 %q,%s; atom.(exch.b64 %q,[%d1],%s|cas.b128 %q,[%d1],%s);}",
    "{.reg .b128 %q; mov.(b128 %q,{%d1,%d2}|b128 {%r1,%r2,%r3,%r4},%q|b64 %q,{%r1,%r2}|b128 %q,{%r1,%d2}|b64 %d1,%q);}",
    "{.reg .v2 .b32 %v; .reg .v4 .b32 %w; mov(|.v2|.v4).(b32|b64) (%v|%w|%d1|{%r1,%r2}),(%v|%w|{%r1,%r2,%r3,%r4});}",
    "{.reg .v2 .b32 %v; mov(|.v2).(b32|b64) {%v.x,%v.y},(%v|%d1|{%v.y,%v.x});}",
    "fence.proxy(|.alias|.async|.async.global|.async.shared::cta|.generic);",
    "fence(.acq_rel|.sc|.proxy.tensormap::generic.release)(|.gpu);",
    "fence.proxy.tensormap::generic.acquire.gpu [%d1],128;",
    "(add|sub|mul|min)(|.rn|.rz.ftz|.rp|.sat|.cc|.lo).f32x2 %d1,%d2,(%d3|%e3|1|1.0|0x3f8000003f800000);",
    "fma(|.rn|.rm.ftz|.rz.sat|.rn.relu).f32x2 %d1,%d2,%d3,%d4;",
    "(add|sub|mul)(|.rn|.rm.sat|.ftz|.cc).f32.(f16|bf16|f16x2|f32) %f1,(%h2|%r2|1.0),(%f3|%r3|1.0|%h3);",
    "fma(|.rn|.rm.sat|.rn.ftz|.rn.relu).f32.(f16|bf16) %f1,%h2,(%h3|%f3),(%f4|2.0);",
    "(add|sub|fma.rn).(f16|f64|s32).(f16|f32) %f1,%h2,%f3;",
    "(min|max)(|.ftz|.NaN|.abs|.ftz.NaN.abs|.xorsign|.xorsign.abs).f32 %f1,%f2,%f3(|,%f4|,1.0);",
    "(min|max)(|.NaN|.abs|.xorsign.abs).(f16 %h1,%h2,%h3,%h4|s32 %r1,%r2,%r3,%r4|f64 %e1,%e2,%e3,%e4|f16 %h1,%h2,%h3);",
    "redux.sync(.min|.max|.add|.or)(|.abs|.NaN|.abs.NaN).(f32 %f1,%f2,-1|s32 %r1,%r2,-1|f32 %r1,%r2,%r3|b32 %r1,%r2,-1);",
    "cvt.rs(|.relu|.satfinite|.relu.satfinite|.ftz|.sat).(f16x2|bf16x2).f32 %r1,%f2,%f3(|,%r4);",
    "(cvt.rs.f16.f32 %h1,%f2,%r3|cvt.rs.f16x2.f16x2 %r1,%r2,%r3|add.rs.f32 %f1,%f2,%f3|cvt.rs.tf32.f32 %r1,%f2,%r3);",
};

constexpr const char* newer_patterns[] = {
    "(add|sub|mul)(|.rn|.rz|.ftz|.sat|.rn.ftz.sat|.lo).(f16|f16x2|bf16|bf16x2|u16x2|s16x2) %h1,%h2,%h3;",
    "(add|sub|mul)(|.rn|.rz|.ftz|.sat|.rn.ftz.sat|.lo).(f16|f16x2|bf16|bf16x2|u16x2|s16x2) %r1,%r2,%r3;",
    "fma(|.rn|.rn.ftz|.rn.sat|.rn.relu|.rn.ftz.relu|.rn.sat.relu).(f16|bf16|f32) %h1,%h2,%h3,%h4;",
    "fma(|.rn|.rn.ftz|.rn.sat|.rn.relu|.rn.ftz.relu|.rn.sat.relu).(f16x2|bf16x2|u16x2) %r1,%r2,%r3,%r4;",
    "(min|max)(|.ftz|.NaN|.ftz.NaN|.xorsign.abs|.ftz.NaN.xorsign.abs|.relu).(f16|bf16) %h1,%h2,%h3;",
    "(min|max)(|.ftz|.NaN|.xorsign.abs|.NaN.xorsign.abs|.relu).(f16x2|bf16x2|u16x2|s16x2|s32|u32) %r1,%r2,%r3;",
    "(min|max)(.xorsign.abs|.ftz.NaN.xorsign.abs|.NaN).(f32 %f1,%f2,%f3|f64 %e1,%e2,%e3|s64 %d1,%d2,%d3);",
    "(abs|neg)(|.ftz).(f16 %h1,%h2|bf16 %h1,%h2|f16x2 %r1,%r2|bf16x2 %r1,%r2);",
    "(ex2|tanh)(|.approx|.approx.ftz).(f16 %h1,%h2|bf16 %h1,%h2|f16x2 %r1,%r2|bf16x2 %r1,%r2|f32 %f1,%f2|f64 %e1,%e2);",
    "setp.(eq|lo|ltu|nan)(|.ftz|.and|.or.ftz).(f16|bf16) (%p1,%h1,%h2|%p1|%p2,%h1,%h2|%p1,%h1,%h2,!%p3);",
    "setp.(eq|gt)(|.ftz|.and).(f16x2|bf16x2) %p1|%p2,%r1,%r2(|,!%p3);",
    "set.(eq|hi|geu)(|.ftz).(f16|bf16|u16|s16|u32|s32|f32|f16x2).(f16|bf16) (%h1|%r1),%h2,%h3;",
    "set.(eq|geu)(|.ftz).(f16x2|bf16x2|u32|s32|f16|u16).(f16x2|bf16x2) %r1,%r2,%r3;",
    "set.(eq|gt).(f16|bf16).(s32 %h1,%r2,%r3|f32 %h1,%f2,%f3|u16 %h1,%h2,%h3|f64 %h1,%e1,%e2);",
    "(add|sub|addc|subc)(|.cc|.sat.cc|.cc.sat).(u32 %r1,%r2,%r3|s32 %r1,%r2,%r3|u64 %d1,%d2,%d3|s64 %d1,%d2,%d3|f32 "
    "%f1,%f2,%f3);",
    "(mad|madc)(|.lo|.hi|.wide|.lo.cc|.hi.cc|.wide.cc).(u32 %r1,%r2,%r3,%r4|s32 %r1,%r2,%r3,%r4|u64 "
    "%d1,%d2,%d3,%d4);",
    "cvt(|.rn|.rz|.rm|.rni|.rzi|.sat|.rn.sat|.rn.relu|.rn.ftz|.rna).(f16|bf16).(f16 %h1,%h2|bf16 %h1,%h2|f32 %h1,%f2|f64 "
    "%h1,%e2|s32 "
    "%h1,%r2|u64 %h1,%d2|u8 %h1,%h2|s16 %h1,%h2);",
    "cvt(|.rn|.rz|.rzi|.rmi|.sat|.ftz|.relu).(f32 %f1|f64 %e1|s32 %r1|u64 %d1|s8 %r1),%h2;",
    "cvt(|.rn|.rz|.rm|.rna|.rn.relu|.rna.relu|.rn.sat).(f16x2|bf16x2|tf32).f32 %r1,%f1(|,%f2);",
    "cvt.pack(|.sat).(u16|s16|u32).s32 %r1,%r2,%r3;",
    "cvt.pack(|.sat).(u8|s8).s32.b32 %r1,%r2,%r3,%r4;",
    "dp4a.(u32|s32|b32).(u32|s32) %r1,%r2,%r3,%r4;",
    "dp2a(|.lo|.hi).(u32|s32).(u32|s32) %r1,%r2,%r3,%r4;",
    "(bmsk|szext)(|.clamp|.wrap).(b32|u32|s32) %r1,%r2,%r3;",
    "fns.(b32|u32) %r1,%r2,%r3,(%r4|-1);",
    "lop3(|.and|.or|.xor).b32 (%r1|%r1|%p1|_|%p1),%r2,%r3,%r4,0x3f(|,%p2|,!%p2);",
    "mad24.(lo|hi)(|.sat).(u32|s32) %r1,%r2,%r3,%r4;",
    "match.(any|all)(|.sync).(b32 %r1,%r2,-1|b64 %r1,%d2,%r3|b32 %r1|%p1,%r2,-1|b32 _|%p1,%r2,-1);",
    "redux.sync.(add|min|max|and|or|xor|inc).(u32|s32|b32|u64) %r1,%r2,%r3;",
    "elect(|.sync) (%r1|%p1,-1|_|%p1,%r2|%r1,-1);",
    "isspacep(|.global|.shared|.local|.const|.shared::cta) %p1,%d1;",
    "atom.global.add(|.noftz).(f16 %h1,[%d1],%h2|bf16 %h1,[%d1],%h2|f16x2 %r1,[%d1],%r2|bf16x2 %r1,[%d1],%r2|f32 %f1,[%d1],%f2);",
    "red.global.(add|max)(|.noftz).(f16 [%d1],%h2|bf16x2 [%d1],%r2);",
    "atom.global.(cas.b16 %h1,[%d1],%h2,%h3|cas.b32 %r1,[%d1],%r2,%r3|exch.b16 %h1,[%d1],%h2);",
    "ld.global(|.L1::evict_last|.L1::no_allocate|.L2::128B|.L1::evict_first.L2::cache_hint.L2::256B|.L2::cache_hint|.ca|.cg).b32 "
    "%r1,[%d1](|,%d2);",
    "st.global(|.L1::evict_last|.L2::cache_hint|.wt).b32 [%d1],%r1(|,%d2);",
    "(ld|st)(.mmio|.mmio.relaxed|.mmio.relaxed.sys|.mmio.relaxed.gpu).global.(b32 %r1,[%d1]|b32 [%d1],%r1);",
    "atom.global.add(|.L2::cache_hint).u32 %r1,[%d1],%r2(|,%d2);",
    "(atom|red).global.(add|min|max|xor)(|.noftz).(v2|v4|v8).(f16 {%h1,%h2},[%d1],{%h3,%h4}|f16 [%d1],{%h1,%h2,%h3,%h4});",
    "red.global.(add|min)(|.noftz).v8.(f16|bf16|f32) [%d1],{%h1,%h2,%h3,%h4,%h5,%h6,%h7,%h8};",
    "atom(|.shared|.global).(add|max)(|.noftz).(v2|v4|v8).(bf16x2|f32|u32) {%r1,%r2},[%d1],{%r3,%r4};",
    "createpolicy(.fractional.L2::evict_last|.fractional.L2::evict_first.L2::evict_unchanged|.cvt.L2).b64 "
    "%d1(|,0f3F000000|,%d2);",
    "createpolicy.range.global.L2::evict_last.b64 %d1,[%d2],%r1,%r2;",
    "prefetch(|.global).(L1|L2|L2::evict_last) [%d1];",
    "prefetch(|.global|.const|.shared).(L1|tensormap) [%d1];",
    "st.async(|.weak|.relaxed.cta)(.shared::cluster|.global)(|.mbarrier::complete_tx::bytes).(b32|b16|b8) [%d1],%r1,[%d2];",
    "st.async.shared::cluster(|.mbarrier::complete_tx::bytes).v2.(b32|s32|b16) [%d1],{%r1,%r2},[%d2];",
    "st.async.shared::cluster.mbarrier::complete_tx::bytes.(s64 [%d1],%d3|v2.b64 [%d1],{%d3,%d4}|v4.b64 "
    "[%d1],{%d3,%d4,%d3,%d4}),[%d2];",
    "(prefetchu.L1 [%d1]|applypriority.global.L2::evict_normal [%d1],128|discard.global.L2 [%d1],128);",
    "nanosleep.(u32|s32) (%r1|100);",
    "(pmevent 3|pmevent.mask 3|griddepcontrol.wait|griddepcontrol.launch_dependents|griddepcontrol);",
    "(barrier|barrier.cta|bar.cta).(sync|arrive) (0|0,32|%r1,%r2);",
    "(barrier|bar).(cta.red|red).(popc.u32 %r1|or.pred %p1|and.pred %p1),0(|,64|,%r3),(%p2|!%p2);",
    "(bfi.b32 %r1,%r2,%r3,%r4,8|brev.b32 %r1,%r2|sad.u32 %r1,%r2,%r3,%r4|prmt.b32.f4e %r1,%r2,%r3,%r4|testp.normal.f32 %p1,%f1);",
    "slct.(b16 %h1,%h2,%h3|u64 %d1,%d2,%d3|f64 %e1,%e2,%e3),(%r4|%f4);",
    "mov.(u32 %r1|u64 %d1|b32 "
    "%r1),%(pm0|pm7|pm0_64|envreg0|envreg31|clock64|clock_hi|gridid|nsmid|cluster_ctaid.x|cluster_nctarank|total_smem_size|"
    "aggr_smem_size|dynamic_smem_size|clusterid.y|reserved_smem_offset_begin|lanemask_lt|globaltimer_lo|globaltimer|current_"
    "graph_exec|warpid|"
    "nclusterid.z);",
    "mov.pred %p1,%is_explicit_cluster;",
    "(vadd|vsub|vabsdiff|vmin|vmax)(2|4).(u32|s32).u32(|.s32)(|.sat|.add|.sat.add) %r1,%r2,%r3,%r4;",
    "cp.async(|.ca).shared.global(|.L2::128B) [%d1],[%d2],(4|8|16|4,2|16,%r1|16,%p1|16,!%p1);",
    "cp.async.cg.shared.global(|.L2::128B) [%d1],[%d2],(16|16,%r1|16,%p1|16,!%p1);",  // only 16 is valid
    "cp.async.(commit_group|wait_group 0|wait_group 3|wait_group|wait_all|commit_group 1);",
};

constexpr const char* type_names[] = {"b8", "b16", "b32", "b64", "u8",  "u16", "u32", "u64",
                                      "s8", "s16", "s32", "s64", "f32", "f64", "pred"};

std::string register_of(const std::string& type) {
  if (type == "pred") return "%p";
  if (type == "f32") return "%f";
  if (type == "f64") return "%e";
  const std::string width = type.substr(1);
  return width == "64" ? "%d" : width == "32" ? "%r" : "%h";
}

std::string wide_register_of(const std::string& type) {
  const std::string narrow = register_of(type);
  return narrow == "%h" ? "%r" : narrow == "%r" ? "%d" : narrow;
}

void replace(std::string& text, char mark, const std::string& by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) text.replace(at, 1, by);
}

/// All expansions of a pattern.
void expand(const std::string& pattern, std::vector<std::string>& out) {
  const std::size_t open = pattern.find('(');
  if (open != std::string::npos) {
    const std::size_t close = pattern.find(')', open);
    std::size_t start = open + 1;
    while (start <= close) {
      const std::size_t end = std::min(pattern.find('|', start), close);
      expand(pattern.substr(0, open) + pattern.substr(start, end - start) + pattern.substr(close + 1), out);
      start = end + 1;
    }
    return;
  }
  const bool first = pattern.find('$') != std::string::npos, second = pattern.find('&') != std::string::npos;
  if (!first && !second) return out.push_back(pattern);
  for (const std::string type : type_names) {
    std::string text = pattern;
    if (first) {
      replace(text, '$', type);
      replace(text, '@', register_of(type));
      replace(text, '~', wide_register_of(type));
      expand(text, out);
    } else {
      replace(text, '&', type);
      replace(text, '^', register_of(type));
      out.push_back(text);
    }
  }
}

/// Known differences: the parser does not require .ftz on rcp.approx.f64, and the assembler accepts a mixture of half-precision
/// types that the PTX ISA does not define. The parser asks for no target: sm_100 is the first that moves 32 bytes at once.
bool differs_knowingly(const std::string& instruction) {
  const bool wide = instruction.starts_with("ld.global.v4.") || instruction.starts_with("st.global.v4.");
  const auto has = [&](const char* type) { return instruction.find(type) != std::string::npos; };
  if (wide && (has(".b64") || has(".u64") || has(".s64") || has(".f64"))) return true;
  return instruction.starts_with("rcp.approx.f64") || instruction.starts_with("set.eq.bf16.f16") ||
         instruction.starts_with("set.geu.bf16.f16");
}

/// 1-based numbers of the lines that the assembler rejects; empty if it accepts the text.
std::set<std::size_t> wrong_lines(const std::filesystem::path& assembler, const std::filesystem::path& folder,
                                  const std::string& text, const std::string& target) {
  EXPECT_TRUE(base::write_file(folder / "k.ptx", text).ok());
  const auto run = base::run_process(
      assembler, {"-arch=" + target, (folder / "k.ptx").string(), "-o", (folder / "k.cubin").string()}, std::chrono::seconds(60));
  std::set<std::size_t> lines;
  if (!run || run->exit_status == 0) return lines;
  constexpr std::string_view before = ", line ";
  for (std::size_t at = run->output.find(before); at != std::string::npos; at = run->output.find(before, at + 1)) {
    const std::size_t number = at + before.size(), kind = run->output.find(';', number);
    const std::string_view rest = std::string_view(run->output).substr(kind + 2, 5);
    if (rest == "error" || rest == "fatal") lines.insert(std::stoul(run->output.substr(number, kind - number)));
  }
  EXPECT_FALSE(lines.empty()) << run->output;
  return lines;
}

/// The instructions that the assembler accepts: assembles all at once, then again without the rejected ones.
std::set<std::string> assembled(const std::filesystem::path& assembler, const std::vector<std::string>& instructions,
                                const std::string& version, const std::string& target) {
  constexpr std::size_t at_once = 500;
  auto folder = base::TemporaryFolder::create();
  if (!folder) return {};
  std::set<std::string> taken;
  for (std::size_t start = 0; start < instructions.size(); start += at_once) {
    std::vector<std::string> left(
        instructions.begin() + static_cast<std::ptrdiff_t>(start),
        instructions.begin() + static_cast<std::ptrdiff_t>(std::min(start + at_once, instructions.size())));
    for (;;) {
      std::string body;
      for (const std::string& instruction : left) body += instruction + "\n";
      const std::set<std::size_t> wrong =
          wrong_lines(assembler, folder->path(), entry_text(body + "ret;", version, target), target);
      if (wrong.empty()) break;
      std::vector<std::string> right;
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (!wrong.contains(i + 1 + lines_before)) right.push_back(left[i]);
      }
      if (right.size() == left.size()) break;
      left = std::move(right);
    }
    taken.insert(left.begin(), left.end());
  }
  return taken;
}

void agree(std::span<const char* const> patterns_to_try, const std::string& version, const std::string& target, std::size_t most,
           std::size_t min_taken) {
  std::filesystem::path assembler = base::find_program("ptxas");
  if (assembler.empty()) assembler = "/usr/local/cuda/bin/ptxas";
  if (!std::filesystem::exists(assembler)) GTEST_SKIP() << "no ptxas here";
  std::vector<std::string> instructions;
  for (const char* pattern : patterns_to_try) expand(pattern, instructions);
  EXPECT_GT(instructions.size(), most);
  const std::set<std::string> taken = assembled(assembler, instructions, version, target);
  EXPECT_GT(taken.size(), min_taken);
  for (const std::string& instruction : instructions) {
    if (differs_knowingly(instruction)) continue;
    const auto module = parse(entry_text(instruction + "\nret;", version, target), "test.ptx");
    EXPECT_EQ(module.ok(), taken.contains(instruction)) << instruction << (module ? "" : "  " + module.error().message);
  }
}

TEST(Agreement, WithTheAssembler) { agree(patterns, "8.0", "sm_75", 4000, 800); }
TEST(Agreement, WithTheAssemblerForVideoInstructions) { agree(video_patterns, "8.0", "sm_75", 500, 150); }
TEST(Agreement, WithTheAssemblerForTheNewestProcessors) { agree(newest_patterns, "8.8", "sm_100a", 150, 50); }
TEST(Agreement, WithTheAssemblerForNewerProcessors) { agree(newer_patterns, "8.6", "sm_90", 800, 300); }

}  // namespace
}  // namespace warplens::ptx
