#include "ptx/instrument/instrument.h"
#include "ptx/instrument/record_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "ptx_text.h"

// The text of instrumented PTX. Its behaviour is tested on the SIMT machine (tests/simt, tests/zoo).

namespace warplens::ptx {
namespace {

Module module_of(std::string text) {
  auto module = parse(std::move(text), "test.ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  return std::move(*module);
}

Instrumented instrumented(const std::string& text, std::uint64_t own_bytes = 0) {
  auto result = instrument(module_of(text), own_bytes);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return std::move(*result);
}

/// The text without the registers for chunks, and without the inserted blocks "{ … %wl_… }", of which only the original statement
/// remains.
std::string without_records(std::string text) {
  const std::string registers = chunk_registers();
  for (std::size_t at = text.find(registers); at != std::string::npos; at = text.find(registers))
    text.erase(at, registers.size());
  for (std::size_t begin = text.find("{\n\t.reg .pred %wl_"); begin != std::string::npos;
       begin = text.find("{\n\t.reg .pred %wl_")) {
    const std::size_t end = text.find("\n\t}", begin) + 3;
    const std::string block = text.substr(begin, end - begin);
    std::string kept;
    for (std::size_t line = block.find('\n'); line + 3 < block.size(); line = block.find('\n', line + 1)) {
      const std::string one = block.substr(line + 2, block.find('\n', line + 1) - line - 2);
      if (one.find("%wl_") == std::string::npos && one.find("warplens_") == std::string::npos) kept += one;
    }
    text.replace(begin, end - begin, kept);
  }
  return text;
}

TEST(Instrument, LeavesEverythingElseOfTheTextAsItWas) {
  for (const char* name : {"counter", "histogram", "increment"}) {
    const auto text = base::read_text(base::resource_folder() / "kernels" / (std::string(name) + ".ptx"));
    ASSERT_TRUE(text.ok());
    std::string got = without_records(instrumented(*text).text);
    const std::size_t start = got.find(".visible .global .align 128 .u64 warplens_record_buffer");
    const std::size_t end = got.find("\tret;\n}\n\n", start) + 9;
    ASSERT_NE(start, std::string::npos);
    got.erase(start, end - start);
    EXPECT_EQ(got, *text) << name;
  }
}

/// A register that is declared with the name of a special one is read as the special one by NVIDIA's assembler (seen on an H200).
TEST(Instrument, NoRegisterHasTheNameOfASpecialOne) {
  const Module module = module_of(instrumented(entry_text("ld.param.u64 %d1, [pointer]; ld.global.u32 %r1, [%d1];\n")).text);
  const auto is_special = [](const std::string& name) {
    return parse(entry_text("mov.u32 %r1, " + name + ";"), "test.ptx").ok() ||
           parse(entry_text("mov.u64 %d1, " + name + ";"), "test.ptx").ok();
  };
  EXPECT_TRUE(is_special("%clock"));
  const auto record = std::ranges::find(module.functions, "warplens_reserve", &Function::name);
  ASSERT_NE(record, module.functions.end());
  EXPECT_GT(record->registers.size(), 15u);
  for (const Register& reg : record->registers) EXPECT_FALSE(is_special(reg.name)) << reg.name;
}

TEST(Instrument, RecordsAccessesToGlobalAndSharedMemoryAndBarriers) {
  const Module module =
      module_of(entry_text("ld.param.u64 %d1, [pointer]; ld.global.u32 %r1, [%d1]; st.shared.u32 [tile], %r1; bar.sync 0;\n"
                           "add.u32 %r2, %r1, 1; atom.add.u32 %r3, [%d1], 1; red.global.add.u32 [counter], 1;\n"
                           ".local .u32 mine; st.local.u32 [mine], 1; bar.warp.sync -1; prefetch.global.L1 [%d1]; ret;"));
  const auto result = instrument(module);
  ASSERT_TRUE(result.ok());
  std::vector<std::uint32_t> recorded;
  for (const RecordSite& site : result->sites) recorded.push_back(site.instruction);
  EXPECT_EQ(recorded, (std::vector<std::uint32_t>{1, 2, 3, 5, 6}));
  EXPECT_EQ(result->unrecorded, 0u);
}

TEST(Instrument, FunctionsThatMayBeRecursiveReserveEachRecord) {
  const Module module = module_of(R"(.version 7.0
.target sm_75
.address_size 64
.func leaf(.reg .b64 %at) { st.global.u32 [%at], 1; ret; }
.func recursive(.reg .b64 %at) { st.global.u32 [%at], 1; call recursive, (%at); ret; }
.visible .entry kernel(.param .u64 data) { .reg .b64 %d; ld.param.u64 %d, [data]; call leaf, (%d); call recursive, (%d); ret; }
)");
  const auto keeps = [&](const char* name) {
    const auto found = std::ranges::find(module.functions, name, &Function::name);
    return found != module.functions.end() && keeps_chunk(*found);
  };
  EXPECT_TRUE(keeps("leaf"));
  EXPECT_TRUE(keeps("kernel"));
  EXPECT_FALSE(keeps("recursive"));
  const std::string text = instrument(module)->text;
  const std::size_t start = text.find(".func recursive");
  EXPECT_NE(text.find("mov.b32 %wl_chunk_lanes, 0;\n\tactivemask", start), std::string::npos);
  EXPECT_EQ(text.find("mov.b32 %wl_chunk_lanes, 0;\n\tactivemask"),
            text.find("mov.b32 %wl_chunk_lanes, 0;\n\tactivemask", start));
}

TEST(Instrument, SaysHowManyInstructionsItCannotRecord) {
  const auto unrecorded = [](const std::string& body) { return instrumented(entry_text(body, "8.0", "sm_80")).unrecorded; };
  EXPECT_EQ(unrecorded("cp.async.ca.shared.global [tile], [%d1], 4; cp.async.wait_all; st.global.u32 [%d1], 1; ret;"), 0u);
  EXPECT_EQ(unrecorded("cp.async.ca.shared.global [tile], [%d1], 4, %r1; mbarrier.inval.shared.b64 [tile]; ret;"), 2u);
  EXPECT_EQ(unrecorded("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [tile], %r1, [tile+8]; ret;"), 1u);
}

TEST(Instrument, WordsOfARecordAreTheAddressAndTheValues) {
  const auto words = [](const std::string& body) { return record_words(first_of(body)); };
  EXPECT_EQ(words("bar.sync 0;"), 0u);
  EXPECT_EQ(words("ld.global.u32 %r1, [%d1];"), 2u);
  EXPECT_EQ(words("st.global.v4.f32 [%d1], {%f1, %f2, %f3, %f4};"), 5u);
  EXPECT_EQ(words("atom.global.add.u32 %r1, [%d1], 1;"), 3u);
  EXPECT_EQ(words("atom.global.cas.b64 %d1, [%d1], 1, 2;"), 4u);
  EXPECT_EQ(words("cp.async.ca.shared.global [tile], [%d1], 4;"), 3u);
  EXPECT_EQ(words("cp.async.cg.shared.global [tile], [%d1], 16;"), 4u);
  EXPECT_EQ(record_lane_words(first_of("atom.global.add.u32 %r1, [%d1], 1;")), 4u);
}

TEST(Instrument, RaisesAVersionThatIsTooOldForIt) {
  const std::string body = "st.global.u32 [%d1], 1; ret;";
  EXPECT_EQ(module_of(instrumented(entry_text(body, "6.0")).text).version_minor, 2);
  EXPECT_EQ(module_of(instrumented(entry_text(body, "8.3")).text).version_minor, 3);
}

TEST(Instrument, KeepsRecordsInTheModuleWhereItIsTold) {
  const Module module = module_of(instrumented(entry_text("st.global.u32 [%d1], 1; ret;"), 4096).text);
  std::uint64_t size = 0;
  for (const Variable& variable : module.variables) size += variable.name == records_name ? variable.size : 0;
  EXPECT_EQ(size, 4096u);
}

TEST(Instrument, IsDoneOnce) {
  const auto again = instrument(module_of(instrumented(entry_text("st.global.u32 [%d1], 1; ret;")).text));
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().message.find("already"), std::string::npos);
}

/// The toolkit's assembler, or nothing.
std::filesystem::path assembler() {
  const std::filesystem::path found = base::find_program("ptxas");
  if (!found.empty()) return found;
  return std::filesystem::exists("/usr/local/cuda/bin/ptxas") ? "/usr/local/cuda/bin/ptxas" : "";
}

/// The assembler's messages about instrumented `text`; empty if it accepts the text.
std::string complaint(const std::string& text, const std::string& target) {
  const auto folder = base::TemporaryFolder::create();
  if (!folder || !base::write_file(folder->path() / "k.ptx", text).ok()) return "no folder to work in";
  const auto run = base::run_process(
      assembler(), {"-O0", "-arch=" + target, (folder->path() / "k.ptx").string(), "-o", (folder->path() / "k.cubin").string()},
      std::chrono::seconds(60));
  if (!run) return run.error().message;
  return run->exit_status == 0 ? "" : run->output;
}

TEST(Instrument, TheAssemblerTakesEveryKernelForOldAndNewProcessors) {
  if (assembler().empty()) GTEST_SKIP() << "no ptxas here";
  for (const auto& file : std::filesystem::directory_iterator(base::resource_folder() / "kernels")) {
    if (file.path().extension() != ".ptx") continue;
    const auto text = base::read_text(file.path());
    ASSERT_TRUE(text.ok());
    const std::string made = instrumented(*text).text;
    for (const char* target : {"sm_75", "sm_90", "sm_100"})
      EXPECT_EQ(complaint(made, target), "") << file.path() << " " << target;
  }
}

TEST(Instrument, TheAssemblerTakesEveryKindOfAccess) {
  if (assembler().empty()) GTEST_SKIP() << "no ptxas here";
  int taken = 0;
  for (const auto& file : std::filesystem::directory_iterator(WARPLENS_INSTRUCTIONS_FOLDER)) {
    const std::string name = file.path().filename().string();
    constexpr std::array starts{"ld.", "st.", "atom.", "red.", "bar.", "barrier."};
    if (std::none_of(starts.begin(), starts.end(), [&](const char* start) { return name.starts_with(start); })) continue;
    const auto text = base::read_text(file.path());
    ASSERT_TRUE(text.ok());
    const Module module = module_of(*text);
    EXPECT_EQ(complaint(instrumented(*text).text, module.target), "") << name;
    ++taken;
  }
  EXPECT_GT(taken, 30);
}

}  // namespace
}  // namespace warplens::ptx
