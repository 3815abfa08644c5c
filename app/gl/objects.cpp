#include "gl/objects.h"

#include <glad/gl.h>

#include <algorithm>
#include <cassert>
#include <cctype>

#include "base/file.h"
#include "base/resources.h"
#include "gl/context.h"

namespace warplens::gl {
namespace {

class Shader {
 public:
  explicit Shader(GLenum stage) : name_(glCreateShader(stage)) {}
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;
  ~Shader() { glDeleteShader(name_); }
  Name name() const { return name_; }

 private:
  Name name_;
};

/// Line number in a compiler's message. Drivers write "0:12(5): error" (Mesa), "0(12) : error" (NVIDIA) or "ERROR: 0:12: …".
int line_in(const std::string& log) {
  for (std::size_t k = 0; k + 2 < log.size(); ++k) {
    if (log[k] != '0' || (log[k + 1] != ':' && log[k + 1] != '(') || !std::isdigit(static_cast<unsigned char>(log[k + 2])))
      continue;
    if (k > 0 && std::isalnum(static_cast<unsigned char>(log[k - 1]))) continue;
    int line = 0;
    for (std::size_t at = k + 2; at < log.size() && at < k + 9 && std::isdigit(static_cast<unsigned char>(log[at])); ++at)
      line = line * 10 + (log[at] - '0');
    return line;
  }
  return 0;
}

std::string first_line(std::string log) {
  log.resize(std::min(log.size(), log.find('\n')));
  return log;
}

base::Status compile(const Shader& shader, const std::filesystem::path& path, const std::string& defined) {
  const base::Result<std::string> text = base::read_text(path);
  if (!text) return text.error();
  // Replace the first line, the #version, by the one for this context. Line numbers stay the same.
  std::string variant = shading_language() + text->substr(std::min(text->find('\n'), text->size()));
  if (const std::size_t second = variant.find('\n'); !defined.empty() && second != std::string::npos)
    variant.insert(second + 1, "#define " + defined + "\n#line 2\n");
  const char* source = variant.c_str();
  glShaderSource(shader.name(), 1, &source, nullptr);
  glCompileShader(shader.name());
  GLint good = 0, length = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
  if (good) return base::Nothing{};
  glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  glGetShaderInfoLog(shader.name(), length, nullptr, log.data());
  return base::Error{path.string(), line_in(log), 0, first_line(log)};
}

}  // namespace

void delete_buffer(Name name) { glDeleteBuffers(1, &name); }
void delete_texture(Name name) { glDeleteTextures(1, &name); }
void delete_program(Name name) { glDeleteProgram(name); }
void delete_framebuffer(Name name) { glDeleteFramebuffers(1, &name); }
void delete_vertex_array(Name name) { glDeleteVertexArrays(1, &name); }

namespace {

Name make_buffer(std::size_t size, const void* content, GLenum usage) {
  Name name = 0;
  glGenBuffers(1, &name);
  glBindBuffer(GL_ARRAY_BUFFER, name);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(size), content, usage);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return name;
}

}  // namespace

Buffer::Buffer(std::span<const std::byte> content)
    : handle_(make_buffer(content.size(), content.data(), GL_STATIC_DRAW)), size_(content.size()) {}
Buffer::Buffer(std::size_t size) : handle_(make_buffer(size, nullptr, GL_DYNAMIC_COPY)), size_(size) {}

namespace {

struct FormatRow {
  GLint internal;
  GLenum format, type;
  std::size_t bytes;
};

FormatRow row_of(PixelFormat format) {
  switch (format) {
    case PixelFormat::r32ui:
      return {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4};
    case PixelFormat::rg32ui:
      return {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8};
    case PixelFormat::rgba8:
      break;
  }
  return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4};
}

}  // namespace

std::size_t bytes_per_pixel(PixelFormat format) { return row_of(format).bytes; }

Texture::Texture(PixelFormat format, std::uint32_t width, std::uint32_t height)
    : format_(format), width_(width), height_(height) {
  Name name = 0;
  glGenTextures(1, &name);
  handle_ = Handle<delete_texture>(name);
  glBindTexture(GL_TEXTURE_2D, name);
  const FormatRow row = row_of(format);
  glTexImage2D(GL_TEXTURE_2D, 0, row.internal, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, row.format, row.type,
               nullptr);
  // An integer texture is complete only without filtering.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::upload(std::uint32_t row, std::uint32_t rows, std::span<const std::byte> pixels) {
  const FormatRow format = row_of(format_);
  assert(row + rows <= height_ && pixels.size() >= std::size_t{rows} * width_ * format.bytes);
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(row), static_cast<GLsizei>(width_), static_cast<GLsizei>(rows),
                  format.format, format.type, pixels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
}

void Texture::fill(std::span<const std::byte> pixels) {
  const FormatRow format = row_of(format_);
  const std::size_t row = std::size_t{width_} * format.bytes, rows = pixels.size() / row;
  assert(pixels.size() <= row * height_);
  glBindTexture(GL_TEXTURE_2D, name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const auto part = [&](std::size_t from, std::size_t width, std::size_t height) {
    if (width == 0 || height == 0) return;
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(from), static_cast<GLsizei>(width), static_cast<GLsizei>(height),
                    format.format, format.type, pixels.data() + from * row);
  };
  part(0, width_, rows);
  part(rows, (pixels.size() - rows * row) / format.bytes, 1);
  glBindTexture(GL_TEXTURE_2D, 0);
}

std::uint32_t max_texture_size() {
  GLint size = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
  return static_cast<std::uint32_t>(size);
}

VertexArray::VertexArray() {
  Name name = 0;
  glGenVertexArrays(1, &name);
  handle_ = Handle<delete_vertex_array>(name);
}

base::Result<Framebuffer> Framebuffer::create(std::uint32_t width, std::uint32_t height, PixelFormat format) {
  const std::uint32_t limit = max_texture_size();
  if (width == 0 || height == 0 || width > limit || height > limit)
    return base::error("a picture of " + std::to_string(width) + " × " + std::to_string(height) +
                       " pixels cannot be drawn: each side is 1 to " + std::to_string(limit) + " here");
  return around(Texture(format, width, height));
}

base::Result<Framebuffer> Framebuffer::around(Texture texture) {
  Framebuffer made;
  made.texture_ = std::move(texture);
  Name name = 0;
  glGenFramebuffers(1, &name);
  made.handle_ = Handle<delete_framebuffer>(name);
  GLint before = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_FRAMEBUFFER, name);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, made.texture_.name(), 0);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<Name>(before));
  if (status != GL_FRAMEBUFFER_COMPLETE)
    return base::error("the driver refused a framebuffer of " + std::to_string(made.texture_.width()) + " × " +
                       std::to_string(made.texture_.height()) + " pixels");
  return made;
}

std::vector<std::byte> Framebuffer::read_pixels() const {
  std::vector<std::byte> pixels(std::size_t{texture_.width()} * texture_.height() * 4);
  GLint before = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_FRAMEBUFFER, name());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, static_cast<GLsizei>(texture_.width()), static_cast<GLsizei>(texture_.height()), GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.data());
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<Name>(before));
  return pixels;
}

base::Result<Program> Program::load(const std::string& name) { return load(base::resource_folder() / "shaders", name); }

base::Result<Program> Program::load(const std::filesystem::path& folder, const std::string& name) {
  return load(folder, name, "");
}

base::Result<Program> Program::load_variant(const std::string& name, const std::string& defined) {
  return load(base::resource_folder() / "shaders", name, defined);
}

base::Result<Program> Program::load(const std::filesystem::path& folder, const std::string& name, const std::string& defined) {
  const Shader vertex(GL_VERTEX_SHADER), fragment(GL_FRAGMENT_SHADER);
  if (const base::Status status = compile(vertex, folder / (name + ".vert"), defined); !status) return status.error();
  if (const base::Status status = compile(fragment, folder / (name + ".frag"), defined); !status) return status.error();
  Program program(glCreateProgram());
  glAttachShader(program.name(), vertex.name());
  glAttachShader(program.name(), fragment.name());
  glLinkProgram(program.name());
  GLint good = 0, length = 0;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (!good) {
    glGetProgramiv(program.name(), GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length), '\0');
    glGetProgramInfoLog(program.name(), length, nullptr, log.data());
    return base::Error{(folder / (name + ".frag")).string(), 0, 0, "the shaders do not fit together: " + first_line(log)};
  }
  return program;
}

void Program::use() const { glUseProgram(name()); }
void Program::set(const char* uniform, int value) const { glUniform1i(glGetUniformLocation(name(), uniform), value); }
void Program::set(const char* uniform, std::uint32_t value) const { glUniform1ui(glGetUniformLocation(name(), uniform), value); }
void Program::set(const char* uniform, float value) const { glUniform1f(glGetUniformLocation(name(), uniform), value); }
void Program::set(const char* uniform, std::array<float, 2> value) const {
  glUniform2fv(glGetUniformLocation(name(), uniform), 1, value.data());
}
void Program::set(const char* uniform, std::array<float, 4> value) const {
  glUniform4fv(glGetUniformLocation(name(), uniform), 1, value.data());
}

}  // namespace warplens::gl
