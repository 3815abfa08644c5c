#include "nvvm_compiler/dialect.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::nvvm_compiler {
namespace {

/// Functions of NVVM IR, and ours that do the same (functions_of_dialect()).
constexpr struct {
  std::string_view nvvm, ours;
} replaced[] = {
    {"llvm.nvvm.vote.sync", "__warplens_vote_sync"},
    {"llvm.nvvm.shfl.sync.i32", "__warplens_shfl_sync"},
    {"llvm.nvvm.match.all.sync.i32", "__warplens_match_all_sync_i32"},
    {"llvm.nvvm.match.all.sync.i64", "__warplens_match_all_sync_i64"},
};

/// "llvm.nvvm.ptr.shared.to.gen.p0i8.p3i8", and the same of the other memory spaces.
bool is_cast_to_generic(std::string_view name) {
  return name.starts_with("llvm.nvvm.ptr.") && name.find(".to.gen.") != std::string_view::npos;
}

void replace_casts(const Llvm& llvm, LlvmContext* context, LlvmValue* cast) {
  std::vector<LlvmValue*> calls;
  for (LlvmUse* use = llvm.LLVMGetFirstUse(cast); use != nullptr; use = llvm.LLVMGetNextUse(use))
    if (LlvmValue* const call = llvm.LLVMIsACallInst(llvm.LLVMGetUser(use)); call != nullptr) calls.push_back(call);
  LlvmBuilder* const builder = llvm.LLVMCreateBuilderInContext(context);
  for (LlvmValue* const call : calls) {
    if (llvm.LLVMGetCalledValue(call) != cast) continue;
    llvm.LLVMPositionBuilderBefore(builder, call);
    LlvmValue* const pointer = llvm.LLVMBuildAddrSpaceCast(builder, llvm.LLVMGetOperand(call, 0), llvm.LLVMTypeOf(call), "");
    llvm.LLVMReplaceAllUsesWith(call, pointer);
    llvm.LLVMInstructionEraseFromParent(call);
  }
}

/// What threads of a warp do together must not be merged with the same in the other branch: barriers, votes, and assembly in the
/// text, such as "activemask.b32".
void keep_in_place(const Llvm& llvm, LlvmAttribute* convergent, LlvmAttribute* nomerge, LlvmValue* function) {
  for (LlvmBlock* block = llvm.LLVMGetFirstBasicBlock(function); block != nullptr; block = llvm.LLVMGetNextBasicBlock(block)) {
    for (LlvmValue* instruction = llvm.LLVMGetFirstInstruction(block); instruction != nullptr;
         instruction = llvm.LLVMGetNextInstruction(instruction)) {
      LlvmValue* const call = llvm.LLVMIsACallInst(instruction);
      if (call == nullptr) continue;
      LlvmValue* const called = llvm.LLVMGetCalledValue(call);
      const bool is_assembly = llvm.LLVMIsAInlineAsm(called) != nullptr;
      if (is_assembly) llvm.LLVMAddCallSiteAttribute(call, function_index, convergent);
      if (is_assembly || name_of(llvm, called).starts_with("llvm.nvvm."))
        llvm.LLVMAddCallSiteAttribute(call, function_index, nomerge);
    }
  }
}

}  // namespace

void translate_dialect(const Llvm& llvm, LlvmContext* context, LlvmModule* module) {
  const auto attribute = [&](std::string_view name) {
    return llvm.LLVMCreateEnumAttribute(context, llvm.LLVMGetEnumAttributeKindForName(name.data(), name.size()), 0);
  };
  LlvmAttribute *const convergent = attribute("convergent"), *const nomerge = attribute("nomerge");
  for (LlvmValue* const function : functions_of(llvm, module)) {
    const std::string name = name_of(llvm, function);
    if (is_cast_to_generic(name)) replace_casts(llvm, context, function);
    if (name.starts_with("llvm.")) continue;  // LLVM knows its own
    llvm.LLVMAddAttributeAtIndex(function, function_index, convergent);
    keep_in_place(llvm, convergent, nomerge, function);
  }
  for (const auto& [nvvm, ours] : replaced)
    if (LlvmValue* const function = llvm.LLVMGetNamedFunction(module, nvvm.data()); function != nullptr)
      llvm.LLVMSetValueName2(function, ours.data(), ours.size());
}

void remove_unused_variables(const Llvm& llvm, LlvmModule* module) {
  constexpr std::string_view of_kernels[] = {"__errcode__", "__tidx__",   "__tidy__",  "__tidz__",
                                             "__ctaidx__",  "__ctaidy__", "__ctaidz__"};
  for (LlvmValue* const variable : variables_of(llvm, module)) {
    const std::string name = name_of(llvm, variable);
    const auto ends_as = [&](std::string_view ending) { return name.ends_with(ending); };
    const bool of_numba =
        name.starts_with("_ZN08NumbaEnv") || (name.starts_with("_ZN6cudapy") && std::ranges::any_of(of_kernels, ends_as));
    if (of_numba && llvm.LLVMGetFirstUse(variable) == nullptr) llvm.LLVMDeleteGlobal(variable);
  }
}

const char* functions_of_dialect() {
  // Modes of a vote: all, any, equal, ballot; of a shuffle: by index, up, down, by exclusive or ("NVVM IR Specification",
  // "Warp-level Intrinsics").
  return R"(
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.uni.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.bfly.i32p(i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32, i64)

define {i32, i1} @__warplens_vote_sync(i32 %members, i32 %mode, i1 %predicate) alwaysinline convergent {
  switch i32 %mode, label %ballot [ i32 0, label %all
                                    i32 1, label %any
                                    i32 2, label %equal ]
all:
  %is_all = call i1 @llvm.nvvm.vote.all.sync(i32 %members, i1 %predicate) nomerge
  %of_all = insertvalue {i32, i1} zeroinitializer, i1 %is_all, 1
  ret {i32, i1} %of_all
any:
  %is_any = call i1 @llvm.nvvm.vote.any.sync(i32 %members, i1 %predicate) nomerge
  %of_any = insertvalue {i32, i1} zeroinitializer, i1 %is_any, 1
  ret {i32, i1} %of_any
equal:
  %is_equal = call i1 @llvm.nvvm.vote.uni.sync(i32 %members, i1 %predicate) nomerge
  %of_equal = insertvalue {i32, i1} zeroinitializer, i1 %is_equal, 1
  ret {i32, i1} %of_equal
ballot:
  %votes = call i32 @llvm.nvvm.vote.ballot.sync(i32 %members, i1 %predicate) nomerge
  %of_ballot = insertvalue {i32, i1} zeroinitializer, i32 %votes, 0
  ret {i32, i1} %of_ballot
}
define {i32, i1} @__warplens_shfl_sync(i32 %members, i32 %mode, i32 %value, i32 %lane, i32 %clamp) alwaysinline convergent {
  switch i32 %mode, label %bfly [ i32 0, label %idx
                                  i32 1, label %up
                                  i32 2, label %down ]
idx:
  %of_idx = call {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32 %members, i32 %value, i32 %lane, i32 %clamp) nomerge
  ret {i32, i1} %of_idx
up:
  %of_up = call {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32 %members, i32 %value, i32 %lane, i32 %clamp) nomerge
  ret {i32, i1} %of_up
down:
  %of_down = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 %members, i32 %value, i32 %lane, i32 %clamp) nomerge
  ret {i32, i1} %of_down
bfly:
  %of_bfly = call {i32, i1} @llvm.nvvm.shfl.sync.bfly.i32p(i32 %members, i32 %value, i32 %lane, i32 %clamp) nomerge
  ret {i32, i1} %of_bfly
}
define {i32, i1} @__warplens_match_all_sync_i32(i32 %members, i32 %value) alwaysinline convergent {
  %match = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 %members, i32 %value) nomerge
  ret {i32, i1} %match
}
define {i32, i1} @__warplens_match_all_sync_i64(i32 %members, i64 %value) alwaysinline convergent {
  %match = call {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32 %members, i64 %value) nomerge
  ret {i32, i1} %match
}
)";
}

}  // namespace warplens::nvvm_compiler
