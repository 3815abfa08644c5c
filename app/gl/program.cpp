#include "gl/program.h"

#include <glad/gl.h>

#include <algorithm>
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
