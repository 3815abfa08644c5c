#include "gl/objects.h"

#include <glad/gl.h>

#include <cassert>

namespace warplens::gl {

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

}  // namespace warplens::gl
