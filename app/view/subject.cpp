#include "view/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/number_format.h"
#include "launch/uninitialised.h"
#include "view/drawing/text_width.h"

namespace warplens::view {

namespace {

bool one_dimension(const base::Dim3& d) { return d.y == 1 && d.z == 1; }

std::string place(const base::Dim3& at, const base::Dim3& extent) {
  if (one_dimension(extent)) return base::grouped(std::uint64_t{at.x});
  return fmt::format("({},{},{})", at.x, at.y, at.z);
}

}  // namespace

std::string block_number(const Subject& subject, std::uint64_t block) {
  return place(base::position(block, subject.grid), subject.grid);
}

std::string thread_number(const Subject& subject, std::uint64_t in_block) {
  return place(base::position(in_block, subject.block), subject.block);
}

std::string block_name(const Subject& subject, std::uint64_t block) { return "block " + block_number(subject, block); }

std::string capitalised(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string sentence(const std::string& message) {
  const bool ends = message.ends_with('.') || message.ends_with('!') || message.ends_with('?');
  const std::string whole = ends || message.empty() ? message : message + ".";
  // A name stays as it is written: "d_x, 4,000 bytes of device memory, is never freed", "p[3] is read", "cudaMemcpy copies".
  const bool name =
      whole.substr(0, whole.find(' ')).find_first_of("_[,ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != std::string::npos;
  return name ? whole : capitalised(whole);
}

std::string warp_name(const Subject& subject, std::uint64_t warp) {
  const std::uint64_t warps = std::max<std::uint64_t>(subject.warps_per_block(), 1);
  return fmt::format("{}, warp {}", block_name(subject, warp / warps), warp % warps);
}

std::string fitting_warp_name(const Subject& subject, std::uint64_t warp, float size, float room) {
  const std::uint64_t warps = std::max<std::uint64_t>(subject.warps_per_block(), 1);
  const std::string block = block_number(subject, warp / warps);
  return fitting_text(
      {warp_name(subject, warp), fmt::format("{}, warp {}", block, warp % warps), fmt::format("{}, w{}", block, warp % warps)},
      size, room);
}

std::string thread_name(const Subject& subject, std::uint64_t thread) {
  const std::uint64_t threads = std::max<std::uint64_t>(subject.threads_per_block(), 1);
  return fmt::format("{} thread {}", block_name(subject, thread / threads), thread_number(subject, thread % threads));
}

std::uint64_t warp_of(const Subject& subject, std::uint64_t thread) {
  const std::uint64_t threads = std::max<std::uint64_t>(subject.threads_per_block(), 1);
  return thread / threads * subject.warps_per_block() + thread % threads / 32;
}

std::uint32_t line_of_step(const Subject& subject, std::uint64_t step) {
  const trace::Steps& steps = subject.result->trace.steps;
  if (step >= steps.size() || steps.instruction[step] >= subject.lines.size()) return 0;
  return subject.lines[steps.instruction[step]];
}

std::optional<double> final_value(const Subject& subject, std::uint64_t element) {
  if (subject.buffer >= subject.result->outputs.size()) return std::nullopt;
  const launch::Bytes& data = subject.result->outputs[subject.buffer];
  if (element >= data.size() / launch::bytes(subject.type)) return std::nullopt;
  return launch::to_double(launch::element(subject.type, data, element));
}

bool is_uninitialised(const Subject& subject, std::uint64_t element) {
  if (subject.buffer >= subject.result->outputs.size()) return false;
  const launch::Bytes& data = subject.result->outputs[subject.buffer];
  const std::size_t width = launch::bytes(subject.type);
  return element < data.size() / width && is_fill_pattern(std::span(data).subspan(element * width, width));
}

bool is_fill_pattern(std::span<const std::byte> element) {
  return element.size() >= 4 && std::ranges::all_of(element, [](std::byte each) { return each == launch::uninitialised; });
}

Values final_values(const Subject& subject) {
  if (subject.buffer >= subject.result->outputs.size()) return {subject.type, 0, {}, 0};
  const launch::Bytes& data = subject.result->outputs[subject.buffer];
  if (data.size() < subject.elements * launch::bytes(subject.type)) return {subject.type, 0, {}, 0};
  return {subject.type, subject.elements, data, subject.gl_buffer};
}

std::string number(double value) {
  if (std::isfinite(value) && value == std::floor(value) && std::abs(value) < 1e15)
    return base::grouped(static_cast<std::int64_t>(value));
  return fmt::format("{:.6g}", value);
}

std::string number(const Subject& subject, std::uint64_t bits) {
  return number(launch::to_double(launch::Scalar{subject.type, bits}));
}

std::string element_index(std::uint64_t element, const launch::Indexing& indexing) {
  const auto& [fields, extents] = indexing;
  if (!extents.empty()) return launch::element_index(static_cast<std::int64_t>(element), indexing);
  if (fields.empty()) return base::grouped(element);
  return base::grouped(element / fields.size()) + "." + fields[element % fields.size()];
}

std::string element_name(const std::string& array, std::uint64_t element, const launch::Indexing& indexing) {
  return launch::element_name(array, static_cast<std::int64_t>(element), indexing);
}

std::string element_name(const Subject& subject, std::uint64_t element) {
  return element_name(subject.buffer_name, element, shape_of(subject, subject.buffer).indexing);
}

std::string element_words(const Subject& subject, std::uint64_t element) {
  const bool several = !shape_of(subject, subject.buffer).indexing.extents.empty();
  return several ? element_name(subject, element) : "element " + base::grouped(element);
}

const BufferShape& shape_of(const Subject& subject, std::uint32_t buffer) {
  static const BufferShape none;
  return buffer < subject.buffers.size() ? subject.buffers[buffer] : none;
}

std::string cycles_name(const Subject& subject) {
  if (!subject.timed) return "step · counted";
  return subject.result->modelled ? "cycle · modelled" : "cycle · measured";
}

}  // namespace warplens::view
