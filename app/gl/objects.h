#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

// OpenGL objects as values that free themselves. All need a current context, even in their destructors. OpenGL 3.3 core; except
// in buffer_texture.h only the part that OpenGL ES 3.0 has too.

namespace warplens::gl {

using Name = std::uint32_t;  ///< GLuint, without the GL header

/// Owns one GL name, which `Delete` deletes.
template <void (*Delete)(Name)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Name name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      if (name_) Delete(name_);
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  ~Handle() {
    if (name_) Delete(name_);
  }
  Name name() const { return name_; }

 private:
  Name name_ = 0;
};

void delete_buffer(Name name);
void delete_texture(Name name);
void delete_program(Name name);
void delete_framebuffer(Name name);
void delete_vertex_array(Name name);

/// A GL buffer object: bytes on the graphics device.
class Buffer {
 public:
  explicit Buffer(std::span<const std::byte> content);
  /// Content undefined, to be written by other code.
  explicit Buffer(std::size_t size);
  Name name() const { return handle_.name(); }
  std::size_t size() const { return size_; }

 private:
  Handle<delete_buffer> handle_;
  std::size_t size_ = 0;
};

enum class PixelFormat : std::uint8_t { rgba8, r32ui, rg32ui };
std::size_t bytes_per_pixel(PixelFormat format);

/// A 2-D texture without mipmaps; nearest sampling, clamped.
class Texture {
 public:
  Texture() = default;
  /// Content undefined. Width and height at least 1 and at most max_texture_size().
  Texture(PixelFormat format, std::uint32_t width, std::uint32_t height);
  /// Replace rows [row, row + rows); `pixels` holds rows · width · bytes_per_pixel bytes, top row of the picture first.
  void upload(std::uint32_t row, std::uint32_t rows, std::span<const std::byte> pixels);
  /// Replace the first pixels, row by row; the last row may be partial. `pixels`: at most the texture's size in bytes.
  void fill(std::span<const std::byte> pixels);

  Name name() const { return handle_.name(); }
  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  PixelFormat format() const { return format_; }

 private:
  Handle<delete_texture> handle_;
  PixelFormat format_ = PixelFormat::rgba8;
  std::uint32_t width_ = 0, height_ = 0;
};
std::uint32_t max_texture_size();

/// A vertex array without attributes: shaders make their vertices from gl_VertexID.
class VertexArray {
 public:
  VertexArray();
  Name name() const { return handle_.name(); }

 private:
  Handle<delete_vertex_array> handle_;
};

/// A target to draw into: one texture. Row 0 of the texture is the top row of the picture (shaders here count y down).
class Framebuffer {
 public:
  /// The error says which size was refused.
  static base::Result<Framebuffer> create(std::uint32_t width, std::uint32_t height, PixelFormat format = PixelFormat::rgba8);
  /// Create a framebuffer around an existing texture.
  static base::Result<Framebuffer> around(Texture texture);
  Name name() const { return handle_.name(); }
  const Texture& texture() const { return texture_; }
  /// Take the texture out; the framebuffer is no longer usable.
  Texture take() && { return std::move(texture_); }
  /// Read RGBA bytes, row 0 of the texture first. The format must be PixelFormat::rgba8.
  std::vector<std::byte> read_pixels() const;

 private:
  Framebuffer() = default;
  Texture texture_;
  Handle<delete_framebuffer> handle_;
};

/// A vertex and a fragment shader, compiled and linked. use() it before setting its uniforms; a name that the compiler removed is
/// ignored.
class Program {
 public:
  /// Load NAME.vert and NAME.frag from `folder`, by default that of the resources. The error has the shader's file and line.
  static base::Result<Program> load(const std::string& name);
  static base::Result<Program> load(const std::filesystem::path& folder, const std::string& name);
  /// Load the resources' shaders with the preprocessor macro `defined` defined.
  static base::Result<Program> load_variant(const std::string& name, const std::string& defined);

  Name name() const { return handle_.name(); }
  void use() const;
  void set(const char* uniform, int value) const;
  void set(const char* uniform, std::uint32_t value) const;
  void set(const char* uniform, float value) const;
  void set(const char* uniform, std::array<float, 2> value) const;
  void set(const char* uniform, std::array<float, 4> value) const;

 private:
  explicit Program(Name name) : handle_(name) {}
  static base::Result<Program> load(const std::filesystem::path& folder, const std::string& name, const std::string& defined);
  Handle<delete_program> handle_;
};

}  // namespace warplens::gl
