#include "runtime/kernels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "runtime/ptx_link.h"

// Modules that a program loads while it runs, and texts of PTX that become one.

namespace warplens::runtime {
namespace {

const std::string head = ".version 7.0\n.target sm_75\n.address_size 64\n";
const std::string module_text = head + R"(.visible .global .align 4 .u32 factor = 7;
.visible .entry scale(.param .u64 numbers, .param .f32 by)
{
  ret;
}
.visible .func helper()
{
  ret;
}
)";

class ModuleTest : public testing::Test {
 protected:
  Memory memory_{1 << 20};
  Kernels kernels_{memory_};
};

TEST_F(ModuleTest, HasItsKernelsAndVariablesByName) {
  const auto module = kernels_.add_module(module_text.c_str());
  ASSERT_TRUE(module.ok()) << base::describe(module.error());
  const auto kernel = kernels_.kernel_named(*module, "scale");
  ASSERT_TRUE(kernel.ok()) << base::describe(kernel.error());
  EXPECT_EQ((*kernel)->function().parameters.size(), 2u);
  const void* const handle = Kernels::handle_of(**kernel);
  EXPECT_TRUE(kernels_.is_kernel(handle));
  EXPECT_EQ(*kernels_.kernel(handle), *kernel);
  EXPECT_FALSE(kernels_.kernel_named(*module, "helper").ok()) << "a function is no kernel";
  EXPECT_FALSE(kernels_.kernel_named(*module, "").ok());
  Allocation* const factor = kernels_.variable_named(*module, "factor");
  ASSERT_NE(factor, nullptr);
  std::uint32_t value = 0;
  ASSERT_EQ(factor->bytes, sizeof value);
  std::memcpy(&value, factor->memory, sizeof value);
  EXPECT_EQ(value, 7u);
  EXPECT_EQ(kernels_.variable_named(*module, "scale"), nullptr);
}

TEST_F(ModuleTest, IsForgottenWhenItIsRemoved) {
  const auto module = kernels_.add_module(module_text.c_str());
  ASSERT_TRUE(module.ok());
  const void* const handle = Kernels::handle_of(**kernels_.kernel_named(*module, "scale"));
  const Allocation* const factor = kernels_.variable_named(*module, "factor");
  kernels_.remove_module(*module, {"cuModuleUnload", {}});
  EXPECT_FALSE(kernels_.is_kernel(handle));
  EXPECT_TRUE(factor->freed);
  EXPECT_EQ(kernels_.variable_named(*module, "factor"), nullptr);
  const auto again = kernels_.add_module(module_text.c_str());
  ASSERT_TRUE(again.ok());
  EXPECT_NE(*again, *module);
}

TEST_F(ModuleTest, OfBadTextIsAnErrorWithItsLine) {
  const auto module = kernels_.add_module((head + "nonsense\n").c_str());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().line, 4);
  EXPECT_TRUE(kernels_.add_module(module_text.c_str()).ok()) << "the next one is as good as the first";
  EXPECT_FALSE(kernels_
                   .add_module("\x7f"
                               "ELF and what follows, which is machine code of a card")
                   .ok());
}

}  // namespace
}  // namespace warplens::runtime
