#include <glad/gl.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "gl/buffer_texture.h"
#include "gl/context.h"
#include "gl/objects.h"

namespace warplens::gl {
namespace {

/// Each test has a context; without one the tests are skipped with the reason.
class GlTest : public testing::Test {
 protected:
  void SetUp() override {
    base::Result<OffscreenContext> made = OffscreenContext::create();
    if (!made) GTEST_SKIP() << made.error().message;
    context_.emplace(std::move(*made));
    folder_ = std::filesystem::temp_directory_path() / ("warplens_gl_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  void write(const std::string& name, const std::string& text) { ASSERT_TRUE(base::write_file(folder_ / name, text).ok()); }

  std::optional<OffscreenContext> context_;
  std::filesystem::path folder_;
};

constexpr const char* whole_target = R"(#version 330 core
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}
)";

TEST_F(GlTest, ContextIsOpenGl33Core) {
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  EXPECT_GE(major * 10 + minor, 33);
  EXPECT_FALSE(description().empty());
}

TEST_F(GlTest, FramebufferGivesBackWhatWasDrawn) {
  write("row.vert", whole_target);
  // The picture's first row is red, the others blue: the texture's first row must be the top of the picture.
  write("row.frag", R"(#version 330 core
out vec4 colour;
void main() { colour = gl_FragCoord.y < 1.0 ? vec4(1.0, 0.0, 0.0, 1.0) : vec4(0.0, 0.0, 1.0, 1.0); }
)");
  const base::Result<Program> program = Program::load(folder_, "row");
  ASSERT_TRUE(program.ok()) << base::describe(program.error());
  const base::Result<Framebuffer> target = Framebuffer::create(5, 3);
  ASSERT_TRUE(target.ok());
  const VertexArray vertices;
  glBindFramebuffer(GL_FRAMEBUFFER, target->name());
  glViewport(0, 0, 5, 3);
  program->use();
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const std::vector<std::byte> pixels = target->read_pixels();
  ASSERT_EQ(pixels.size(), 5u * 3u * 4u);
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 5; ++x) {
      EXPECT_EQ(std::to_integer<int>(pixels[(y * 5 + x) * 4]), y == 0 ? 255 : 0);
      EXPECT_EQ(std::to_integer<int>(pixels[(y * 5 + x) * 4 + 2]), y == 0 ? 0 : 255);
    }
}

TEST_F(GlTest, ATextureIsFilledInPart) {
  std::vector<std::uint32_t> numbers(11);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<std::uint32_t>(0x01010101u * (k + 1));
  for (const std::size_t pixels : {0, 3, 4, 8, 11}) {
    Texture texture(PixelFormat::r32ui, 4, 3);
    const std::vector<std::uint32_t> before(12, 7);
    texture.upload(0, 3, std::as_bytes(std::span(before)));
    texture.fill(std::as_bytes(std::span(numbers)).first(pixels * 4));
    std::vector<std::uint32_t> after(12);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, after.data());
    for (std::size_t k = 0; k < after.size(); ++k) EXPECT_EQ(after[k], k < pixels ? numbers[k] : 7) << pixels << " " << k;
  }
}

TEST_F(GlTest, ShadersReadTheWordsOfABuffer) {
  write("words.vert", whole_target);
  write("words.frag", R"(#version 330 core
uniform usamplerBuffer words;
out vec4 colour;
void main() {
  uint word = texelFetch(words, int(gl_FragCoord.x)).r;
  colour = vec4(word & 255u, word >> 8 & 255u, word >> 16 & 255u, word >> 24) / 255.0;
}
)");
  std::vector<std::uint32_t> numbers(9);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<std::uint32_t>(0x9e3779b9u * (k + 1));
  const Buffer buffer(std::as_bytes(std::span(numbers)));
  EXPECT_GE(BufferTexture::max_words(), 65'536u) << "OpenGL 3.3 says so";
  const BufferTexture words(buffer.name());
  const base::Result<Program> program = Program::load(folder_, "words");
  ASSERT_TRUE(program.ok()) << base::describe(program.error());
  const auto target = Framebuffer::create(9, 1);
  ASSERT_TRUE(target.ok());
  const VertexArray vertices;
  program->use();
  program->set("words", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_BUFFER, words.name());
  glBindFramebuffer(GL_FRAMEBUFFER, target->name());
  glViewport(0, 0, 9, 1);
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const std::vector<std::byte> pixels = target->read_pixels();
  EXPECT_EQ(std::memcmp(pixels.data(), numbers.data(), pixels.size()), 0);
}

TEST_F(GlTest, IntegerTexturesKeepEveryBit) {
  write("copy.vert", whole_target);
  // Two 32-bit integers form eight bytes, drawn to two pixels.
  write("copy.frag", R"(#version 330 core
uniform highp usampler2D numbers;
out vec4 colour;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uvec2 both = texelFetch(numbers, ivec2(at.x / 2, at.y), 0).rg;
  uint bits = at.x % 2 == 0 ? both.r : both.g;
  colour = vec4(uvec4(bits, bits >> 8, bits >> 16, bits >> 24) & 255u) / 255.0;
}
)");
  const base::Result<Program> program = Program::load(folder_, "copy");
  ASSERT_TRUE(program.ok()) << base::describe(program.error());
  std::vector<std::uint32_t> numbers(2 * 3 * 2);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = 0x01234567u * static_cast<std::uint32_t>(k + 1);
  Texture texture(PixelFormat::rg32ui, 3, 2);
  texture.upload(0, 1, std::as_bytes(std::span(numbers).first(6)));
  texture.upload(1, 1, std::as_bytes(std::span(numbers).last(6)));
  const base::Result<Framebuffer> target = Framebuffer::create(6, 2);
  ASSERT_TRUE(target.ok());
  const VertexArray vertices;
  glBindFramebuffer(GL_FRAMEBUFFER, target->name());
  glViewport(0, 0, 6, 2);
  program->use();
  program->set("numbers", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const std::vector<std::byte> pixels = target->read_pixels();
  ASSERT_EQ(pixels.size(), numbers.size() * 4);
  EXPECT_EQ(std::memcmp(pixels.data(), numbers.data(), pixels.size()), 0);
}

TEST_F(GlTest, ShaderErrorHasFileAndLine) {
  write("bad.vert", whole_target);
  write("bad.frag", "#version 330 core\nout vec4 colour;\nvoid main() {\n  colour = no_such_thing;\n}\n");
  const base::Result<Program> program = Program::load(folder_, "bad");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().file, (folder_ / "bad.frag").string());
  EXPECT_EQ(program.error().line, 4);
  EXPECT_NE(program.error().message.find("no_such_thing"), std::string::npos);
}

TEST_F(GlTest, MissingShaderIsAnErrorWithItsPath) {
  const base::Result<Program> program = Program::load(folder_, "absent");
  ASSERT_FALSE(program.ok());
  EXPECT_NE(base::describe(program.error()).find("absent.vert"), std::string::npos);
}

TEST_F(GlTest, ShadersOfTheProgramCompile) {
  const base::Result<Program> cells = Program::load("cells");
  EXPECT_TRUE(cells.ok()) << base::describe(cells.error());
  const base::Result<Program> large = Program::load_variant("cells", "LARGE_CELLS");
  EXPECT_TRUE(large.ok()) << base::describe(large.error());
}

TEST_F(GlTest, RefusedFramebufferSizesAreErrors) {
  EXPECT_FALSE(Framebuffer::create(0, 4).ok());
  const base::Result<Framebuffer> huge = Framebuffer::create(max_texture_size() + 1, 1);
  ASSERT_FALSE(huge.ok());
  EXPECT_NE(huge.error().message.find(std::to_string(max_texture_size())), std::string::npos);
}

TEST_F(GlTest, ObjectsMoveAndFreeOnce) {
  Texture first(PixelFormat::rgba8, 2, 2);
  const Name name = first.name();
  Texture second = std::move(first);
  EXPECT_EQ(first.name(), 0u);  // NOLINT(bugprone-use-after-move): the moved-from handle is what is tested
  EXPECT_EQ(second.name(), name);
  EXPECT_TRUE(glIsTexture(name));
  second = Texture();
  EXPECT_FALSE(glIsTexture(name));
}

TEST(LoadFunctions, RefusesALoaderThatKnowsNothing) {
  EXPECT_FALSE(load_functions([](const char*) -> void (*)() { return nullptr; }).ok());
}

TEST(OffscreenContext, ManyAfterOneAnother) {
  for (int k = 0; k < 5; ++k) {
    const base::Result<OffscreenContext> made = OffscreenContext::create();
    if (!made) GTEST_SKIP() << made.error().message;
    EXPECT_FALSE(description().empty());
  }
}

}  // namespace
}  // namespace warplens::gl
