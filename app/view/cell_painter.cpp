#include "view/cell_painter.h"

#include <array>
#include <cmath>

namespace warplens::view {

namespace {

/// Paints on the CPU and keeps the last raster of each slot.
class RasterCellPainter : public CellPainter {
 public:
  Image paint(int slot, const Cells& cells, const CellLook& look, Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    const auto width = static_cast<std::uint32_t>(std::max(std::lround(at.width * scale), 1l));
    const auto height = static_cast<std::uint32_t>(std::max(std::lround(at.height * scale), 1l));
    const bool same = kept.raster && kept.version == cells.version && kept.look == look && kept.raster->width == width &&
                      kept.raster->height == height;
    if (!same) kept = {cells.version, look, std::make_shared<const Raster>(rasterise(cells, look, width, height))};
    return {at, 0, kept.raster};
  }

 private:
  struct Kept {
    std::uint64_t version = 0;
    CellLook look;
    std::shared_ptr<const Raster> raster;
  };
  std::array<Kept, 4> kept_;
};

}  // namespace

std::unique_ptr<CellPainter> make_raster_cell_painter() { return std::make_unique<RasterCellPainter>(); }

}  // namespace warplens::view
