#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/result.h"
#include "ptx/parse/parser.h"

// Small PTX texts for tests.

namespace warplens::ptx {

/// Lines that entry_text() puts before its body: an error in the body's first line is in line `lines_before + 1`.
inline constexpr int lines_before = 10;

/// A module with one entry `k` that declares ten registers of each type: %p %h %r %d (pred, b16, b32, b64) and %f %e (f32, f64).
inline std::string entry_text(const std::string& body, const std::string& version = "8.0", const std::string& target = "sm_75") {
  return ".version " + version + "\n.target " + target +
         "\n.address_size 64\n"
         ".global .align 4 .u32 counter[4];\n"
         ".visible .entry k(.param .u64 pointer, .param .u32 n)\n{\n"
         ".reg .pred %p<10>; .reg .b16 %h<10>;\n"
         ".reg .b32 %r<10>; .reg .b64 %d<10>;\n"
         ".reg .f32 %f<10>; .reg .f64 %e<10>;\n"
         ".shared .align 4 .b8 tile[64];\n" +
         body + "\n}\n";
}

/// The only function of a text; fails the test if the text does not parse.
inline Function parsed_entry(const std::string& text) {
  auto module = parse(text, "test.ptx");
  if (!module) {
    ADD_FAILURE() << base::describe(module.error());
    return {};
  }
  EXPECT_EQ(module->functions.size(), 1u);
  return module->functions.empty() ? Function{} : module->functions.front();
}

inline std::vector<Instruction> instructions_of(const std::string& body) { return parsed_entry(entry_text(body)).instructions; }

inline Instruction first_of(const std::string& body) {
  auto instructions = instructions_of(body);
  if (instructions.empty()) {
    ADD_FAILURE() << "no instruction in: " << body;
    return {};
  }
  return instructions.front();
}

/// The error of a text; fails the test if the text parses.
inline base::Error error_of(const std::string& text) {
  auto module = parse(text, "test.ptx");
  if (module) {
    ADD_FAILURE() << "parsed: " << text;
    return {};
  }
  return module.error();
}

}  // namespace warplens::ptx
