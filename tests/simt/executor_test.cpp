#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "simt/code/decode/program.h"
#include "simt/code/execute/operation.h"
#include "tests/simt/launcher.h"

// The operations compiled for newer CPUs give the same bits as the portable ones.

namespace warplens::simt {
namespace {

#ifdef WARPLENS_X86_64_V3

/// Random bits, including special values such as zeros, infinities and NaNs.
std::uint64_t random_bits(base::Random& random) {
  static constexpr std::uint64_t special[] = {0,
                                              1,
                                              0x3f800000,
                                              0x80000000,
                                              0xffffffff,
                                              0x7f800000,
                                              0xff800000,
                                              0x7fc00000,
                                              0x00000001,
                                              0x7f7fffff,
                                              0x8000000000000000,
                                              0x7ff0000000000000,
                                              0x7ff8000000000000,
                                              0x3ff0000000000000,
                                              0x0000000000000001,
                                              0xffffffffffffffff};
  const std::uint64_t value = random.next();
  return random.below(4) == 0 ? special[random.below(16)] : value >> random.below(64);
}

TEST(Executor, BothInstructionSetsGiveTheSameBits) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "this processor is too old for the second";
  base::Random random(99);
  const std::vector<std::byte> parameters(4096);
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_INSTRUCTIONS_FOLDER)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ifstream file(entry.path());
    auto module = ptx::parse({std::istreambuf_iterator<char>(file), {}}, entry.path().filename().string());
    ASSERT_TRUE(module.ok());
    const auto program = decode(*module, 0, two_sm_toy());
    ASSERT_TRUE(program.ok());
    const ptx::Function& function = module->functions[0];
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
      const Decoded& decoded = program->code[i];
      if (decoded.execute == nullptr) continue;
      const Execute everywhere = baseline::executor().select(function.instructions[i], function).execute;
      const Execute newer = x86_64_v3::executor().select(function.instructions[i], function).execute;
      ASSERT_EQ(everywhere == nullptr, newer == nullptr);
      if (everywhere == nullptr) continue;
      for (int round = 0; round < 20; ++round) {
        std::vector<std::uint64_t> first(program->register_bytes / 8 + 64);
        for (std::uint64_t& cell : first)
          cell = random.below(2) == 0 ? random_bits(random) : random_bits(random) << 32 | (random_bits(random) & 0xffffffffu);
        std::vector<std::uint64_t> second = first;
        const auto active = round % 2 == 0 ? all_lanes : static_cast<std::uint32_t>(random.next()) | 1;
        everywhere({reinterpret_cast<std::byte*>(first.data()), program->constants.data(), parameters.data()}, decoded, active);
        newer({reinterpret_cast<std::byte*>(second.data()), program->constants.data(), parameters.data()}, decoded, active);
        ASSERT_EQ(first, second) << entry.path().filename() << ", instruction at line " << function.instructions[i].ptx_line;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10'000);
}

#endif

}  // namespace
}  // namespace warplens::simt
