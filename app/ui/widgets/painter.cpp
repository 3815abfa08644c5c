#include "ui/widgets/painter.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "ui/widgets/text.h"

namespace warplens::ui {
namespace {

/// Whether a line turns back at `corner`. ImGui makes a line that is drawn through such a corner thinner towards it.
bool is_sharp(view::Point before, view::Point corner, view::Point after) {
  return (corner.x - before.x) * (after.x - corner.x) + (corner.y - before.y) * (after.y - corner.y) < 0;
}

/// Draws shapes with one origin and scale.
class Brush {
 public:
  Brush(ImDrawList& list, const Look& look, ImVec2 origin, float scale)
      : list_(list), look_(look), origin_(origin), scale_(scale) {}

  ImVec2 pixel(view::Point p) const { return {origin_.x + p.x * scale_, origin_.y + p.y * scale_}; }
  ImVec2 corner(const view::Rectangle& at) const { return pixel({at.x + at.width, at.y + at.height}); }

  void draw(const view::Box& box) const {
    const ImVec2 from = pixel({box.at.x, box.at.y}), to = corner(box.at);
    if (box.fill.a > 0) list_.AddRectFilled(from, to, packed(box.fill), box.radius * scale_);
    if (box.fill.a == 255) note_cover(look_, list_, from, to);
    if (box.stroke.a > 0)
      list_.AddRect(from, to, packed(box.stroke), box.radius * scale_, 0, std::max(box.stroke_width * scale_, 1.0f));
  }

  void draw(const view::Disc& disc) const {
    const float radius = disc.radius * scale_;
    if (disc.fill.a > 0) list_.AddCircleFilled(pixel(disc.centre), radius, packed(disc.fill));
    if (disc.stroke.a > 0)
      list_.AddCircle(pixel(disc.centre), radius, packed(disc.stroke), 0, std::max(disc.stroke_width * scale_, 1.0f));
  }

  void draw(const view::Line& line) const {
    const float width = std::max(line.width * scale_, 1.0f);
    if (line.dash > 0) {
      for (std::size_t k = 1; k < line.points.size(); ++k) dashes(pixel(line.points[k - 1]), pixel(line.points[k]), line, width);
      return;
    }
    for (std::size_t k = 0; k < line.points.size(); ++k) {
      list_.PathLineTo(pixel(line.points[k]));
      if (k == 0 || k + 1 == line.points.size() || !is_sharp(line.points[k - 1], line.points[k], line.points[k + 1])) continue;
      list_.PathStroke(packed(line.colour), 0, width);
      list_.PathLineTo(pixel(line.points[k]));
    }
    list_.PathStroke(packed(line.colour), 0, width);
  }

  void draw(const view::Text& text) const {
    // Sizes of the drawing in sizes of the fonts: the two scales differ where a picture is squeezed into a small place.
    const float size = text.size * scale_ / look_.scale;
    float width = 0;
    for (const view::Span& span : text.spans) width += text_width(look_, {span.face, size}, span.text);
    ImVec2 at = pixel(text.at);
    if (text.anchor == view::Anchor::middle) at.x -= width / 2;
    if (text.anchor == view::Anchor::end) at.x -= width;
    for (const view::Span& span : text.spans) {
      draw_text(list_, look_, {span.face, size}, at, span.colour, span.text);
      at.x += text_width(look_, {span.face, size}, span.text);
    }
  }

  void draw(const view::Image& image, std::uint32_t texture) const {
    if (texture == 0) return;
    const ImVec2 from = pixel({image.at.x, image.at.y}), to = corner(image.at);
    // ImGui's texture handle is a pointer in old versions and an integer in new ones.
    list_.AddImage((ImTextureID)(std::intptr_t)texture, {std::round(from.x), std::round(from.y)},
                   {std::round(to.x), std::round(to.y)});
  }

 private:
  void dashes(ImVec2 from, ImVec2 to, const view::Line& line, float width) const {
    const float length = std::hypot(to.x - from.x, to.y - from.y), dash = line.dash * scale_;
    if (length <= 0) return;
    constexpr float max_dashes = 4096;  // far more than pixels show
    const float step = std::max(2 * dash, length / max_dashes);
    const ImVec2 unit((to.x - from.x) / length, (to.y - from.y) / length);
    for (float at = 0; at < length; at += step) {
      const float end = std::min(at + step / 2, length);
      list_.AddLine({from.x + unit.x * at, from.y + unit.y * at}, {from.x + unit.x * end, from.y + unit.y * end},
                    packed(line.colour), width);
    }
  }

  ImDrawList& list_;
  const Look& look_;
  ImVec2 origin_;
  float scale_;
};

}  // namespace

void Painter::paint(ImDrawList& list, const Look& look, const view::Drawing& drawing, ImVec2 origin, float scale) {
  ++paints_;
  const Brush brush(list, look, origin, scale);
  for (const view::Shape& shape : drawing.shapes) {
    if (const auto* image = std::get_if<view::Image>(&shape)) {
      brush.draw(*image, image->texture != 0 ? image->texture : texture_of(image->raster));
    } else {
      std::visit(
          [&brush](const auto& other) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(other)>, view::Image>) brush.draw(other);
          },
          shape);
    }
  }
  // A texture is drawn after this returns, so only what no frame has asked for lately may go.
  std::erase_if(textures_, [this](const auto& entry) { return entry.second.used + 8 < paints_; });
}

std::uint32_t Painter::texture_of(const std::shared_ptr<const view::Raster>& raster) {
  if (!raster || raster->width == 0 || raster->height == 0) return 0;
  const auto found = textures_.find(raster.get());
  if (found != textures_.end()) {
    found->second.used = paints_;
    return found->second.texture.name();
  }
  gl::Texture texture(gl::PixelFormat::rgba8, raster->width, raster->height);
  texture.upload(0, raster->height, std::as_bytes(std::span(raster->pixels)));
  const std::uint32_t name = texture.name();
  textures_.emplace(raster.get(), Uploaded{raster, std::move(texture), paints_});
  return name;
}

}  // namespace warplens::ui
