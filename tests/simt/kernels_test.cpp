#include <gtest/gtest.h>

#include "base/resources.h"
#include "ptx/compile.h"
#include "ptx/parser.h"
#include "tests/simt/launcher.h"

// Kernels as the compiler makes them, against plain C++.

namespace warplens::simt {
namespace {

using launch::ElementType;

launch::Launch of_kernel(const std::string& file, const std::string& entry, std::uint32_t grid, std::uint32_t block,
                         std::vector<launch::Argument> arguments) {
  auto text = ptx::load(base::resource_folder() / "kernels" / (file + ".ptx"));
  if (!text) throw std::runtime_error(base::describe(text.error()));
  auto module = ptx::parse(std::move(*text), file + ".ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  auto found = ptx::find_entry(*launch.module, entry);
  if (!found) throw std::runtime_error(base::describe(found.error()));
  launch.entry = *found;
  launch.grid = {grid, 1, 1};
  launch.block = {block, 1, 1};
  launch.arguments = std::move(arguments);
  return launch;
}

TEST(Kernels, IncrementAddsOneToEveryElement) {
  std::vector<float> data(1000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
  const auto result =
      run(of_kernel("increment", "increment", 4, 256, {buffer(ElementType::f32, data), scalar(ElementType::i32, 1000)}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
  const auto output = values_of<float>(result->outputs[0]);
  for (std::size_t i = 0; i < data.size(); ++i) EXPECT_EQ(output[i], static_cast<float>(i) + 1);
  EXPECT_EQ(result->counters.threads, 1024u);
  EXPECT_EQ(result->counters.warps, 32u);
  EXPECT_EQ(result->counters.global_sectors, 2 * 125u);  // 1000 floats are 125 sectors, read and written
}

}  // namespace
}  // namespace warplens::simt
