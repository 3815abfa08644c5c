#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "launch/launch.h"
#include "launch/launch_result.h"
#include "tests/simt/launcher.h"

// Reads the files NAME.ptx written by the build: a kernel, with its arguments and expected results in comments; see the
// README.

namespace warplens::instructions {

using launch::ElementType;

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// "2" or "4,2,1" as extents.
inline base::Dim3 dim3_of(const std::string& text) {
  std::istringstream stream(text);
  std::uint32_t extents[3] = {1, 1, 1};
  std::string part;
  for (std::uint32_t& extent : extents) {
    if (std::getline(stream, part, ',')) extent = static_cast<std::uint32_t>(std::stoul(part));
  }
  return {extents[0], extents[1], extents[2]};
}

/// Parses "1, 2, 3" as bytes of `type`; an invalid number fails the test.
inline launch::Bytes bytes_of(ElementType type, const std::string& list) {
  launch::Bytes bytes;
  std::istringstream stream(list);
  for (std::string item; std::getline(stream, item, ',');) {
    item.erase(0, item.find_first_not_of(' '));
    const auto scalar = launch::parse_scalar(type, item);
    EXPECT_TRUE(scalar.ok()) << item;
    if (!scalar.ok()) return bytes;
    const auto* first = reinterpret_cast<const std::byte*>(&scalar->bits);
    bytes.insert(bytes.end(), first, first + launch::bytes(type));
  }
  return bytes;
}

/// "3d", "a2d": the dimensions of a texture, and whether it has layers.
inline void set_shape(launch::Texture& texture, const std::string& shape) {
  texture.layered = shape.starts_with('a');
  texture.dimensions = static_cast<std::uint8_t>(shape[texture.layered ? 1 : 0] - '0');
}

/// "u8x4": kind, bits and number of a texel's numbers.
inline void set_format(launch::Texture& texture, const std::string& format) {
  texture.kind = format[0] == 'f'   ? launch::ChannelKind::floating
                 : format[0] == 'i' ? launch::ChannelKind::signed_integer
                                    : launch::ChannelKind::unsigned_integer;
  const auto times = format.find('x');
  texture.bits = static_cast<std::uint8_t>(std::stoul(format.substr(1)));
  texture.channels =
      times == std::string::npos ? std::uint8_t{1} : static_cast<std::uint8_t>(std::stoul(format.substr(times + 1)));
}

/// Parses "1 a 2d f32 4,2 linear normalised wrap": object 1 is the buffer a as such a texture.
inline launch::Texture texture_of(std::istringstream& words, const std::vector<launch::Argument>& arguments, bool surface) {
  launch::Texture texture;
  std::string buffer, shape, format, extents;
  words >> texture.handle >> buffer >> shape >> format >> extents;
  set_shape(texture, shape);
  set_format(texture, format);
  const base::Dim3 size = dim3_of(extents);
  texture.surface = surface;
  texture.width = size.x;
  // Lines in layers have no rows.
  texture.height = texture.layered && texture.dimensions == 1 ? 1 : size.y;
  texture.depth = texture.layered && texture.dimensions == 1 ? size.y : size.z;
  texture.pitch = std::uint64_t{texture.width} * texture.texel_bytes();
  texture.slice = texture.pitch * texture.height;
  for (std::string word; words >> word;) {
    if (word == "linear") texture.linear_filter = true;
    if (word == "normalised") texture.normalised_coordinates = true;
    if (word == "parts") texture.normalised_reads = true;
    if (const auto mode = launch::address_modes.value_of(word)) texture.modes.fill(*mode);
  }
  for (const launch::Argument& argument : arguments) {
    const auto* given = std::get_if<launch::Buffer>(&argument);
    if (given == nullptr) continue;
    if (given->name == buffer) return texture;
    ++texture.buffer;
  }
  ADD_FAILURE() << "no buffer " << buffer << " for a texture";
  return texture;
}

/// The test case described by the comments at the top of a file.
struct Case {
  launch::Launch launch;
  std::map<std::string, std::string> expected;  ///< values by buffer, as text from the file
  std::string fault;                            ///< fault that the launch must end with; "" if none
  double tolerance = 0;                         ///< relative, or absolute below 1; 0: bit for bit
};

/// Reads the comments of a file's text. Throws on a malformed one.
inline Case case_of(const std::string& text) {
  Case test;
  std::vector<launch::Argument> arguments;
  std::vector<launch::Texture> textures;
  base::Dim3 grid, block;
  std::uint32_t shared = 0;
  bool as_hardware = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    std::istringstream words(line.substr(2));
    std::string word, name, type, equals, rest;
    words >> word;
    if (word == "launch:") {
      while (words >> word) {
        std::string value;
        words >> value;
        if (word == "grid") grid = dim3_of(value);
        if (word == "block") block = dim3_of(value);
        if (word == "shared") shared = static_cast<std::uint32_t>(std::stoul(value));
      }
    } else if (word == "arg:") {
      words >> name >> type >> equals;
      std::getline(words, rest);
      const auto bracket = type.find('[');
      const auto element = launch::element_type_named(type.substr(0, bracket)).value();
      launch::Bytes bytes;
      if (rest == " zeros")
        bytes.resize(std::stoul(type.substr(bracket + 1)) * launch::bytes(element));
      else
        bytes = bytes_of(element, rest);
      const std::uint64_t size = bytes.size() / launch::bytes(element);
      arguments.push_back(launch::Buffer{name, element, size, std::make_shared<const launch::Bytes>(std::move(bytes))});
    } else if (word == "scalar:") {
      words >> type >> rest;
      arguments.push_back(launch::parse_scalar(launch::element_type_named(type).value(), rest).value());
    } else if (word == "texture:" || word == "surface:") {
      textures.push_back(texture_of(words, arguments, word == "surface:"));
    } else if (word == "expect:") {
      words >> name >> equals;
      std::getline(words, rest);
      test.expected[name] = rest;
    } else if (word == "tolerance:") {
      words >> test.tolerance;
    } else if (word == "as-hardware") {
      as_hardware = true;
    } else if (word == "fault:") {
      words >> test.fault;
    }
  }
  test.launch = simt::launch_of(text, 1, 1, std::move(arguments));
  test.launch.grid = grid;
  test.launch.block = block;
  test.launch.dynamic_shared = shared;
  test.launch.as_hardware = as_hardware;
  test.launch.textures = std::move(textures);
  return test;
}

/// Compare bit by bit; any NaN agrees with an expected NaN; with a tolerance (relative, or absolute below 1), compare within it.
inline bool agrees(ElementType type, const launch::Scalar& got, const launch::Scalar& expected, double tolerance) {
  if (!launch::is_floating(type)) return got.bits == expected.bits;
  const double a = launch::to_double(got), b = launch::to_double(expected);
  if (std::isnan(b)) return std::isnan(a);
  if (tolerance == 0 || std::isinf(b)) return got.bits == expected.bits;
  return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

/// The differences between a launch's outputs and the file's answers: one line per element, empty if all agree.
inline std::vector<std::string> differences(const Case& test, const launch::LaunchResult& result) {
  std::vector<std::string> lines;
  std::size_t buffer = 0;
  for (const launch::Argument& argument : test.launch.arguments) {
    const auto* given = std::get_if<launch::Buffer>(&argument);
    if (given == nullptr) continue;
    const launch::Bytes& output = result.outputs.at(buffer++);
    if (!test.expected.contains(given->name)) continue;
    const launch::Bytes expected = bytes_of(given->type, test.expected.at(given->name));
    if (output.size() != expected.size()) {
      lines.push_back(given->name + " has " + std::to_string(output.size()) + " bytes, its answer " +
                      std::to_string(expected.size()));
      continue;
    }
    for (std::uint64_t i = 0; i < given->size; ++i) {
      const auto got = launch::element(given->type, output, i), wanted = launch::element(given->type, expected, i);
      if (agrees(given->type, got, wanted, test.tolerance)) continue;
      lines.push_back(given->name + "[" + std::to_string(i) + "] is " + launch::to_text(got) + ", expected " +
                      launch::to_text(wanted));
    }
  }
  return lines;
}

/// The names of the files in `folder`, in order.
inline std::vector<std::string> files(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace warplens::instructions
