#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "gl/objects.h"
#include "ui/widgets/look.h"
#include "view/drawing/drawing.h"

namespace warplens::ui {

/// Paints drawings into ImGui's draw lists. Keeps a texture for each raster that the last frames showed; needs the context that
/// was current at its first use.
class Painter {
 public:
  /// Draw with the top left corner at `origin` (pixels) and `scale` pixels per point of the drawing.
  void paint(ImDrawList& list, const Look& look, const view::Drawing& drawing, ImVec2 origin, float scale);

 private:
  std::uint32_t texture_of(const std::shared_ptr<const view::Raster>& raster);

  struct Uploaded {
    std::shared_ptr<const view::Raster> raster;  ///< kept alive, so that no other raster gets its address
    gl::Texture texture;
    std::uint64_t used = 0;
  };
  std::map<const view::Raster*, Uploaded> textures_;
  std::uint64_t paints_ = 0;
};

}  // namespace warplens::ui
