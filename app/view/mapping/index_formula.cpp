#include "view/mapping/index_formula.h"

#include <fmt/format.h>

#include "base/number_format.h"

namespace warplens::view {

namespace {

/// Text of a formula, with block and thread numbers in the block's colour.
class Words {
 public:
  Words(const Theme& theme, Colour own) : theme_(theme), own_(own) {}
  void plain(const std::string& text) { spans_.push_back({text, theme_.muted, Face::mono}); }
  void own(std::uint64_t value) { spans_.push_back({base::grouped(value), own_, Face::mono}); }
  void result(std::uint64_t value) { spans_.push_back({base::grouped(value), theme_.text, Face::mono}); }
  std::vector<Span> take() { return std::move(spans_); }

 private:
  const Theme& theme_;
  Colour own_;
  std::vector<Span> spans_;
};

}  // namespace

std::optional<std::vector<Span>> index_formula(const Subject& subject, std::uint64_t thread, std::uint64_t element,
                                               const Theme& theme) {
  const std::uint64_t per_block = subject.threads_per_block();
  if (per_block == 0 || thread >= subject.threads()) return std::nullopt;
  const base::Dim3 block = base::position(thread / per_block, subject.grid),
                   at = base::position(thread % per_block, subject.block);
  const base::Dim3 &size = subject.block, &grid = subject.grid;
  Words words(theme, label_colour(theme, thread / per_block, base::count(subject.grid)));
  const bool flat = size.y == 1 && size.z == 1 && grid.y == 1 && grid.z == 1;

  if (flat) {
    if (std::uint64_t{block.x} * size.x + at.x == element) {
      words.plain("i = blockIdx.x × blockDim.x + threadIdx.x = ");
      words.own(block.x);
      words.plain(" × " + base::grouped(std::uint64_t{size.x}) + " + ");
      words.own(at.x);
      words.plain(" = ");
      words.result(element);
      return words.take();
    }
    if (at.x == element) {
      words.plain("i = threadIdx.x = ");
      words.result(element);
      return words.take();
    }
    if (block.x == element && size.x == 1) {
      words.plain("i = blockIdx.x = ");
      words.result(element);
      return words.take();
    }
    return std::nullopt;
  }

  // Row-major over the whole grid: x varies fastest.
  const std::uint64_t x = std::uint64_t{block.x} * size.x + at.x, y = std::uint64_t{block.y} * size.y + at.y;
  const std::uint64_t z = std::uint64_t{block.z} * size.z + at.z;
  const std::uint64_t wide = std::uint64_t{grid.x} * size.x, high = std::uint64_t{grid.y} * size.y;
  if (x + wide * (y + high * z) == element) {
    const auto axis = [&](const std::string& name, std::uint32_t b, std::uint32_t extent, std::uint32_t t, std::uint64_t sum) {
      words.plain(name + " = ");
      words.own(b);
      words.plain(" × " + base::grouped(std::uint64_t{extent}) + " + ");
      words.own(t);
      words.plain(" = " + base::grouped(sum) + ", ");
    };
    axis("x", block.x, size.x, at.x, x);
    axis("y", block.y, size.y, at.y, y);
    const bool deep = size.z > 1 || grid.z > 1;
    if (deep) axis("z", block.z, size.z, at.z, z);
    words.plain(deep ? fmt::format("i = (z × {} + y) × {} + x = ", base::grouped(high), base::grouped(wide))
                     : fmt::format("i = y × {} + x = ", base::grouped(wide)));
    words.result(element);
    return words.take();
  }

  // Block by block, each with its threads in linear order (CUDA C++ Programming Guide, Thread Hierarchy).
  if (thread == element) {
    const std::uint64_t linear_block = thread / per_block, linear_thread = thread % per_block;
    words.plain("i = block × " + base::grouped(per_block) + " + thread = ");
    words.own(linear_block);
    words.plain(" × " + base::grouped(per_block) + " + ");
    words.own(linear_thread);
    words.plain(" = ");
    words.result(element);
    return words.take();
  }
  return std::nullopt;
}

std::string element_list(std::span<const std::uint64_t> elements) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t k = 0; k < std::min(elements.size(), shown); ++k) text += (k ? ", " : "") + base::grouped(elements[k]);
  if (elements.size() <= shown) return text;
  text += ", …";
  const auto step = static_cast<std::int64_t>(elements[1] - elements[0]);
  for (std::size_t k = 2; k < elements.size(); ++k)
    if (static_cast<std::int64_t>(elements[k] - elements[k - 1]) != step) return text;
  return text + " (step " + base::grouped(step) + ")";
}

}  // namespace warplens::view
