#include "program/wasm_lines.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "base/random.h"

// The files in wasm/ are made of the sources beside them, in /home/student, by clang 22: clang -cc1 -triple wasm32-unknown-wasip1
// -O1 -debug-info-kind=limited -dwarf-version=4 (or 5) -fdebug-compilation-dir=/home/student -emit-obj -std=c++17 -x c++ for each
// source; wasm-ld --no-entry --export=run --gc-sections --allow-undefined. The offsets below are those of all calls of note() and
// of the functions above them, in the order in which Node.js writes them in its call stacks; llvm-symbolizer tells the same
// places.

namespace warplens::program {
namespace {

using Bytes = std::vector<std::byte>;

Bytes file_named(const std::string& name) {
  return base::read_bytes(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/program/wasm" / name).value();
}

const std::set<std::uint64_t> calls{0x101, 0x5a, 0x63, 0x99, 0xa1, 0xe1, 0xcb, 0xe9, 0xf1};

/// "noted(int) places.cpp:10 < run places.cpp:28": innermost first, without folders; "?" if there are none.
std::string text_of(const std::vector<Place>& places) {
  std::string text;
  for (const Place& place : places) {
    text += text.empty() ? "" : " < ";
    text += place.function + " " + std::filesystem::path(place.file).filename().string() + ":" + std::to_string(place.line);
  }
  return text.empty() ? "?" : text;
}

std::string place_in(const Bytes& file, std::uint64_t offset) {
  const auto places = wasm_places(file, {offset});
  return places.empty() ? "?" : text_of(places.begin()->second);
}

class WasmLines : public testing::TestWithParam<std::string> {
 protected:
  const Bytes file = file_named(GetParam());
};

TEST_P(WasmLines, TheLineOfACallIsItsFunctions) {
  EXPECT_EQ(place_in(file, 0x101), "host::Grid::measured(int) grid.cpp:6") << "of the second source";
  EXPECT_EQ(place_in(file, 0x63), "run places.cpp:26");
  EXPECT_EQ(place_in(file, 0xe1), "float sum<float>(float, float) places.cpp:19");
  EXPECT_EQ(place_in(file, 0xcb), "run places.cpp:30");
}

TEST_P(WasmLines, AnInlinedCallHasAPlaceOfItsOwn) {
  EXPECT_EQ(place_in(file, 0x5a), "host::Grid::scaled(int) const grid.h:9 < run places.cpp:26");
  EXPECT_EQ(place_in(file, 0x99), "noted(int) places.cpp:10 < noted_twice(int) places.cpp:13 < run places.cpp:28");
  EXPECT_EQ(place_in(file, 0xa1), "noted(int) places.cpp:10 < noted_twice(int) places.cpp:14 < run places.cpp:28");
  EXPECT_EQ(place_in(file, 0xe9),
            "noted(int) places.cpp:10 < noted_twice(int) places.cpp:13 < float sum<float>(float, float) places.cpp:20");
  EXPECT_EQ(place_in(file, 0xf1),
            "noted(int) places.cpp:10 < noted_twice(int) places.cpp:14 < float sum<float>(float, float) places.cpp:20");
}

TEST_P(WasmLines, AllAtOnceAreTheSame) {
  const auto all = wasm_places(file, calls);
  ASSERT_EQ(all.size(), calls.size());
  for (const auto& [offset, places] : all) EXPECT_EQ(text_of(places), place_in(file, offset)) << std::hex << offset;
}

TEST_P(WasmLines, FilesAreNamedFromTheFolderOfTheCompilation) {
  const auto places = wasm_places(file, {0x101, 0x5a});
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places.at(0x101).front().file, "/home/student/grid.cpp");
  EXPECT_EQ(places.at(0x5a).front().file, "/home/student/./grid.h");
  EXPECT_EQ(places.at(0x5a).back().file, "/home/student/places.cpp");
}

TEST_P(WasmLines, NothingOutsideOfTheCode) {
  EXPECT_EQ(wasm_places(file, {0, 8, 0x51, file.size() - 1, file.size(), ~std::uint64_t{0}}).size(), 0u);
  EXPECT_EQ(wasm_places(file, {}).size(), 0u);
}

TEST_P(WasmLines, WithoutDebugInformationTheFunctionIsKnown) {
  std::string text(reinterpret_cast<const char*>(file.data()), file.size());
  const std::string name = ".debug_info";
  text.replace(text.find(name), name.size(), ".other_info");
  const auto span = std::as_bytes(std::span(text));
  const Bytes without(span.begin(), span.end());
  EXPECT_EQ(place_in(without, 0xe9), "float sum<float>(float, float) :0");
  EXPECT_EQ(place_in(without, 0x101), "host::Grid::measured(int) :0");
}

/// What no file may do: places of other addresses, or of impossible lines.
void expect_sound(const std::map<std::uint64_t, std::vector<Place>>& places) {
  for (const auto& [offset, all] : places) {
    EXPECT_TRUE(calls.contains(offset));
    for (const Place& place : all) EXPECT_EQ(place.line > 0, !place.file.empty());
  }
}

TEST_P(WasmLines, AFileThatIsCutOffAnywhere) {
  for (std::size_t size = 0; size < file.size(); ++size) expect_sound(wasm_places(std::span(file).first(size), calls));
}

TEST_P(WasmLines, AFileWithDamagedBytes) {
  base::Random random(22);
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  constexpr int files = 20'000;
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < files; ++k) {
    Bytes damaged = file;
    for (std::uint32_t left = 1 + below(4); left > 0; --left) {
      // Numbers of all sizes: LEB128 of many bytes, and small ones.
      const std::size_t at = below(damaged.size()), count = std::min<std::size_t>(1 + below(6), damaged.size() - at);
      const bool large = below(3) == 0;
      for (std::size_t n = 0; n < count; ++n) damaged[at + n] = large ? std::byte{0xff} : static_cast<std::byte>(below(256));
    }
    expect_sound(wasm_places(damaged, calls));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(2)) << "a file must not take long";
}

INSTANTIATE_TEST_SUITE_P(Versions, WasmLines, testing::Values("places_dwarf4.wasm", "places_dwarf5.wasm"),
                         [](const auto& file) { return file.param.substr(0, file.param.find('.')); });

TEST(OtherFiles, HaveNoPlaces) {
  for (const std::string text : {"", "\0asm", "int main() {}",
                                 "\x7f"
                                 "ELF and more than eight bytes"}) {
    EXPECT_EQ(wasm_places(std::as_bytes(std::span(text)), calls).size(), 0u) << text;
  }
}

}  // namespace
}  // namespace warplens::program
