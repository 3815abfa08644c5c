#include <gtest/gtest.h>

#include <ostream>

#include "ptx_text.h"

// Every kind of parse error, with its line and column.

namespace warplens::ptx {
namespace {

struct Case {
  const char* text;     ///< of a body, or of a whole module
  int line, column;     ///< line in the body (1 is its first) or in the module
  const char* message;  ///< part of the message
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.text; }

class BodyErrorTest : public testing::TestWithParam<Case> {};

TEST_P(BodyErrorTest, HasItsPlaceAndReason) {
  const auto& [text, line, column, message] = GetParam();
  const base::Error error = error_of(entry_text(text));
  EXPECT_EQ(error.file, "test.ptx");
  EXPECT_EQ(error.line, line + lines_before) << error.message;
  EXPECT_EQ(error.column, column) << error.message;
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
}

INSTANTIATE_TEST_SUITE_P(
    NotSupported, BodyErrorTest,
    testing::Values(
        Case{"ret;\n  tex.cube.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f5,%f6}];", 2, 3,
             "instruction 'tex.cube.v4.f32.f32' is not supported"},
        Case{"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%f2};", 1, 49,
             "this vector has 1 register where a thread holds 8 of this matrix"},
        Case{"wmma.load.a.sync.aligned.row.m16n16k8.f16 {%f1}, [%rd1];", 1, 1, "there is no such shape for its type"},
        Case{"wmma.load.d.sync.aligned.row.m16n16k16.f16 {%f1}, [%rd1];", 1, 1, "it loads .a, .b or .c"},
        Case{"wmma.load.a.sync.aligned.row.m16n16k16.local.f16 {%f1}, [%rd1];", 1, 1, "in global or shared memory"},
        Case{"wmma.mma.sync.aligned.row.col.m16n16k16.f32 {%f1};", 1, 1, "it names the types of D and C"},
        Case{"{ .param .b32 a; st.param.f32 [a+0], %f1;\ncall.uni f, (a); }", 2, 10, "function 'f' is not declared"},
        Case{"@%p1 brx.idx %r1, table;", 1, 19, "there is no .branchtargets 'table' before"},
        Case{"add.wide.s32 %r1, %r2, %r3;", 1, 1, "'.wide' means nothing for it"},
        Case{"add.frob.s32 %r1, %r2, %r3;", 1, 1, "'.frob' is not known"},
        Case{"rem.f16 %h1, %h2, %h3;", 1, 1, "type '.f16' does not fit"},
        Case{"cp.async.bulk.commit_group;", 1, 1, "bulk copies and tensor maps are not modelled"},
        Case{"tensormap.cp_fenceproxy.b64 [%rd1];", 1, 1, "bulk copies and tensor maps are not modelled"},
        Case{"red.async.relaxed.cluster.b32 [%r1], %r2, [%r3];", 1, 1, "clusters are not modelled"},
        Case{"prefetch.global.tensormap [%rd1];", 1, 1, "a tensor map is in .const or .param"},
        Case{"prefetch.shared.L1 [%rd1];", 1, 1, "it is of .global or .local"},
        Case{"ld.global.tensormap.b32 %r1, [%rd1];", 1, 1, ".tensormap is of prefetch alone"},
        Case{"st.async.shared::cluster.b32 [%r1], %r2, [%r3];", 1, 1, ".mbarrier::complete_tx::bytes go together"},
        Case{"st.shared.mbarrier::complete_tx::bytes.b32 [%r1], %r2;", 1, 1, ".mbarrier::complete_tx::bytes go together"},
        Case{"st.async.global.mbarrier::complete_tx::bytes.b32 [%d1], %r2, [%r3];", 1, 1, "st.async stores to .shared::cluster"},
        Case{"st.async.relaxed.cta.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r1], %r2, [%r3];", 1, 1,
             "st.async is .weak"},
        Case{"st.async.shared::cluster.mbarrier::complete_tx::bytes.b16 [%r1], %h1, [%r3];", 1, 1, "types of 32 and 64 bits"},
        Case{"st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r1], %r2;", 1, 69, "too few operands"},
        Case{"cvt.rs.satfinite.e4m3x4.f32 %r1, {%f1, %f2, %f3, %f1}, %r2;", 1, 1, "how two share 16 of the bits"},
        Case{"add.ftz.f32.f16 %f1, %h1, %f2;", 1, 1, "in mixed precision there are a rounding and .sat"},
        Case{"add.s32.f16 %r1, %h1, %r2;", 1, 1, "half precision is added to .f32"},
        Case{"add.f16 %h1, %h2, 1.0;", 1, 19, "not a literal of type .f16"},
        Case{"min.abs.f16 %h1, %h2, %h3;", 1, 1, ".xorsign and .abs go together"},
        Case{"redux.sync.min.abs.s32 %r1, %r2, -1;", 1, 1, ".abs and .NaN take .f32"},
        Case{"fence.proxy;", 1, 1, "which proxy is missing"}, Case{"fence.acq_rel;", 1, 1, "a scope such as .gpu is missing"},
        Case{"vadd.s32.s32 %r1, %r1, %r1;", 1, 1, "its third type is missing"},
        Case{"vadd2.s32.s32.s32.sat.add %r1, %r1, %r1, %r1;", 1, 1, ".sat and .add exclude each other"},
        Case{"vadd4.s32.s32.s32.min %r1, %r1, %r1, %r1;", 1, 1, "its parts are added up or merged"},
        Case{"vset.u32.u32.lo %r1, %r1, %r1;", 1, 1, "this comparison means nothing for it"},
        Case{"cvt.rn.e4m3x2.f32 %h1, %f1, %f1;", 1, 1, ".satfinite is missing"},
        Case{"cvt.rz.satfinite.e4m3x2.f32 %h1, %f1, %f1;", 1, 1, "its rounding is .rn"},
        Case{"cvt.rn.satfinite.f32.f64 %f1, %d1;", 1, 1, ".satfinite is for conversions of .f32"},
        Case{"ld.shared.v8.b32 {%r1}, [%d1];", 1, 1, "a vector has at most 128 bits, in global memory 256"},
        Case{"atom.global.add.b128 %d1, [%d1], %d1;", 1, 1, "this operation means nothing for its type"},
        Case{"mbarrier.b64 [%d1];", 1, 1, "an operation such as .arrive is missing"},
        Case{"mbarrier.arrive.expect_tx.noComplete.shared.b64 %d1, [%d1], 1;", 1, 1, ".expect_tx goes with .arrive"},
        Case{"mbarrier.test_wait.release.cta.shared.b64 %p1, [%d1], %d1;", 1, 1, "an arrival releases"},
        Case{"mbarrier.arrive.release.gpu.shared.b64 %d1, [%d1];", 1, 1, "its scope is .cta or .cluster"},
        Case{"cp.async.mbarrier.arrive.shared [%d1];", 1, 1, "its type is missing"},
        Case{"cp.async.ca.noinc.shared.global [%d1], [%d1], 4;", 1, 1, ".noinc is of cp.async.mbarrier.arrive alone"},
        Case{"red.global.max.v2.f32 [%d1], {%f1, %f1};", 1, 1, "this operation means nothing for its type"},
        Case{"tex.cube.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1}];", 1, 1, "textures and surfaces"},
        Case{"tex.2d.v2.f32.f32 {%f1, %f2}, [%d1, {%f1, %f2}];", 1, 1, "it fetches .v4"},
        Case{"tex.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f1, %f2}];", 1, 1, "its mode is missing"},
        Case{"tex.level.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%d1, {%r1, %r2}], %f1;", 1, 1, "its coordinates are .f32"},
        Case{"tex.2d.v4.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f1, %f2}];", 1, 1, "its second type is missing"},
        Case{"tld4.r.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f1, %f2, %f3, %f4}];", 1, 1, "it gathers from .2d"},
        Case{"suld.b.2d.v4.b64.trap {%d1, %d2, %d3, %d4}, [%d1, {%r1, %r2}];", 1, 1, "a vector has at most 128 bits"},
        Case{"suld.b.2d.b32 {%r1}, [%d1, {%r1, %r2}];", 1, 1, "its mode is missing"},
        Case{"wgmma.fence.sync.aligned;", 1, 1, "of the tensor cores' instructions"},
        Case{"mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1};", 1, 1, "sparse matrices"},
        Case{"mma.sync.aligned.m8n8k4.f64 {%e1}, {%e2};", 1, 1, "its second type is missing"},
        Case{"mma.sync.aligned.m16n8k64.row.col.f32.f16.f16.f32 {%f1};", 1, 1, "there is no such shape for its types"},
        Case{"mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32 {%f1};", 1, 1, "B by columns"},
        Case{"mma.sync.aligned.m16n8k8.row.col.f32.f16.bf16.f32 {%f1};", 1, 1, "A and B are of one kind"},
        Case{"mma.sync.aligned.m16n8k8.row.col.f16.tf32.tf32.f16 {%f1};", 1, 1, "the sums are .f32"},
        Case{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16 {%f1};", 1, 1, "it names four types"},
        Case{"ldmatrix.sync.aligned.m8n8.x4.global.b16 {%r1}, [%rd1];", 1, 1, "its matrices are in shared memory"},
        Case{"ldmatrix.sync.aligned.m16n16.x1.shared.b8 {%r1, %r2}, [%r3];", 1, 1, "matrices of .b8 are transposed"},
        Case{"ldmatrix.sync.aligned.m16n16.x4.trans.shared.b8 {%r1}, [%r3];", 1, 1, "at most two .m16n16"},
        Case{"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b16 {%r1}, [%r3];", 1, 1, "matrices of .b16 are .m8n8"},
        Case{"stmatrix.sync.aligned.m16n16.x1.trans.shared.b8 [%r3], {%r1};", 1, 1, "it stores .m16n8 of .b8"},
        Case{"ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%r1}, [%r2];", 1, 1, "elements of 4 and 6 bits"},
        Case{"fma.rn.oob.relu.f16 %h1, %h2, %h3, %h4;", 1, 1, "which NaN stands for what is out of bounds"},
        Case{"wmma.mma.sync.aligned.row.col.m16n16k16.rn.f32.f32 {%f1};", 1, 1, "a rounding is for sums of .f64"},
        Case{"mma.sync.aligned.m16n8k8.row.col.rz.f32.tf32.tf32.f32 {%f1};", 1, 1, "a rounding is for sums of .f64"},
        Case{"wmma.load.a.sync.aligned.row.m8n8k4.rn.f64 {%e1}, [%d1];", 1, 1, "it rounds nothing"},
        Case{"barrier.cluster.arrive;", 1, 1, "clusters are not modelled"},
        Case{"add.rz.f16 %h1, %h2, %h3;", 1, 1, "half precision is rounded by .rn"},
        Case{"add.cc.u16 %h1, %h2, %h3;", 1, 1, ".cc takes integers of 32 and 64 bits"},
        Case{"atom.global.add.f16 %h1, [%d1], %h2;", 1, 1, ".noftz goes with half"},
        Case{"cvt.pack.u16.s32 %r1, %r2, %r3;", 1, 1, ".sat is missing"},
        Case{"and.f32 %f1, %f2, %f3;", 1, 1, "type '.f32' does not fit"},
        Case{"add.s32.s32 %r1, %r2, %r3;", 1, 1, "type '.s32' does not fit"},
        Case{"add %r1, %r2, %r3;", 1, 1, "its type is missing"}, Case{"cvt.f32 %f1, %r1;", 1, 1, "its second type is missing"},
        Case{"add.rn.rz.f32 %f1, %f2, %f3;", 1, 1, "'.rz' contradicts an earlier suffix"},
        Case{"setp.s32 %p1, %r1, %r2;", 1, 1, "a comparison such as .eq is missing"},
        Case{"setp.lo.s32 %p1, %r1, %r2;", 1, 1, "this comparison means nothing for its type"},
        Case{"setp.lt.b32 %p1, %r1, %r2;", 1, 1, "this comparison means nothing for its type"},
        Case{"mul.s32 %r1, %r2, %r3;", 1, 1, "part .lo, .hi or .wide is missing"},
        Case{"mul.wide.s64 %d1, %d2, %d3;", 1, 1, ".wide takes types of 16 and 32 bits"},
        Case{"mul.lo.f32 %f1, %f2, %f3;", 1, 1, "a part means nothing"},
        Case{"cvt.s32.f32 %r1, %f1;", 1, 1, "rounding is missing"},
        Case{"cvt.rn.s32.f32 %r1, %f1;", 1, 1, "rounding to an integer"},
        Case{"cvt.rni.f32.s32 %f1, %r1;", 1, 1, "rounding to a floating type"},
        Case{"cvt.rn.s64.s32 %d1, %r1;", 1, 1, "rounding means nothing"},
        Case{"div.f32 %f1, %f2, %f3;", 1, 1, ".approx or a rounding is missing"},
        Case{"fma.f32 %f1, %f2, %f3, %f4;", 1, 1, "a rounding such as .rn is missing"},
        Case{"add.rni.f32 %f1, %f2, %f3;", 1, 1, "rounding is one of"},
        Case{"add.ftz.s32 %r1, %r2, %r3;", 1, 1, ".ftz takes .f32"}, Case{"add.sat.u32 %r1, %r2, %r3;", 1, 1, ".sat takes"},
        Case{"match.any.b32 %r1, %r2, -1;", 1, 1, ".sync is missing"},
        Case{"atom.global.add.b32 %r1, [%d1], 1;", 1, 1, "this operation means nothing"},
        Case{"red.global.exch.b32 [%d1], 1;", 1, 1, "use atom"},
        Case{"vote.sync.ballot.pred %p1, %p2, -1;", 1, 1, "ballot gives .b32"},
        Case{"sin.f32 %f1, %f2;", 1, 1, ".approx is missing"}, Case{".branchtargets a, b;", 1, 1, "needs a label before it"},
        Case{".reg .v2 .pred %v;", 1, 10, "a vector register has at most 128 bits, and no predicates"},
        Case{".reg .v4 .f64 %v;", 1, 10, "a vector register has at most 128 bits, and no predicates"}));

INSTANTIATE_TEST_SUITE_P(
    Operands, BodyErrorTest,
    testing::Values(
        Case{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%r1, {%f1, %f2}];", 1, 42, "no register of 64 bits"},
        Case{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%f1}];", 1, 47, "1 elements where 2 are wanted"},
        Case{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, {%h1, %f1}];", 1, 48, "wants .f32"},
        Case{"tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1, %f1];", 1, 47, "expected a vector"},
        Case{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%d1];", 1, 45, "expected ','"},
        Case{"tex.2d.v4.f32.f32 {%f1, %f2}, [%d1, {%f1, %f2}];", 1, 19, "2 elements where 4 are wanted"},
        Case{"sust.b.1d.v2.b32.trap [%d1, {%r1}], {%r1};", 1, 37, "1 elements where 2 are wanted"},
        Case{"add.s32 %r1, %r2;", 1, 17, "too few operands for 'add.s32', which takes 3"},
        Case{"add.s32 %r1, %r2, %r3, %r4;", 1, 22, "too many operands for 'add.s32', which takes 3"},
        Case{"add.s32 %r1, %r2, %x;", 1, 19, "'%x' is not declared"},
        Case{"add.s32 %r1, %r2, %r10;", 1, 19, "'%r10' is not declared"},
        Case{"add.s32 %r1, %r2, %r01;", 1, 19, "'%r01' is not declared"},
        Case{"add.s32 %d1, %r2, %r3;", 1, 9, "register '%d1' is .b64 where 'add' wants .s32"},
        Case{"add.s32 %r1, %f2, %r3;", 1, 14, "register '%f2' is .f32"},
        Case{"add.s32 %r1, %p2, %r3;", 1, 14, "register '%p2' is .pred"}, Case{"shl.b64 %d1, %d2, %d3;", 1, 19, "wants .b32"},
        Case{"mad.wide.s32 %d1, %r1, %r2, %r3;", 1, 29, "wants .s64"},
        Case{"cvt.rna.tf32.f32 %d1, %f1;", 1, 18, "register '%d1' is .b64 where 'cvt' wants .tf32"},
        Case{"cvt.rn.satfinite.e4m3x2.f32 %h1, %d1, %f1;", 1, 34, "register '%d1' is .b64 where 'cvt' wants .f32"},
        Case{"cvt.rn.f32.s32 %e1, %r1;", 1, 16, "register '%e1' is .f64 where 'cvt' wants .f32"},
        Case{"ld.global.u32 %e1, [%d1];", 1, 15, "register '%e1' is .f64 where 'ld' wants .u32"},
        Case{"add.s32 4, %r2, %r3;", 1, 9, "a literal does not fit here"},
        Case{"add.s32 %r1, %r2, 1.5;", 1, 19, "'1.5' is not a literal of type .s32"},
        Case{"add.f32 %f1, %f2, 1;", 1, 19, "'1' is not a literal of type .f32"},
        Case{"add.s32 %r1, %r2, 99999999999999999999;", 1, 19, "is not a literal of type .s32"},
        Case{"add.s32 %r1, %r2, 0f3F8;", 1, 19, "is not a literal"},
        Case{"add.s32 %r1, %r2, %tid.x;", 1, 19, "'%tid' is not declared"},
        Case{"mov.u32 %r1, %tid.w;", 1, 14, "'%tid.w' is neither declared nor a special register"},
        Case{"add.s32 %r1, %r2, counter;", 1, 19, "'counter' is not a register"},
        Case{"mov.u16 %h1, counter;", 1, 14, "an address does not fit in .u16"},
        Case{"@%r1 ret;", 1, 2, "'%r1' is not a predicate register"}, Case{"@%q ret;", 1, 2, "'%q' is not a predicate register"},
        Case{"add.s32 %r1, %r2, !%p1;", 1, 19, "a negated predicate does not fit here"},
        Case{"setp.eq.s32 %p1|%r2, %r3, 0;", 1, 17, "wants .pred"},
        Case{"add.s32 {%r1, %r2}, %r3, %r4;", 1, 9, "a vector does not fit here"},
        Case{"ld.global.v2.u32 %r1, [%d1];", 1, 18, "expected a vector"},
        Case{"ld.global.v2.u32 {%r1}, [%d1];", 1, 18, "this vector has 1 elements"},
        Case{"ld.global.v2.u32 {%r1,%r2,%r3}, [%d1];", 1, 18, "this vector has 3 elements"},
        Case{"mov.b64 {%r1, %r2, %r3, %r4}, %d1;", 1, 10, "4 parts of 32 bits do not make .b64"},
        Case{"ld.shared.u32 %r1, [counter];", 1, 21, "'counter' is in .global, not in .shared"},
        Case{"ld.global.u32 %r1, [%f1];", 1, 21, "cannot hold an address"},
        Case{"ld.global.u32 %r1, [%d1;", 1, 24, "expected ']'"}, Case{"ld.global.u32 %r1, %d1;", 1, 20, "expected '['"},
        Case{"ld.global.u32 %r1, [nowhere];", 1, 21, "'nowhere' is not declared"},
        Case{"bra nowhere;", 1, 5, "there is no label 'nowhere' here"},
        Case{"{ inner: ret; } bra inner;", 1, 21, "there is no label 'inner' here"},
        Case{"L: ret;\nL: ret;", 2, 1, "label 'L' is defined twice"}, Case{".reg .b32 %r<3>;", 1, 11, "'%r' is declared twice"},
        Case{"ret", 2, 1, "expected ';', found '}'"}, Case{"ret; # x", 1, 6, "'#' has no meaning in PTX"},
        Case{".loc 1 x 3", 1, 8, "expected a line"}, Case{".loc 99999999 1 1", 1, 6, "is more than"},
        Case{".reg .b32 %x<0xffffffffff>;", 1, 14, "is more than"},
        Case{".reg .v2 .b32 %v; mov.b32 %r1, %v.z;", 1, 34, "'.z' is no element of this .v2 register"},
        Case{".reg .v2 .b32 %v; add.u32 %r1, %v, %r1;", 1, 32, "'%v' is a vector, which does not fit here"},
        Case{".reg .v2 .b32 %v; mov.v2.b32 {%v, %r1}, %v;", 1, 31, "'%v' is a vector, which does not fit here"},
        Case{".reg .b128 %q; mov.b64 %d1, %q;", 1, 29, "'%q' has 128 bits, which do not fit here"},
        Case{"mov.v4.b32 {%r1, %r1, %r1, %r1}, %laneid;", 1, 34, "'%laneid' is no vector of four elements"},
        Case{"vadd.s32.s32.s32 %r1.b0, %r1, %r1;", 1, 18, "a fourth operand goes with"},
        Case{"vadd.s32.s32.s32.min %r1.b0, %r1, %r1, %r1;", 1, 22, "merged with c or combined with it, not both"},
        Case{"vadd.s32.s32.s32 %r1, %r1.b4, %r1;", 1, 26, "'.b4' names no parts that this operand has"},
        Case{"vadd2.s32.s32.s32 %r1, %r1.h4, %r1, %r1;", 1, 27, "'.h4' names no parts that this operand has"},
        Case{"vadd4.s32.s32.s32 %r1.b12, %r1, %r1, %r1;", 1, 22, "'.b12' names no parts that this operand has"},
        Case{"mov.u32 %r1, (1 + 2;", 1, 20, "expected ')', found ';'"},
        Case{"mov.u32 %r1, 1 +;", 1, 17, "';' is not a literal of type .u32"},
        Case{"mov.u32 %r1, 4 / (1 - 1);", 1, 16, "a division by zero"}, Case{"mov.u32 %r1, 4 % 0;", 1, 16, "a division by zero"},
        Case{"mov.u32 %r1, 1 < < 2;", 1, 18, "'<' is not a literal"},
        Case{"mov.u32 %r1, 1 ? 2;", 1, 19, "expected ':', found ';'"},
        Case{"mov.u32 %r1, 1.5 + 2;", 1, 14, "'1.5' is not a literal of type .u32"},
        Case{"mov.f32 %f1, 1.0 + 2.0;", 1, 18, "expected ';', found '+'"},
        Case{"mov.u32 %r1, 5 %3;", 1, 16, "expected ';', found '%3'"},
        Case{"ld.global.u32 %r1, [%d1 + 1 << 63];", 1, 25, "an offset is at most"},
        Case{"vmad.s32.s32.s32.po %r1, -%r1, %r1, %r1;", 1, 21, "a vmad has either .po or negative operands"}));

class ModuleErrorTest : public testing::TestWithParam<Case> {};

TEST_P(ModuleErrorTest, HasItsPlaceAndReason) {
  const auto& [text, line, column, message] = GetParam();
  const base::Error error = error_of(text);
  EXPECT_EQ(error.line, line) << error.message;
  EXPECT_EQ(error.column, column) << error.message;
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
}

INSTANTIATE_TEST_SUITE_P(
    Directives, ModuleErrorTest,
    testing::Values(
        Case{"", 1, 1, ".version directive is missing"}, Case{"hello", 1, 1, "expected a directive"},
        Case{"\x7f"
             "ELF",
             1, 1, "byte 0x7f has no meaning"},
        Case{".target sm_75", 1, 1, "expected .version"}, Case{".version eight", 1, 10, "expected a version"},
        Case{".version 8.0\n.frob", 2, 1, "directive '.frob' is not supported"},
        Case{".version 8.0\n.address_size 32", 2, 15, "only modules with .address_size 64"},
        Case{".version 8.0\n.global .texref t;", 2, 9, "expected a type"},
        Case{".version 8.0\n.global .u32 x[99999999999];", 2, 16, "is more than"},
        Case{".version 8.0\n.global .u32 x[65536][65537];", 2, 22, "larger than"},
        Case{".version 8.0\n.global .u64 x[4294967296];", 2, 14, "larger than"},
        Case{".version 8.0\n.global .u32 x[1] = {1, 2};", 2, 25, "more values than 'x' holds"},
        Case{".version 8.0\n.global .u32 x = 1.5;", 2, 18, "'1.5' is not a literal"},
        Case{".version 8.0\n.global .u64 x = y;", 2, 18, "'y' is neither a variable nor a function declared before"},
        Case{".version 8.0\n.global .u32 x, x;", 2, 17, "'x' is declared twice"},
        Case{".version 8.0\n.shared .u32 x = 1;", 2, 14, "only .global and .const"},
        Case{".version 8.0\n.global .pred x;", 2, 9, "a variable cannot be .pred"},
        Case{".version 8.0\n.global .u32 x[];", 2, 14, "'x' needs a size"},
        Case{".version 8.0\n.global .align 3 .u32 x;", 2, 16, "an alignment is a power of two"},
        Case{".version 8.0\n.global .u32 x = {{{{{{{{{1}}}}}}}}};", 2, 26, "nested more than 8 deep"},
        Case{".version 8.0\n.file 1 name", 2, 9, "expected a path in quotes"},
        Case{".version 8.0\n.section .debug_info {", 2, 22, "never closed"},
        Case{".version 8.0\n.entry k() { ret; } .entry k() { ret; }", 2, 28, "entry 'k' is defined twice"},
        Case{".version 8.0\n.entry k(.param .u32 a, .param .u32 a) { ret; }", 2, 37, "'a' is declared twice"},
        Case{".version 8.0\n.entry k(.param .b8 a[32765]) { ret; }", 2, 23, "is more than"},
        Case{".version 8.0\n.entry k(.param .b8 a[32764], .param .u64 b) { ret; }", 2, 31, "parameters take more than"},
        Case{".version 8.0\n.entry k() .reqnctapercluster 2 { ret; }", 2, 12, "'.reqnctapercluster' is not supported"},
        Case{".version 8.0\n.entry k() .maxntid 1,2,3,4 { ret; }", 2, 27, "more than three dimensions"},
        Case{".version 8.0\n.entry k() { ret;", 2, 12, "the body of 'k' is never closed"},
        Case{".version 8.0\n/* ", 2, 1, "this comment is never closed"}));

TEST(Limits, BlocksNestOnlySoDeep) {
  EXPECT_NE(error_of(entry_text(std::string(100000, '{'))).message.find("nested more than 64 deep"), std::string::npos);
}

TEST(Limits, ConstantsNestOnlySoDeep) {
  for (const char* part : {"(", "-", "!", "~", "(.s64)", "1 ? 2 : "}) {
    std::string text = "mov.u64 %d1, ";
    for (int i = 0; i < 100'000; ++i) text += part;
    EXPECT_NE(error_of(entry_text(text + "1;")).message.find("nested more than 100 deep"), std::string::npos) << part;
  }
  std::string sum = "mov.u64 %d1, 1";
  for (int i = 0; i < 100'000; ++i) sum += " + 1";
  EXPECT_EQ(first_of(sum + ";").operands.back().bits, 100'001u);
}

TEST(Limits, InstructionsAreCounted) {
  std::string body;
  for (int i = 0; i < (1 << 20) + 1; ++i) body += "ret;";
  EXPECT_NE(error_of(entry_text(body)).message.find("more than 1048576 instructions"), std::string::npos);
}

TEST(Limits, VariablesAreCounted) {
  std::string text = ".version 8.0\n";
  for (int i = 0; i < (1 << 16) + 1; ++i) text += ".global .u8 v" + std::to_string(i) + ";\n";
  EXPECT_NE(error_of(text).message.find("more than 65536 variables"), std::string::npos);
}

}  // namespace
}  // namespace warplens::ptx
