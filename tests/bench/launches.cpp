#include "tests/bench/launches.h"

#include <bit>
#include <filesystem>
#include <utility>

#include "base/random.h"
#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"

namespace warplens::bench {
namespace {

using launch::ElementType;

launch::Launch of_file(const std::filesystem::path& path, const std::string& entry, base::Dim3 grid, base::Dim3 block,
                       std::vector<launch::Argument> arguments) {
  const auto text = ptx::load(path);
  auto module = ptx::parse(text.value(), path.filename().string());
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module.value()));
  launch.entry = ptx::find_entry(*launch.module, entry).value();
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

std::uint32_t part_of(std::int32_t size, std::int32_t divisor) { return static_cast<std::uint32_t>(size / divisor); }

}  // namespace

launch::Argument number(std::int32_t value) { return launch::Scalar{ElementType::i32, static_cast<std::uint32_t>(value)}; }
launch::Argument number(float value) { return launch::Scalar{ElementType::f32, std::bit_cast<std::uint32_t>(value)}; }

std::vector<float> uniform_numbers(std::int32_t size, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<float> values(static_cast<std::size_t>(size));
  for (float& value : values) value = static_cast<float>(random.uniform());
  return values;
}

launch::Launch of_kernel(const std::string& file, const std::string& entry, std::uint32_t grid, std::uint32_t block,
                         std::vector<launch::Argument> arguments) {
  return of_file(base::resource_folder() / "kernels" / (file + ".ptx"), entry, {grid, 1, 1}, {block, 1, 1}, std::move(arguments));
}

launch::Launch of_source(const std::string& file, const std::string& entry, base::Dim3 grid, base::Dim3 block,
                         std::vector<launch::Argument> arguments) {
  return of_file(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests" / "bench" / "kernels" / file, entry, grid, block,
                 std::move(arguments));
}

launch::Launch increment_of(std::int32_t elements) {
  const std::vector<float> zeros(static_cast<std::size_t>(elements));
  return of_kernel("increment", "increment", part_of(elements, 256), 256, {buffer(ElementType::f32, zeros), number(elements)});
}

launch::Launch product_of(const std::string& entry, std::int32_t rows, std::int32_t inner, std::int32_t columns) {
  const std::vector<float> zeros(static_cast<std::size_t>(rows * columns));
  return of_source(
      "matmul.cu", entry, {part_of(columns, 16), part_of(rows, 16), 1}, {16, 16, 1},
      {buffer(ElementType::f32, uniform_numbers(rows * inner, 1)), buffer(ElementType::f32, uniform_numbers(inner * columns, 2)),
       buffer(ElementType::f32, zeros), number(rows), number(inner), number(columns)});
}

launch::Launch nbody_of(std::int32_t bodies) {
  const std::vector<float> zeros(static_cast<std::size_t>(4 * bodies));
  return of_source("nbody.cu", "nbody", {part_of(bodies, 256), 1, 1}, {256, 1, 1},
                   {buffer(ElementType::f32, uniform_numbers(4 * bodies, 3)), buffer(ElementType::f32, zeros), number(bodies)});
}

}  // namespace warplens::bench
