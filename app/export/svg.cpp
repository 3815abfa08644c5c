#include "export/svg.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "base/file.h"
#include "base/names.h"
#include "export/png.h"

namespace warplens::export_ {
namespace {

/// Text as XML content or attribute: markup escaped, characters that XML 1.0 forbids left out.
std::string escaped(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') xml += c;
    }
  }
  return xml;
}

/// RFC 4648, section 4.
std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < have ? std::to_integer<std::uint32_t>(bytes[at + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += k <= have ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// `fill="#1a1e26"`, with an opacity where it is not opaque; `none` where it is invisible.
std::string paint(std::string_view attribute, view::Colour colour) {
  if (colour.a == 0) return fmt::format(" {}=\"none\"", attribute);
  std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, colour.r, colour.g, colour.b);
  if (colour.a < 255) text += fmt::format(" {}-opacity=\"{:.3g}\"", attribute, colour.a / 255.0);
  return text;
}

std::string outline(view::Colour stroke, float width) {
  if (stroke.a == 0 || width <= 0) return " stroke=\"none\"";
  return paint("stroke", stroke) + fmt::format(" stroke-width=\"{:g}\"", width);
}

std::string_view face_attributes(view::Face face) {
  static constexpr base::Names<view::Face> attributes{
      {view::Face::regular, " font-family=\"Inter, Helvetica, Arial, sans-serif\""},
      {view::Face::semibold, " font-family=\"Inter, Helvetica, Arial, sans-serif\" font-weight=\"600\""},
      {view::Face::mono, " font-family=\"JetBrains Mono, Menlo, Consolas, monospace\""},
  };
  return attributes.name_of(face);
}

std::string_view anchor_name(view::Anchor anchor) {
  static constexpr base::Names<view::Anchor> names{
      {view::Anchor::start, "start"}, {view::Anchor::middle, "middle"}, {view::Anchor::end, "end"}};
  return names.name_of(anchor);
}

/// Writes one element per shape; keeps the first error.
struct Writer {
  std::string svg;
  std::optional<base::Error> error;

  template <typename... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(svg), format, std::forward<Values>(values)...);
  }

  void operator()(const view::Box& box) {
    add("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"", box.at.x, box.at.y, box.at.width, box.at.height);
    if (box.radius > 0) add(" rx=\"{:g}\"", box.radius);
    add("{}{}/>\n", paint("fill", box.fill), outline(box.stroke, box.stroke_width));
  }

  void operator()(const view::Line& line) {
    add("<polyline points=\"");
    for (const view::Point& point : line.points) add("{}{:g},{:g}", &point == line.points.data() ? "" : " ", point.x, point.y);
    add("\" fill=\"none\"{}", outline(line.colour, line.width));
    if (line.dash > 0) add(" stroke-dasharray=\"{:g}\"", line.dash);
    add("/>\n");
  }

  void operator()(const view::Disc& disc) {
    add("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\"{}{}/>\n", disc.centre.x, disc.centre.y, disc.radius, paint("fill", disc.fill),
        outline(disc.stroke, disc.stroke_width));
  }

  void operator()(const view::Text& text) {
    if (text.spans.empty()) return;
    // Repeated on the text element: some programs ignore the colour and font of a tspan.
    const view::Span& first = text.spans.front();
    add("<text x=\"{:g}\" y=\"{:g}\" font-size=\"{:g}\" text-anchor=\"{}\"{}{} stroke=\"none\" xml:space=\"preserve\">",
        text.at.x, text.at.y, text.size, anchor_name(text.anchor), face_attributes(first.face), paint("fill", first.colour));
    for (const view::Span& span : text.spans) {
      add("<tspan{}{}>{}</tspan>", face_attributes(span.face), paint("fill", span.colour), escaped(span.text));
    }
    add("</text>\n");
  }

  void operator()(const view::Image& image) {
    if (image.raster == nullptr) {
      error = base::error("an image of the drawing has no pixels to write into an SVG");
      return;
    }
    const auto png = png_of(image.raster->width, image.raster->height, image.raster->pixels);
    if (!png) {
      error = png.error();
      return;
    }
    add("<image x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" preserveAspectRatio=\"none\" "
        "style=\"image-rendering:pixelated\" "
        "xlink:href=\"data:image/png;base64,{}\"/>\n",
        image.at.x, image.at.y, image.at.width, image.at.height, base64(*png));
  }
};

}  // namespace

base::Result<std::string> svg_of(const view::Drawing& drawing, view::Colour background, const std::string& title, float scale) {
  Writer writer;
  writer.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"{4:g}\" "
      "height=\"{5:g}\" viewBox=\"0 0 {0:g} {1:g}\">\n<title>{3}</title>\n<rect width=\"{0:g}\" height=\"{1:g}\"{2}/>\n",
      drawing.width, drawing.height, paint("fill", background), escaped(title), drawing.width * scale, drawing.height * scale);
  for (const view::Shape& shape : drawing.shapes) std::visit(writer, shape);
  if (writer.error) return *writer.error;
  writer.add("</svg>\n");
  return writer.svg;
}

base::Status write_svg(const std::filesystem::path& path, const view::Drawing& drawing, view::Colour background,
                       const std::string& title, float scale) {
  const auto svg = svg_of(drawing, background, title, scale);
  if (!svg) return svg.error();
  return base::write_file(path, *svg);
}

}  // namespace warplens::export_
