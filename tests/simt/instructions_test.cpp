#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "ptx/opcode.h"
#include "ptx/parse/form.h"
#include "tests/simt/launcher.h"

// tests/instructions/*.ptx: each file is a kernel with its arguments and expected results in comments; see the README there.

namespace warplens::simt {
namespace {

using launch::ElementType;

const std::filesystem::path folder = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests" / "instructions";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

base::Dim3 dim3_of(const std::string& text) {
  std::istringstream stream(text);
  std::uint32_t extents[3] = {1, 1, 1};
  std::string part;
  for (std::uint32_t& extent : extents) {
    if (std::getline(stream, part, ',')) extent = static_cast<std::uint32_t>(std::stoul(part));
  }
  return {extents[0], extents[1], extents[2]};
}

/// Parses "1, 2, 3" as bytes of `type`; an invalid number fails the test.
launch::Bytes bytes_of(ElementType type, const std::string& list) {
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

/// The test case described by the comments at the top of a file.
struct Case {
  launch::Launch launch;
  std::vector<std::string> names;  ///< of the buffers
  std::map<std::string, std::string> expected;
  std::string fault;
  double tolerance = 0;
};

Case case_of(const std::string& text) {
  Case test;
  std::vector<launch::Argument> arguments;
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
      test.names.push_back(name);
    } else if (word == "scalar:") {
      words >> type >> rest;
      arguments.push_back(launch::parse_scalar(launch::element_type_named(type).value(), rest).value());
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
  test.launch = launch_of(text, 1, 1, std::move(arguments));
  test.launch.grid = grid;
  test.launch.block = block;
  test.launch.dynamic_shared = shared;
  test.launch.as_hardware = as_hardware;
  return test;
}

/// Bitwise equal; any NaN if a NaN is expected; within the tolerance (relative, or absolute below 1) if there is one.
bool agrees(ElementType type, const launch::Scalar& got, const launch::Scalar& expected, double tolerance) {
  if (!launch::is_floating(type)) return got.bits == expected.bits;
  const double a = launch::to_double(got), b = launch::to_double(expected);
  if (std::isnan(b)) return std::isnan(a);
  if (tolerance == 0 || std::isinf(b)) return got.bits == expected.bits;
  return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

class Instruction : public testing::TestWithParam<std::string> {};

TEST_P(Instruction, GivesTheAnswerInItsFile) {
  const Case test = case_of(text_of(folder / GetParam()));
  ASSERT_FALSE(test.expected.empty()) << "a file without an answer";
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin}) {
    launch::Launch launch = test.launch;
    launch.schedule = schedule;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->fault ? std::string(launch::name(result->fault->kind)) : "", test.fault)
        << (result->fault ? result->fault->message : "");
    std::size_t buffer = 0;
    for (const launch::Argument& argument : launch.arguments) {
      const auto* given = std::get_if<launch::Buffer>(&argument);
      if (given == nullptr) continue;
      const launch::Bytes& output = result->outputs[buffer++];
      if (!test.expected.contains(given->name)) continue;
      const launch::Bytes expected = bytes_of(given->type, test.expected.at(given->name));
      ASSERT_EQ(output.size(), expected.size());
      for (std::uint64_t i = 0; i < given->size; ++i) {
        const auto got = launch::element(given->type, output, i), wanted = launch::element(given->type, expected, i);
        EXPECT_TRUE(agrees(given->type, got, wanted, test.tolerance))
            << given->name << "[" << i << "] is " << launch::to_text(got) << ", expected " << launch::to_text(wanted);
      }
    }
  }
}

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Files, Instruction, testing::ValuesIn(files()), [](const auto& info) {
  std::string name = info.param.substr(0, info.param.size() - 4);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

/// Types that an opcode treats alike: all types of one width if it only moves them, else a single type.
std::string family(const ptx::OpcodeRow& row, ptx::Type type) {
  const bool moves =
      row.instruction_class == ptx::InstructionClass::move || row.instruction_class == ptx::InstructionClass::memory;
  return moves && type != ptx::Type::pred ? std::to_string(ptx::bits(type)) + " bits" : "." + std::string(ptx::name(type));
}

/// The opcode that each file is named after, with its instructions' types in that file: "add .u32", "cvt from .s8".
std::set<std::string> covered() {
  std::set<std::string> found;
  for (const std::string& file : files()) {
    const auto opcode = ptx::opcode_named(file.substr(0, file.find('.')));
    EXPECT_TRUE(opcode) << file << " is named after no opcode";
    const auto module = ptx::parse(text_of(folder / file), file);
    EXPECT_TRUE(module) << (module ? "" : base::describe(module.error()));
    if (!opcode || !module) continue;
    const ptx::OpcodeRow& row = ptx::row(*opcode);
    for (const ptx::Function& function : module->functions) {
      for (const ptx::Instruction& instruction : function.instructions) {
        if (instruction.opcode != *opcode) continue;
        found.insert(std::string(row.mnemonic));
        found.insert(std::string(row.mnemonic) + " " + family(row, instruction.type));
        found.insert(std::string(row.mnemonic) + " from " + family(row, instruction.source_type));
      }
    }
  }
  return found;
}

TEST(InstructionFiles, CoverEveryOpcodeAndType) {
  const std::set<std::string> found = covered();
  for (const ptx::OpcodeRow& row : ptx::opcode_table()) {
    const std::string mnemonic(row.mnemonic);
    EXPECT_TRUE(found.contains(mnemonic)) << "no file tests " << mnemonic;
    const ptx::Form& form = ptx::form(row.opcode);
    for (int t = 0; t <= static_cast<int>(ptx::Type::f64); ++t) {
      const auto type = static_cast<ptx::Type>(t);
      if (form.first_types & ptx::types(type)) {
        EXPECT_TRUE(found.contains(mnemonic + " " + family(row, type))) << mnemonic << " " << ptx::name(type);
      }
      if (form.second_types & ptx::types(type)) {
        EXPECT_TRUE(found.contains(mnemonic + " from " + family(row, type))) << mnemonic << " from " << ptx::name(type);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::simt
