#include <gtest/gtest.h>

#include "launch/memory_bytes.h"
#include "simt/machine/launch_memory.h"
#include "simt/programs.h"
#include "tests/simt/launcher.h"

// How much memory a launch may take, and what is kept after it. No test needs what it speaks of.

namespace warplens::simt {
namespace {

using launch::ElementType;

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

/// A kernel that uses so many registers of 64 bits, 256 bytes each for a warp.
std::string with_registers(int count) {
  std::string body = ".reg .b64 %r<" + std::to_string(count) + ">;\n";
  for (int k = 0; k < count; ++k) body += "mov.u64 %r" + std::to_string(k) + ",1;\n";
  return entry_text("", body + "ret;");
}

DeviceSpec toy_with(std::uint64_t max_launch_bytes) {
  DeviceSpec spec = two_sm_toy();
  spec.max_launch_bytes = max_launch_bytes;
  return spec;
}

std::string refusal(const launch::Launch& launch, const DeviceSpec& spec) {
  launch::Progress progress;
  const auto result = make_device(spec)->run(launch, progress);
  return result ? "" : result.error().message;
}

TEST(LaunchMemory, RegistersOfAllResidentThreadsCount) {
  // 256 bytes × 60,000 registers × 32 warps × 1,024 multiprocessors: 469 GiB, from a text of 1 MB.
  launch::Launch launch = launch_of(with_registers(60'000), 1u << 20, 1024, {});
  launch.multiprocessors = launch::max_multiprocessors;
  const std::string message = refusal(launch, two_sm_toy());
  EXPECT_NE(message.find("120,002 of 32 bits for each of 1,048,576 threads that run at once on 1,024 multiprocessors"),
            std::string::npos)
      << message;
}

TEST(LaunchMemory, TheRefusalHasTheNumbersAndWhatToChange) {
  // 128 warps, of 1,000 registers and the sink.
  const launch::Launch launch = launch_of(with_registers(1'000), 100, 1024, {});
  EXPECT_EQ(refusal(launch, toy_with(10 * mebi)),
            "the launch needs 16 MiB of memory, and may take 10 MiB here: 16 MiB for registers, 2,002 of 32 bits for each of "
            "2,048 threads that run at once on 2 multiprocessors. Fewer multiprocessors or smaller blocks need less, and so does "
            "a kernel with less of its own");
  EXPECT_EQ(refusal(launch, toy_with(17 * mebi)), "");
}

TEST(LaunchMemory, ATinyGridHasFewRegisters) {
  launch::Launch launch = launch_of(with_registers(1'000), 1, 32, {});
  launch.multiprocessors = launch::max_multiprocessors;
  EXPECT_EQ(refusal(launch, toy_with(mebi)), "");
}

TEST(LaunchMemory, EverythingElseCounts) {
  const std::string text =
      ".version 7.0\n.target sm_75\n.address_size 64\n.global .align 4 .b8 table[1048576];\n"
      ".visible .entry kernel(.param .u64 data)\n{\n.local .align 4 .b8 own[1024]; .shared .align 4 .b8 tile[4096];\n"
      ".reg .b64 %a; .reg .b32 %v;\nmov.u64 %a, table; ld.global.u32 %v, [%a]; st.local.u32 [own], %v; st.shared.u32 [tile], "
      "%v;\n"
      "ld.param.u64 %a, [data]; st.global.u32 [%a], %v; ret;\n}\n";
  launch::Launch launch = launch_of(text, 2, 64, {buffer(ElementType::u32, std::vector<std::uint32_t>(mebi / 2))});
  const auto program = decode(*launch.module, launch.entry, two_sm_toy());
  ASSERT_TRUE(program.ok()) << describe(program.error());
  LaunchMemory memory = memory_of(launch, *program, two_sm_toy());
  EXPECT_EQ(memory.buffers, 2 * 2 * mebi) << "the content before, and the copy that becomes the output";
  EXPECT_EQ(memory.variables, mebi);
  EXPECT_EQ(memory.local, 2 * 64 * 1024u);
  EXPECT_GE(memory.shared, 2 * 4096u);
  EXPECT_LE(memory.shared, 2 * (4096u + 1024u));
  EXPECT_EQ(memory.trace, 0u);
  EXPECT_EQ(memory.check, 0u);
  launch.check = true;
  launch.trace_level = trace::Level::full;
  memory = memory_of(launch, *program, two_sm_toy());
  EXPECT_EQ(memory.trace, launch.trace_budget);
  EXPECT_GE(memory.check, memory.buffers + memory.variables);
  EXPECT_NE(refusal(launch, toy_with(mebi)).find("for the trace"), std::string::npos);
}

TEST(LaunchMemory, HoldsInEachWayToRun) {
  const launch::Launch launch = launch_of(
      entry_text(".param .u64 data", ".reg .b64 %r<1000>; .reg .b64 %a; ld.param.u64 %a, [data]; st.global.u32 [%a], 1; ret;"), 2,
      32, {buffer(ElementType::u32, std::vector<std::uint32_t>(mebi))});
  const auto device = make_device(toy_with(4 * mebi));
  launch::Progress progress;
  const auto is_refused = [](const auto& result) {
    return !result.ok() && result.error().message.find("may take 4 MiB here") != std::string::npos;
  };
  EXPECT_TRUE(is_refused(device->run(launch, progress)));
  EXPECT_TRUE(is_refused(device->history(launch, progress)));
  EXPECT_TRUE(is_refused(device->stepper(launch)));
  EXPECT_TRUE(is_refused(device->search(launch, {.output = 0, .element = 0}, 1, progress)));
  launch::Progress sliced;
  sliced.slices = std::make_unique<launch::Slices>(std::chrono::milliseconds(0));
  EXPECT_TRUE(is_refused(device->run(launch, sliced)));
}

TEST(LaunchMemory, SteppingNeedsMoreForTheStatesThatItGoesBackTo) {
  const launch::Launch launch = launch_of(with_registers(1'000), 100, 1024, {});
  const auto device = make_device(toy_with(20 * mebi));
  launch::Progress progress;
  EXPECT_TRUE(device->run(launch, progress).ok());
  const auto stepper = device->stepper(launch);
  ASSERT_FALSE(stepper.ok());
  EXPECT_NE(stepper.error().message.find("for the states that stepping goes back to"), std::string::npos);
}

TEST(LaunchMemory, StacksGrowIntoWhatIsLeft) {
  const std::string text =
      ".version 7.3\n.target sm_75\n.address_size 64\n.func f()\n{\n.local .b8 own[4096]; .reg .b32 %r;\nst.local.u32 [own], 1; "
      "call f;\nld.local.u32 %r,[own]; ret;\n}\n"
      ".visible .entry kernel()\n{\ncall f;\nret;\n}\n";
  const auto fault_of = [&](const DeviceSpec& spec) {
    launch::Progress progress;
    const auto result = make_device(spec)->run(launch_of(text, 1, 1024, {}), progress);
    return result && result->fault ? result->fault->message : "";
  };
  EXPECT_NE(fault_of(toy_with(40 * mebi)).find("the threads that run at once have 9 MiB of local memory together"),
            std::string::npos)
      << fault_of(toy_with(40 * mebi));
}

TEST(LaunchMemory, RegistersThatCallsSaveCount) {
  // The atomic lets all warps come equally deep. With 1,000 registers on an H100 this took gigabytes until it was ended.
  std::string body = ".reg .b32 %r<100>; .reg .b32 %s;\n", sum;
  for (int k = 0; k < 100; ++k) {
    body += "mov.u32 %r" + std::to_string(k) + ",%clock;";
    sum += "add.u32 %s,%s,%r" + std::to_string(k) + ";";
  }
  const std::string text = ".version 7.3\n.target sm_75\n.address_size 64\n.global .u32 c;\n.func f(){\n" + body +
                           "atom.global.add.u32 %s,[c],1; call f;\n" + sum + "ret;}\n.visible .entry kernel(){call f;ret;}\n";
  launch::Progress progress;
  const auto result = make_device(toy_with(40 * mebi))->run(launch_of(text, 2, 1024, {}), progress);
  ASSERT_TRUE(result.ok() && result->fault);
  EXPECT_NE(result->fault->message.find("the threads that run at once have 9 MiB of memory for the registers that calls save"),
            std::string::npos)
      << result->fault->message;
}

TEST(LaunchMemory, CallsThatHaveEndedCountNoMore) {
  // 64 calls, one after the other, with what one of them saves left in memory.
  const std::string text =
      ".version 7.3\n.target sm_75\n.address_size 64\n.func f(.reg .b32 n){\n.reg .pred %p; .reg .b32 %m;\n"
      "setp.eq.u32 %p, n, 0; @%p ret; sub.u32 %m, n, 1; call f, (%m); ret;}\n"
      ".visible .entry kernel(){ .reg .pred %p; .reg .b32 %i; mov.u32 %i, 64;\n"
      "L: call f, (4); sub.u32 %i, %i, 1; setp.ne.u32 %p, %i, 0; @%p bra L; ret;}\n";
  launch::Progress progress;
  const auto result = make_device(toy_with(mebi / 2))->run(launch_of(text, 8, 64, {}), progress);
  ASSERT_TRUE(result.ok()) << describe(result.error());
  EXPECT_FALSE(result->fault) << result->fault->message;
}

/// A module of 10,000 instructions.
std::string long_text(int number) {
  std::string body = "mov.u32 %r," + std::to_string(number) + ";";
  for (int k = 0; k < 10'000; ++k) body += "ret;";
  return entry_text("", ".reg .b32 %r;" + body);
}

TEST(KeptPrograms, AreThoseUsedLastUpToASize) {
  const launch::Launch a = launch_of(long_text(1), 1, 32, {}), b = launch_of(long_text(2), 1, 32, {}),
                       c = launch_of(long_text(3), 1, 32, {});
  std::uint64_t one = 0;
  {
    Programs programs;
    ASSERT_TRUE(programs.of(a, two_sm_toy()).ok());
    one = programs.bytes();
    EXPECT_GT(one, 10'000 * (sizeof(Decoded) + sizeof(ptx::Instruction)));
  }
  Programs programs(2 * one + one / 2);
  const auto kept = [&](const launch::Launch& launch) { return programs.of(launch, two_sm_toy()).value().get(); };
  const DecodedProgram* const first = kept(a);
  kept(b);
  EXPECT_EQ(kept(a), first);
  kept(c);
  EXPECT_LE(programs.bytes(), 2 * one + one / 2);
  EXPECT_EQ(kept(a), first) << "b was used least recently";
  Programs none(one / 2);
  const auto alone = none.of(a, two_sm_toy());
  ASSERT_TRUE(alone.ok());
  EXPECT_EQ(none.bytes(), 0u);
  EXPECT_EQ(alone.value().use_count(), 1) << "nobody else keeps it";
}

TEST(SavedRegisters, OfRecursiveCallsHaveALimit) {
  // 3,000 live registers at each of 2,000 calls; 40,000 at 40,000 took 11 GB and 45 seconds.
  std::string body = ".reg .b32 %r<3000>; .reg .b32 %s;\n", sum;
  for (int k = 0; k < 3'000; ++k) {
    body += "mov.u32 %r" + std::to_string(k) + ",%clock;";
    sum += "add.u32 %s,%s,%r" + std::to_string(k) + ";";
  }
  for (int k = 0; k < 2'000; ++k) body += "call f;\n";
  const std::string text = ".version 7.3\n.target sm_75\n.address_size 64\n.func f(){\n" + body + sum +
                           "ret;}\n.visible .entry kernel(){call f;ret;}\n";
  const std::string message = refusal(launch_of(text, 1, 32, {}), two_sm_toy());
  EXPECT_EQ(message,
            "the SIMT machine cannot run 'call': the program's recursive calls save more than 4194304 registers together");
}

}  // namespace
}  // namespace warplens::simt
