#include "view/drawing/cell_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "view/drawing/levels.h"

namespace warplens::view {

namespace {

/// Paints on the CPU and keeps the last raster of each slot.
class RasterCellPainter : public CellPainter {
 public:
  Image paint(int slot, std::uint64_t version, const MakeCells& make, const CellLook& look, Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    const auto width = static_cast<std::uint32_t>(std::clamp(std::lround(at.width * scale), 1l, 16384l));
    const auto height = static_cast<std::uint32_t>(std::clamp(std::lround(at.height * scale), 1l, 16384l));
    const bool same_cells = kept.cells && kept.version == version;
    if (!same_cells) {
      kept.cells = make();
      kept.levels.forget();
      kept.version = version;
    }
    const bool same =
        same_cells && kept.look == look && kept.raster && kept.raster->width == width && kept.raster->height == height;
    if (!same) {
      kept.raster = std::make_shared<const Raster>(rasterise(*kept.cells, kept.levels, look, width, height));
      kept.look = look;
    }
    return {at, 0, kept.raster};
  }

 private:
  struct Kept {
    std::uint64_t version = 0;
    std::shared_ptr<const Cells> cells;
    Levels levels;
    CellLook look;
    std::shared_ptr<const Raster> raster;
  };
  std::array<Kept, 4> kept_;
};

}  // namespace

Image CellPainter::paint_values(int slot, std::uint64_t version, const Values& values, const ValueRange& range,
                                const CellLook& look, Rectangle at, float scale) {
  return paint(
      slot, version, [&] { return std::make_shared<const Cells>(value_cells(values, range)); }, look, at, scale);
}

std::optional<Image> CellPainter::paint_bars(int, std::uint64_t, const Values&, const ValueRange&, const BarLook&, Rectangle,
                                             float) {
  return std::nullopt;
}

std::unique_ptr<CellPainter> make_raster_cell_painter() { return std::make_unique<RasterCellPainter>(); }

}  // namespace warplens::view
