#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/memory_traffic.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/memory/memory_start.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct MemoryInput {
  Subject subject;
  Borrowed<analysis::MemoryTraffic> traffic;  ///< of the whole launch
  std::size_t chosen = 0;                     ///< index in `traffic`
  std::uint64_t steps = ~std::uint64_t{0};    ///< steps of the trace done so far
  std::optional<std::size_t> first_row;       ///< requests scrolled past; nothing: the picture chooses
  std::optional<MemoryStart> start;           ///< with which both of two runs begin; nothing: the picture chooses
  Target hover;
  bool operator==(const MemoryInput&) const = default;
};
MemoryInput memory_input(const Material& material);

/// Index in `traffic` of the memory called `name`; if there is none, the most wasteful one: with the largest excess of
/// transferred over requested data.
std::size_t chosen_memory(const Subject& subject, std::span<const analysis::MemoryTraffic> traffic, const std::string& name);
/// Names of memory other than named buffers: the blocks' shared memory, and "buffer 3".
inline constexpr std::string_view shared_memory = "shared memory", unnamed_memory = "buffer ";
/// The name of a memory: "in", or one of the two above.
std::string memory_name(const Subject& subject, const analysis::MemoryTraffic& traffic);

/// One request of a warp with the sectors or banks that served it; below, many requests, one per row. Minimum size 300 × 300
/// points.
Picture memory_picture(const MemoryInput& input, const Theme& theme, float width, float height);

/// Bytes transferred versus bytes requested; for shared memory, bank passes.
Headline memory_headline(const MemoryInput& input, const Theme& theme);

/// The range of shown requests, for scrolling.
struct MemoryRows {
  std::size_t first = 0, visible = 0, all = 0;
};
MemoryRows memory_rows(const MemoryInput& input, float width, float height);
/// The wheel and a drag scroll the requests.
void move_memory(const MemoryInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
