#include <gtest/gtest.h>

#include <filesystem>

#include "launch/arguments/argument.h"
#include "launch/arguments/array_files.h"
#include "launch/arguments/npy.h"

// Numbers from text files and from images. tests/fuzz/arrays/corners.png has 2 × 2 pixels: red, green; blue, white. grey.jpg has
// 8 × 8 pixels of 128.

namespace warplens::launch {
namespace {

std::vector<double> values(ElementType type, const Bytes& data) {
  std::vector<double> found;
  for (std::uint64_t k = 0; k < data.size() / bytes(type); ++k) found.push_back(to_double(element(type, data, k)));
  return found;
}
std::vector<double> numbers(const std::string& text, ElementType type = ElementType::f32) {
  const auto data = parse_csv(type, text, "numbers.csv");
  EXPECT_TRUE(data) << (data ? "" : base::describe(data.error()));
  return data ? values(type, *data) : std::vector<double>();
}
Bytes example(const std::string& name) {
  return *read_input_file(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/fuzz/arrays" / name);
}

TEST(Csv, ReadsNumbersRowByRow) {
  using Values = std::vector<double>;
  EXPECT_EQ(numbers("1,2,3\n4,5,6\n"), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers("1;2.5;-3e2\r\n"), (Values{1, 2.5, -300}));
  EXPECT_EQ(numbers("\xef\xbb\xbfx,y\n1 2\n\n# a comment\n3\t4"), (Values{1, 2, 3, 4}));
  EXPECT_EQ(numbers("height\n7\n", ElementType::u8), (Values{7}));
  EXPECT_TRUE(numbers("").empty());
}

TEST(Csv, NamesThePlaceOfWhatIsNoNumber) {
  const auto error = [](const std::string& text, ElementType type = ElementType::f32) {
    const auto data = parse_csv(type, text, "numbers.csv");
    return data ? std::string("none") : base::describe(data.error());
  };
  EXPECT_TRUE(error("1,2\n3,four\n").starts_with("numbers.csv:2:3: error: ")) << error("1,2\n3,four\n");
  EXPECT_TRUE(error("x\ny\n").starts_with("numbers.csv:2:1: error: ")) << "only one line is a heading";
  EXPECT_TRUE(error("1,x\n").starts_with("numbers.csv:1:3: error: ")) << "a heading does not begin with a number";
  EXPECT_TRUE(error("300\n", ElementType::u8).starts_with("numbers.csv:1:1: error: "));
}

TEST(Image, IsGreyOrColoursAsTheSizeSays) {
  const Bytes file = example("corners.png");
  const auto rgb = parse_image(ElementType::u8, 12, file, "corners.png");
  ASSERT_TRUE(rgb) << base::describe(rgb.error());
  const std::vector<double> colours{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  EXPECT_EQ(values(ElementType::u8, *rgb), colours);
  EXPECT_EQ(*parse_image(ElementType::u8, {}, file, "corners.png"), *rgb) << "what the file has";
  const auto rgba = values(ElementType::f32, *parse_image(ElementType::f32, 16, file, "corners.png"));
  EXPECT_EQ(rgba, (std::vector<double>{1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1}));
  // ITU-R BT.601 luma: 0.299, 0.587 and 0.114 of red, green and blue.
  const auto grey = values(ElementType::i32, *parse_image(ElementType::i32, 4, file, "corners.png"));
  EXPECT_NEAR(grey[0], 0.299 * 255, 0.5);
  EXPECT_NEAR(grey[1], 0.587 * 255, 0.5);
  EXPECT_NEAR(grey[2], 0.114 * 255, 0.5);
  EXPECT_EQ(grey[3], 255);
}

TEST(Image, MayBeAJpeg) {
  const auto grey = parse_image(ElementType::u8, 64, example("grey.jpg"), "grey.jpg");
  ASSERT_TRUE(grey) << base::describe(grey.error());
  for (const double value : values(ElementType::u8, *grey)) EXPECT_NEAR(value, 128, 2);
}

TEST(Image, SaysWhichSizesFit) {
  const auto other = parse_image(ElementType::u8, 5, example("corners.png"), "corners.png");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("4 elements in grey, 12 as RGB, 16 as RGBA, not 5"), std::string::npos)
      << other.error().message;
  EXPECT_FALSE(parse_image(ElementType::u8, {}, example("numbers.csv"), "numbers.csv"));
  Bytes cut = example("corners.png");
  cut.resize(cut.size() / 2);
  EXPECT_FALSE(parse_image(ElementType::u8, {}, cut, "cut.png"));
}

/// A triangle and a square, which is cut into two triangles along one of its diagonals.
TEST(Wavefront, GivesVerticesToFractionsAndTrianglesToIntegers) {
  const std::string text = "# a house\nv 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nv 0.5 2 -1e1\nf 1 2 3 4\nf 4 3 -1\n";
  const auto vertices = wavefront_content(ElementType::f32, text, "house.obj");
  ASSERT_TRUE(vertices) << base::describe(vertices.error());
  EXPECT_EQ(values(ElementType::f32, *vertices), (std::vector<double>{0, 0, 0, 1, 0, 0, 1, 1, 0.5, 0, 1, 0, 0.5, 2, -10}));
  for (const ElementType type : {ElementType::i32, ElementType::u8}) {
    const auto corners = wavefront_content(type, text, "house.obj");
    ASSERT_TRUE(corners) << base::describe(corners.error());
    const std::vector<double> found = values(type, *corners);
    ASSERT_EQ(found.size(), 9u);
    const std::vector<double> square(found.begin(), found.begin() + 6);
    EXPECT_TRUE(square == (std::vector<double>{0, 1, 2, 0, 2, 3}) || square == (std::vector<double>{0, 1, 3, 1, 2, 3}));
    EXPECT_EQ(std::vector<double>(found.begin() + 6, found.end()), (std::vector<double>{3, 2, 4}));
  }
  EXPECT_EQ(wavefront_content(ElementType::f32, "v 0 0\n", "bad.obj").error().line, 1);
  std::string many;
  for (int k = 0; k < 300; ++k) many += "v 0 0 " + std::to_string(k) + "\n";
  EXPECT_FALSE(wavefront_content(ElementType::u8, many + "f 1 2 300\n", "many.obj")) << "299 does not fit";
  // A face of 100,000 corners took half a minute to be cut.
  std::string face = "f";
  for (int corner = 0; corner < 1'001; ++corner) face += " " + std::to_string(1 + corner % 300);
  const auto refused = wavefront_content(ElementType::i32, many + face + "\n", "face.obj");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a face has more than 1,000 corners");
}

TEST(ArrayFiles, AreFormsOfABuffer) {
  const std::filesystem::path folder = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/fuzz/arrays";
  const auto pixels = make_buffer(ElementType::u8, {}, "@corners.png", 1, folder);
  ASSERT_TRUE(pixels) << base::describe(pixels.error());
  EXPECT_EQ(pixels->size, 12u);
  const auto numbers = make_buffer(ElementType::f64, 4, "@numbers.csv", 1, folder);
  ASSERT_TRUE(numbers) << base::describe(numbers.error());
  EXPECT_EQ(values(ElementType::f64, *numbers->initial), (std::vector<double>{1, 2, -3.5, 400}));
  EXPECT_FALSE(make_buffer(ElementType::f64, 5, "@numbers.csv", 1, folder));
  EXPECT_FALSE(make_buffer(ElementType::f64, {}, "@missing.csv", 1, folder));
}

}  // namespace
}  // namespace warplens::launch
