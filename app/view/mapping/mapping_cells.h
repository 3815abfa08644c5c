#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "view/drawing/cells.h"
#include "view/mapping/mapping_picture.h"

namespace warplens::view {

/// Accesses of each thread to the shown buffer, up to the scrubbed step. Columns by linear thread.
struct ThreadTouches {
  std::vector<std::uint32_t> first_step;  ///< row of Trace::steps; trace::no_row: touched nothing
  std::vector<std::uint32_t> count;       ///< accesses; saturating
};
/// Cost: one pass over the accesses of the buffer. Accesses outside of it count, too: the thread was not idle.
ThreadTouches thread_touches(const MappingInput& input);

/// Cells of the threads: idle ones are empty.
Cells thread_cells(const MappingInput& input);
/// Cells of the elements: untouched ones are empty, ones touched by several threads marked.
Cells element_cells(const MappingInput& input);
/// The cells of a picture, made before it is drawn, since very many cells take longer than a frame.
struct MappingCells {
  ColourMode colour = ColourMode::block;
  std::uint64_t max_accesses = 0;                  ///< with ColourMode::count, else 0
  std::shared_ptr<const Cells> threads, elements;  ///< elements: null with ColourMode::value, which draws the values
};
MappingCells mapping_cells(const MappingInput& input);

/// Colours of the threads' or the elements' cells. The caller fills in the positions.
CellLook cell_look(const MappingInput& input, const Theme& theme, bool of_threads);

/// Maximum number of accesses of one element or thread: the end of the colour ramp of ColourMode::count.
std::uint64_t max_accesses(const MappingInput& input);
/// The ramp of a mode: cividis for order, viridis for counts, eight evenly spaced colours (Nuñez, Anderton, Renslow 2018; Smith,
/// van der Walt 2015).
const std::array<Colour, 8>& ramp_of(ColourMode mode);
/// A colour of the ramp of counts, 0 to 1.
Colour amount_colour(double share);

}  // namespace warplens::view
