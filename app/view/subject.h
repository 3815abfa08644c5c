#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "launch/arguments/value.h"
#include "launch/launch_result.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// A span that equals another only if both are the same memory, so that comparing costs nothing.
template <typename Value>
struct Borrowed : std::span<const Value> {
  using std::span<const Value>::span;
  Borrowed() = default;
  Borrowed(std::span<const Value> span) : std::span<const Value>(span) {}
  bool operator==(const Borrowed& other) const { return this->data() == other.data() && this->size() == other.size(); }
};

/// A buffer of the launch, by its name in the experiment.
struct BufferShape {
  std::string name;
  launch::ElementType type = launch::ElementType::i32;
  std::uint64_t elements = 0;
  std::uint64_t columns = 0;  ///< elements per row of a matrix, else 0
  launch::Indexing indexing{};
  bool operator==(const BufferShape&) const = default;
};

/// What a run's picture has in common with that of the run beside it, so that equal places, lengths and colours mean the same; 0
/// and empty: the run is alone.
struct SharedScale {
  std::uint64_t cycles = 0;                    ///< of time axes
  std::uint64_t reads = 0;                     ///< of the colours for reads of a matrix's elements
  std::uint64_t instructions = 0;              ///< of the axis of a warp's instructions
  Borrowed<std::uint32_t> parted, parted_too;  ///< warps that parted, of one run and of the other, ascending: they come first
  bool operator==(const SharedScale&) const = default;
};

/// The run shown in a picture: names, and tables that outlive the call. A picture draws only data from here and from the analysis
/// tables.
struct Subject {
  const launch::LaunchResult* result = nullptr;  ///< never null
  bool timed = true;                             ///< launch::has_time; false: a cycle is a step and models nothing
  base::Dim3 grid, block;                        ///< extents of the launch
  std::string kernel;                            ///< "counter_racy"
  std::string buffer_name;                       ///< "counter"
  std::uint32_t buffer = 0;                      ///< buffer of the launch to draw
  launch::ElementType type = launch::ElementType::i32;
  std::uint64_t elements = 0;
  std::vector<BufferShape> buffers;   ///< all buffers of the launch, by their number
  Borrowed<std::uint32_t> lines;      ///< CUDA source line of each instruction of the listing; 0: none
  Borrowed<double> expected;          ///< per element; empty: no reference
  std::uint64_t wrong = 0;            ///< elements that differ from `expected`
  std::uint64_t wrong_untouched = 0;  ///< wrong elements that no thread touched
  ValueRange range;                   ///< range of the final values of the shown buffer
  std::uint32_t gl_buffer = 0;        ///< Values::gl_buffer of the shown buffer
  SharedScale shared_scale;           ///< with the run beside
  /// Changes whenever anything above or a table passed with it changes; pictures use it to keep pixels between calls.
  std::uint64_t version = 0;

  bool operator==(const Subject&) const = default;
  std::uint64_t threads() const { return base::count(grid) * base::count(block); }
  std::uint64_t threads_per_block() const { return base::count(block); }
  std::uint64_t warps_per_block() const { return (base::count(block) + 31) / 32; }
};

/// "block 3", or "block (3,1,0)" in a grid of more dimensions, for a linear block.
std::string block_name(const Subject& subject, std::uint64_t block);
/// The block's number without the word: "3", "(3,0,0)".
std::string block_number(const Subject& subject, std::uint64_t block);
/// A thread's number without the word, by its linear index in its block.
std::string thread_number(const Subject& subject, std::uint64_t in_block);
/// Linear warp of a linear thread, both of the grid.
std::uint64_t warp_of(const Subject& subject, std::uint64_t thread);
/// A buffer of the launch; without name and elements if the launch has no such buffer.
const BufferShape& shape_of(const Subject& subject, std::uint32_t buffer);
/// An element's index in an array, for people: "1,024", "5.y", "3, 17".
std::string element_index(std::uint64_t element, const launch::Indexing& indexing);
/// "counter[17]", "points[5].y" or "m[3, 17]", of an array.
std::string element_name(const std::string& array, std::uint64_t element, const launch::Indexing& indexing);
/// The same of an element of the shown buffer.
std::string element_name(const Subject& subject, std::uint64_t element);
/// The same in a sentence: "element 17", or its name where it has several indices: "m[3, 17]".
std::string element_words(const Subject& subject, std::uint64_t element);
/// Unit and origin of the time axis: "cycle · modelled", "step · counted".
std::string cycles_name(const Subject& subject);
/// The text with its first letter capitalised.
std::string capitalised(std::string words);
/// A message as a sentence: with a capital and a full stop.
std::string sentence(const std::string& message);
/// "block 3, warp 0", by the linear numbers of grid and block; `warp` is linear in the grid.
std::string warp_name(const Subject& subject, std::uint64_t warp);
/// The warp's name for text of this size in `room` points, shortened if need be to "3, warp 0" or "3, w0".
std::string fitting_warp_name(const Subject& subject, std::uint64_t warp, float size, float room);
/// "block 3 thread 17" for a linear grid and block; "block (3,1,0) thread (17,0,0)" in more dimensions.
std::string thread_name(const Subject& subject, std::uint64_t thread);
/// CUDA source line of a step of the trace; 0 if there is none.
std::uint32_t line_of_step(const Subject& subject, std::uint64_t step);
/// Final value of an element of the shown buffer; nothing if the outputs lack it.
std::optional<double> final_value(const Subject& subject, std::uint64_t element);
/// Whether the bytes of an element are the SIMT machine's fill pattern for memory that nothing has written, of 4 bytes and more.
bool is_fill_pattern(std::span<const std::byte> element);
/// Whether the final value of an element is the SIMT machine's fill pattern for uninitialised memory; only for types of 32 bits
/// and more, where hardly any other value looks like it.
bool is_uninitialised(const Subject& subject, std::uint64_t element);
/// All final values of the shown buffer; none if the outputs lack them.
Values final_values(const Subject& subject);
/// A number for people: grouped digits for integers, at most 6 significant digits otherwise.
std::string number(double value);
/// The bits of an access as a number of the subject's type, for people.
std::string number(const Subject& subject, std::uint64_t bits);

}  // namespace warplens::view
