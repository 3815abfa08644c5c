#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "view/drawing/cells.h"
#include "view/mapping/mapping_picture.h"

namespace warplens::view {

/// Accesses of each thread to the shown buffer, up to the scrubbed step. Columns by linear thread.
struct ThreadTouches {
  std::vector<std::uint32_t> first_step;  ///< row of Trace::steps; trace::no_row where it touched nothing
  std::vector<std::uint32_t> count;       ///< accesses; saturating
};
/// One pass over the accesses of the buffer. Accesses outside of it count: the thread was not idle.
ThreadTouches thread_touches(const MappingInput& input);

/// Cells of the threads: idle ones are empty.
Cells thread_cells(const MappingInput& input);
/// Cells of the elements: untouched ones are empty, those touched by several threads marked.
Cells element_cells(const MappingInput& input);
/// The cells of a picture, made before it is drawn: with very many of them that takes longer than a frame.
struct MappingCells {
  ColourMode colour = ColourMode::block;
  std::uint64_t max_accesses = 0;                  ///< with ColourMode::count, else 0
  std::shared_ptr<const Cells> threads, elements;  ///< the elements null with ColourMode::value, which draws the values
};
MappingCells mapping_cells(const MappingInput& input);

/// Colours of both. `cells_in_row` and the rest of the layout are left to the caller.
CellLook cell_look(const MappingInput& input, const Theme& theme, bool of_threads);

/// Maximum number of accesses of one element or thread: the end of the colour ramp of ColourMode::count.
std::uint64_t max_accesses(const MappingInput& input);
/// The ramp of the mode: cividis for order, viridis for counts, eight colours evenly apart (Nuñez, Anderton, Renslow 2018; Smith,
/// van der Walt 2015).
const std::array<Colour, 8>& ramp_of(ColourMode mode);
/// A colour of the ramp of counts, 0 to 1.
Colour amount_colour(double share);

}  // namespace warplens::view
