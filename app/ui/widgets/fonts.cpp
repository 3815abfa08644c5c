#include "ui/widgets/fonts.h"

#include <cstring>
#include <span>

#include "base/file.h"
#include "base/names.h"
#include "base/resources.h"

namespace warplens::ui {
namespace {

using view::Face;

constexpr base::Names<Face> face_files{
    {Face::regular, "Inter-Regular.otf"}, {Face::semibold, "Inter-SemiBold.otf"}, {Face::mono, "JetBrainsMono-Regular.ttf"}};

/// What is baked: every size that the design uses, so that text is drawn pixel for pixel.
struct BakedSize {
  Face face;
  float size;
};
constexpr BakedSize sizes[] = {{Face::regular, 12},  {Face::regular, 14},  {Face::regular, 15},  {Face::regular, 17},
                               {Face::regular, 19},  {Face::regular, 21},  {Face::semibold, 14}, {Face::semibold, 15},
                               {Face::semibold, 17}, {Face::semibold, 19}, {Face::semibold, 21}, {Face::semibold, 34},
                               {Face::semibold, 46}, {Face::mono, 13},     {Face::mono, 14},     {Face::mono, 15},
                               {Face::mono, 17},     {Face::mono, 22}};

/// Latin letters and the signs that kernels, formulas and sentences need.
constexpr ImWchar text_ranges[] = {0x0020, 0x00ff,                  // Latin, × ÷ · ² ³ µ
                                   0x0391, 0x03c9,                  // Greek
                                   0x2010, 0x2027,                  // dashes, quotes, …
                                   0x2070, 0x208e,                  // superscripts, subscripts
                                   0x2190, 0x2199,                  // arrows
                                   0x21b5, 0x21b5, 0x2212, 0x2212,  // ↵ −
                                   0x2248, 0x2248, 0x2260, 0x2265,  // ≈ ≠ ≤ ≥
                                   0x2308, 0x230b,                  // ⌈ ⌉ ⌊ ⌋
                                   0x23ce, 0x23ce, 0x2460, 0x2468,  // ⏎ ① …
                                   0x25b2, 0x25c0, 0};
/// Signs that Inter lacks and JetBrains Mono has: ⌈ ⌉ ⌊ ⌋ and the like; the lines of box drawing are left out.
constexpr ImWchar sign_ranges[] = {0x2070, 0x208e, 0x2190, 0x24ff, 0x25a0, 0x25ff, 0};

/// Only the icons that the window uses: to bake all of Font Awesome takes longer than the rest of the atlas.
ImVector<ImWchar> icon_ranges() {
  ImFontGlyphRangesBuilder builder;
  for (const char* sign : icon::all) builder.AddText(sign);
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

/// Headlines are set tighter than text, as in the design: -0.6 points at 46. The field has two names in the history of Dear
/// ImGui.
template <typename Config>
void set_letter_spacing(Config& config, float pixels) {
  if constexpr (requires { config.GlyphExtraSpacing.x; }) {
    config.GlyphExtraSpacing.x = pixels;
  } else {
    config.GlyphExtraAdvanceX = pixels;
  }
}

std::uint32_t big_endian(std::span<const std::byte> bytes, std::size_t at, int size) {
  std::uint32_t value = 0;
  for (int i = 0; i < size; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

}  // namespace

base::Result<FontMetrics> font_metrics(const std::vector<std::byte>& file) {
  const base::Error broken = base::error("not an OpenType font");
  if (file.size() < 12) return broken;
  const std::uint32_t tables = big_endian(file, 4, 2);
  if (12 + std::size_t{16} * tables > file.size()) return broken;
  std::size_t head = 0, hhea = 0;
  for (std::uint32_t k = 0; k < tables; ++k) {
    const std::size_t record = 12 + std::size_t{16} * k;
    const std::size_t offset = big_endian(file, record + 8, 4);
    if (std::memcmp(&file[record], "head", 4) == 0) head = offset;
    if (std::memcmp(&file[record], "hhea", 4) == 0) hhea = offset;
  }
  if (head == 0 || hhea == 0 || head + 20 > file.size() || hhea + 8 > file.size()) return broken;
  const auto em = static_cast<float>(big_endian(file, head + 18, 2));
  if (em == 0) return broken;
  const auto ascender = static_cast<std::int16_t>(big_endian(file, hhea + 4, 2));
  const auto descender = static_cast<std::int16_t>(big_endian(file, hhea + 6, 2));
  return FontMetrics{static_cast<float>(ascender) / em, -static_cast<float>(descender) / em};
}

base::Status Fonts::build(float scale) {
  const std::filesystem::path folder = base::resource_folder() / "fonts";
  for (std::size_t face = 0; face < base::enumerators<Face>; ++face) {
    const auto file = base::read_bytes(folder / face_files.all()[face]);
    if (!file) return file.error();
    const auto metrics = font_metrics(*file);
    if (!metrics) return base::Error{(folder / face_files.all()[face]).string(), 0, 0, metrics.error().message};
    metrics_[face] = *metrics;
  }
  const std::filesystem::path icons = folder / "fontawesome-webfont.ttf";
  if (const auto file = base::read_bytes(icons); !file) return file.error();

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  baked_.clear();
  scale_ = scale;
  const ImVector<ImWchar> used_icons = icon_ranges();
  for (const BakedSize& entry : sizes) {
    ImFontConfig config;
    config.OversampleH = entry.size * scale < 24 ? 2 : 1;
    config.OversampleV = 1;
    if (entry.size >= 30) set_letter_spacing(config, -0.013f * entry.size * scale);
    const std::string path = (folder / face_files.name_of(entry.face)).string();
    ImFont* font = atlas.AddFontFromFileTTF(path.c_str(), imgui_size(entry.face, entry.size), &config, text_ranges);
    if (font == nullptr) return base::Error{path, 0, 0, "cannot read this font"};
    if (entry.face != Face::mono) {
      ImFontConfig merge;
      merge.MergeMode = true;
      merge.OversampleH = 1;
      const std::string mono = (folder / face_files.name_of(Face::mono)).string();
      if (atlas.AddFontFromFileTTF(mono.c_str(), imgui_size(Face::mono, entry.size), &merge, sign_ranges) == nullptr) {
        return base::Error{mono, 0, 0, "cannot read this font"};
      }
    }
    if (entry.face == Face::regular && entry.size >= 14) {
      ImFontConfig merge;
      merge.MergeMode = true;
      merge.OversampleH = 1;
      merge.GlyphMinAdvanceX = entry.size * scale;
      if (atlas.AddFontFromFileTTF(icons.c_str(), entry.size * scale, &merge, used_icons.Data) == nullptr) {
        return base::Error{icons.string(), 0, 0, "cannot read this font"};
      }
    }
    baked_.push_back({entry.face, entry.size, font});
    if (entry.face == Face::regular && entry.size == 17) ImGui::GetIO().FontDefault = font;
  }
  if (!atlas.Build()) return base::error("the fonts do not fit into one picture");  // here, while its ranges exist
  return base::Nothing{};
}

ImFont* Fonts::at(Face face, float size) const {
  ImFont* best = nullptr;
  for (const Baked& entry : baked_) {
    if (entry.face != face) continue;
    best = entry.font;
    if (entry.size >= size) break;
  }
  return best;
}

float Fonts::imgui_size(Face face, float size) const { return size * scale_ * metrics_[static_cast<std::size_t>(face)].line(); }

float Fonts::ascent(Face face, float size) const { return size * scale_ * metrics_[static_cast<std::size_t>(face)].ascent; }

}  // namespace warplens::ui
