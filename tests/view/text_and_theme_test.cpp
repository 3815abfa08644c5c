#include <gtest/gtest.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

#include "base/file.h"
#include "base/resources.h"
#include "view/drawing/canvas.h"
#include "view/drawing/picture.h"
#include "view/drawing/text_width.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {
namespace {

/// Width of a text of ASCII letters in a real font, in em.
float real_width(const std::string& font, const std::string& text) {
  const auto bytes = base::read_bytes(base::resource_folder() / "fonts" / font);
  if (!bytes) return -1;
  stbtt_fontinfo info;
  if (!stbtt_InitFont(&info, reinterpret_cast<const unsigned char*>(bytes->data()), 0)) return -1;
  float width = 0;
  for (const char c : text) {
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&info, c, &advance, &bearing);
    width += static_cast<float>(advance) * stbtt_ScaleForMappingEmToPixels(&info, 1);
  }
  return width;
}

TEST(TextWidth, IsAtLeastTheRealOneAndNotMuchMore) {
  for (const std::string text : {"1,024 threads each added 1. The counter says 7.", "writes 1 over 1: all 32 lost",
                                 "block 31, warp 0", "WHAT 100 RUNS GAVE", "iiiillll....", "MMMWWW@%"}) {
    for (const auto& [font, face] : {std::pair{"Inter-Regular.otf", Face::regular},
                                     {"Inter-SemiBold.otf", Face::semibold},
                                     {"JetBrainsMono-Regular.ttf", Face::mono}}) {
      const float real = real_width(font, text);
      ASSERT_GT(real, 0) << font;
      EXPECT_GE(text_width(text, 1, face), real - 0.01f) << font << ": " << text;
      EXPECT_LE(text_width(text, 1, face), real * 1.15f) << font << ": " << text;
    }
  }
}

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_FLOAT_EQ(text_width("→→", 10, Face::mono), 12);
  EXPECT_FLOAT_EQ(text_width("", 10), 0);
  EXPECT_GT(text_width("\xe2\x86", 10), 0);  // an incomplete character must not crash
}

TEST(FitText, CutsWhatDoesNotFit) {
  EXPECT_EQ(fit_text("short", 15, 500), "short");
  const std::string cut = fit_text("a rather long sentence about threads", 15, 120);
  EXPECT_LE(text_width(cut, 15), 120);
  EXPECT_EQ(cut.substr(cut.size() - 3), "…");
  EXPECT_EQ(cut.substr(0, 4), "a ra");
  EXPECT_EQ(fit_text("anything", 15, 2), "");
  EXPECT_EQ(fit_text("×××××××××××××", 15, 60).substr(0, 2), "×");  // whole characters
}

TEST(FittingText, IsTheFirstOfTheChoicesThatFits) {
  const std::vector<std::string> choices{"a long sentence about threads", "a sentence", "words"};
  EXPECT_EQ(fitting_text(choices, 15, 500), choices[0]);
  EXPECT_EQ(fitting_text(choices, 15, text_width(choices[0], 15) - 1), choices[1]);
  EXPECT_EQ(fitting_text(choices, 15, text_width(choices[2], 15)), choices[2]);
  EXPECT_EQ(fitting_text(choices, 15, text_width("wo…", 15)), "wo…");
  EXPECT_EQ(fitting_text({}, 15, 500), "");
}

TEST(FittingText, ShortNamesOfWarpsKeepTheirNumbers) {
  Subject subject;
  subject.grid = {4, 4, 1};
  subject.block = {64, 1, 1};
  // Warp 13 is the second of block 6, which is (2,1,0).
  const auto name = [&](const char* as_wide_as) { return fitting_warp_name(subject, 13, 15, text_width(as_wide_as, 15)); };
  EXPECT_EQ(name("block (2,1,0), warp 1"), "block (2,1,0), warp 1");
  EXPECT_EQ(name("(2,1,0), warp 1"), "(2,1,0), warp 1");
  EXPECT_EQ(name("(2,1,0), w1"), "(2,1,0), w1");
}

TEST(Legend, EntriesStandCloserWhereThatSavesARow) {
  const std::vector<LegendEntry> entries(3, {LegendEntry::Swatch::square, {}, {}, "words"});
  const float each = text_width("words", 15) + 22;  // with its swatch
  const float row = legend_height(entries, 1000);
  EXPECT_EQ(legend_height(entries, 3 * each + 2 * 22 + 1), row);
  EXPECT_EQ(legend_height(entries, 3 * each + 2 * 12 + 1), row);
  EXPECT_EQ(legend_height(entries, 3 * each + 2 * 12 - 1), 2 * row);
}

TEST(Sentence, BeginsWithACapitalButLeavesNames) {
  EXPECT_EQ(sentence("nothing has written it"), "Nothing has written it.");
  EXPECT_EQ(sentence("a 4-byte store. Too far!"), "A 4-byte store. Too far!");
  EXPECT_EQ(sentence("d_x, 40 bytes, is never freed"), "d_x, 40 bytes, is never freed.");
  EXPECT_EQ(sentence("p[3] is read"), "p[3] is read.");
  EXPECT_EQ(sentence("cudaFree has freed x"), "cudaFree has freed x.");
  EXPECT_EQ(sentence(""), "");
}

TEST(Wrap, BreaksAtBlanksAndKeepsColours) {
  const Colour red{255, 0, 0, 255}, blue{0, 0, 255, 255};
  const std::vector<Span> spans{
      {"The counter says ", red, Face::regular}, {"1", blue, Face::regular}, {". And that is all.", red, Face::regular}};
  for (const float width : {60.0f, 120.0f, 200.0f, 1000.0f}) {
    std::string all;
    for (const std::vector<Span>& line : wrap(spans, 15, width)) {
      EXPECT_FALSE(line.empty());
      EXPECT_TRUE(text_width(line, 15) <= width || plain(line).find(' ') == std::string::npos);
      all += (all.empty() ? "" : " ") + plain(line);
    }
    EXPECT_EQ(all, "The counter says 1. And that is all.");
  }
  EXPECT_EQ(wrap(spans, 15, 1000).size(), 1u);
  EXPECT_EQ(wrap(spans, 15, 1000)[0][1].colour, blue);
}

TEST(Contrast, KnownPairs) {
  EXPECT_NEAR(contrast({0, 0, 0, 255}, {255, 255, 255, 255}), 21, 0.01);
  EXPECT_NEAR(contrast({119, 119, 119, 255}, {255, 255, 255, 255}), 4.48, 0.01);  // #777 on white just misses 4.5
  EXPECT_FLOAT_EQ(contrast({10, 20, 30, 255}, {10, 20, 30, 255}), 1);
}

TEST(Themes, WordsCanBeRead) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light, ThemeName::projector}) {
    const Theme& t = theme(name);
    EXPECT_EQ(t.name, name);
    for (const Colour ground : {t.background, t.bar, t.panel})
      for (const Colour ink : {t.text, t.soft, t.muted, t.accent, t.read, t.write, t.atomic, t.good, t.wrong})
        EXPECT_GE(contrast(ink, ground), 4.5f) << int(name) << ": " << int(ink.r) << "," << int(ink.g) << "," << int(ink.b);
    for (const Colour ink : {t.text, t.soft, t.muted}) EXPECT_GE(contrast(ink, t.control), 4.5f) << int(name);
    for (std::uint64_t block = 0; block < 200; ++block) {
      EXPECT_GE(contrast(label_colour(t, block, 200), t.background), 4.5f);
      EXPECT_GE(contrast(label_colour(t, block, 8), t.background), 4.5f);
    }
    EXPECT_FALSE(t.idle == t.untouched);
    EXPECT_GE(contrast(t.untouched_line, t.background), 3) << int(name);
  }
  EXPECT_GT(theme(ThemeName::projector).scale, theme(ThemeName::dark).scale);
  EXPECT_TRUE(is_dark(theme(ThemeName::dark)));
  EXPECT_FALSE(is_dark(theme(ThemeName::light)));
}

TEST(FromHsl, PrimariesAndGreys) {
  EXPECT_EQ(from_hsl(0, 1, 0.5f), (Colour{255, 0, 0, 255}));
  EXPECT_EQ(from_hsl(120, 1, 0.5f), (Colour{0, 255, 0, 255}));
  EXPECT_EQ(from_hsl(240, 1, 0.5f), (Colour{0, 0, 255, 255}));
  EXPECT_EQ(from_hsl(77, 0, 0.5f), (Colour{128, 128, 128, 255}));
}

TEST(ThreadColour, NeighbouringBlocksDiffer) {
  const Theme& t = theme(ThemeName::dark);
  for (std::uint64_t block = 0; block + 1 < 32; ++block)
    EXPECT_FALSE(thread_colour(t, block, 32, 0, 256) == thread_colour(t, block + 1, 32, 0, 256));
  const Colour first = thread_colour(t, 3, 0, 256), last = thread_colour(t, 3, 255, 256);
  EXPECT_LT(first.r + first.g + first.b, last.r + last.g + last.b);  // lightness increases with the thread number
}

}  // namespace
}  // namespace warplens::view
