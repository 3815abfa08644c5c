#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "gl/objects.h"

namespace warplens::gl {

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
