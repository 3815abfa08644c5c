#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/resources.h"
#include "experiment/catalogue/table_reader.h"
#include "experiment/inputs/mesh.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/recording/recorded_program.h"
#include "launch/arguments/argument.h"
#include "launch/recording/recording_file.h"
#include "lesson/lesson.h"
#include "ptx/compile/module_cache.h"
#include "ptx/flow/cfg.h"
#include "session/files_read.h"
#include "session/own_files.h"
#include "session/session.h"
#include "tests/mutated/mutation.h"
#include "tests/mutated/reading_limits.h"
#include "tests/scratch_folder.h"
#include "view/table.h"

// Files of every kind that the program reads, mutated: each is read as the program reads it, and is fine or refused, but never a
// crash, a hang or a memory full. WARPLENS_MUTATED_FILES is how many of each kind there are, 100 by default. A file that fails is
// left in the folder that the failure names.

namespace warplens {
namespace {

namespace fs = std::filesystem;

const fs::path source = WARPLENS_SOURCE_FOLDER;

std::uint64_t files_of_each_kind() {
  const char* const wanted = std::getenv("WARPLENS_MUTATED_FILES");
  const auto number = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 0;
  return number > 0 ? number : 100;
}

const experiment::Catalogue& catalogue() {
  static const auto all = experiment::load_catalogue({base::resource_folder() / "kernels"}, view::names_of_views());
  return all;
}

/// The files of a folder with one of the endings, in the order of their names.
std::vector<std::string> seeds_in(const fs::path& folder, const std::vector<std::string>& endings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (std::ranges::find(endings, entry.path().extension().string()) != endings.end()) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> seeds;
  for (const fs::path& file : files) seeds.push_back(*base::read_text(file));
  return seeds;
}

/// A kind of files, and how the program reads one. Whether it was read, or else refused, is returned.
struct Kind {
  std::string name;
  std::string file;  ///< that the mutations are written to
  std::function<std::vector<std::string>()> seeds;
  std::function<bool(const fs::path&)> reads;
  std::function<std::string(std::string)> repair{};  ///< checksums, of three files in four
};

void PrintTo(const Kind& kind, std::ostream* to) { *to << kind.name; }

void look_at(const experiment::Experiment& experiment) {
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry)
    static_cast<void>(experiment::default_settings(experiment, entry));
  for (const experiment::Sweep& sweep : experiment.sweeps) static_cast<void>(experiment::values_of(experiment, sweep));
  static_cast<void>(files_read_outside(experiment));
}

bool reads_session(const fs::path& file) {
  auto document = load_session(file);
  if (!document) return false;
  if (!unpack(*document, file.parent_path() / "unpacked")) return false;
  experiment::Catalogue own = catalogue();
  static_cast<void>(files_read_outside(*document, file, own));
  const auto found = experiment::find_or_add(own, document->session.experiment, view::names_of_views());
  if (!found || document->session.settings.entry >= (*found)->entries.size()) return false;
  static_cast<void>(experiment::check(**found, document->session.sweep));
  return experiment::complete_settings(**found, document->session.settings).ok();
}

bool reads_recording(const fs::path& file) {
  const auto experiment = experiment::open_recording(file);
  if (!experiment) return false;
  look_at(*experiment);
  for (std::uint32_t entry = 0; entry < experiment->entries.size(); ++entry)
    if (const auto settings = experiment::default_settings(*experiment, entry))
      static_cast<void>(experiment::make_recorded_launch(*experiment, *settings));
  return true;
}

bool reads_lesson(const fs::path& file) {
  const lesson::Lessons lessons = lesson::load_lessons({file.parent_path()}, catalogue());
  return !lessons.lessons.empty();
}

bool reads_experiment(const fs::path& file) {
  experiment::Catalogue own;
  const auto found = experiment::find_or_add(own, file.string(), view::names_of_views());
  if (!found) return false;
  look_at(**found);
  return true;
}

bool reads_ptx(const fs::path& file) {
  ptx::ModuleCache modules{ptx::ContentStore(fs::path())};
  const auto module = modules.load(file);
  if (!module) return false;
  for (const ptx::Function& function : (*module)->functions) static_cast<void>(ptx::control_flow(function));
  static_cast<void>(reads_experiment(file));
  return true;
}

/// As the content of a buffer, of the size that the file has and of another one.
bool reads_content(const fs::path& file) {
  const std::string form = "@" + file.string();
  bool reads = false;
  using enum launch::ElementType;
  for (const launch::ElementType type : {u8, i32, f32}) {
    reads = launch::make_buffer(type, std::nullopt, form, 1).ok() || reads;
    static_cast<void>(launch::make_buffer(type, 1000, form, 1).ok());
  }
  return reads;
}

bool reads_model(const fs::path& file) {
  const auto mesh = experiment::load_mesh(file);
  if (mesh) static_cast<void>(experiment::bounding_tree(*mesh));
  return launch::make_buffer(launch::ElementType::i32, std::nullopt, "@" + file.string(), 1).ok() || mesh.ok();
}

std::string with_recording_checksum(std::string file) {
  launch::renew_recording_checksum(std::as_writable_bytes(std::span(file)));
  return file;
}

/// The same recording with its parts as they are, not compressed: what is changed in them is not damage to their compression.
std::string unpacked_recording(const std::string& file) {
  constexpr std::size_t header_bytes = 32, parts_at = 24;  // recording_file.cpp
  std::uint64_t parts = 0;
  std::memcpy(&parts, file.data() + parts_at, sizeof parts);
  std::vector<std::uint64_t> sizes(2 * parts);  // unpacked and packed
  std::memcpy(sizes.data(), file.data() + header_bytes, sizes.size() * sizeof sizes[0]);
  std::size_t at = header_bytes + sizes.size() * sizeof sizes[0];
  std::string content;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::uint64_t bytes = sizes[2 * part], packed = std::exchange(sizes[2 * part + 1], bytes);
    std::string whole(bytes, '\0');
    if (bytes == packed)
      whole = file.substr(at, bytes);
    else
      EXPECT_EQ(::ZSTD_decompress(whole.data(), bytes, file.data() + at, packed), bytes);
    content += whole;
    at += packed;
  }
  std::string unpacked = file.substr(0, header_bytes);
  unpacked.append(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof sizes[0]);
  return with_recording_checksum(unpacked + content);
}

std::vector<std::string> recordings() {
  std::vector<std::string> seeds = seeds_in(source / "tests" / "fuzz" / "recordings", {".recording"});
  std::error_code none;  // in a sanitized build
  if (const fs::path own = base::resource_folder() / "programs"; fs::is_directory(own, none))
    for (std::string& each : seeds_in(own, {".recording"})) seeds.push_back(std::move(each));
  for (std::size_t k = 0, packed = seeds.size(); k < packed; ++k) seeds.push_back(unpacked_recording(seeds[k]));
  return seeds;
}

std::vector<Kind> kinds() {
  const fs::path fuzz = source / "tests" / "fuzz";
  const auto of = [](const fs::path& folder, const std::string& ending) { return [=] { return seeds_in(folder, {ending}); }; };
  return {
      {"Sessions", "s.warplens", of(fuzz / "sessions", ".warplens"), reads_session},
      {"Recordings", "r.recording", recordings, reads_recording, with_recording_checksum},
      {"Lessons", "01-mutated.md", of(source / "assets" / "lessons", ".md"), reads_lesson},
      {"Experiments", "e.toml", of(source / "kernels", ".toml"), reads_experiment},
      {"Ptx", "p.ptx", [] { return seeds_in(base::resource_folder() / "kernels", {".ptx"}); }, reads_ptx},
      {"Npy", "a.npy", of(fuzz / "arrays", ".npy"), reads_content},
      {"Png", "a.png", of(fuzz / "arrays", ".png"), reads_content, with_png_checksums},
      {"Jpeg", "a.jpg", of(fuzz / "arrays", ".jpg"), reads_content},
      {"Obj", "a.obj", of(fuzz / "models", ".obj"), reads_model},
      {"Csv", "a.csv", of(fuzz / "arrays", ".csv"), reads_content},
  };
}

class Mutated : public testing::TestWithParam<Kind> {};

TEST_P(Mutated, FilesAreReadOrRefused) {
  const Kind& kind = GetParam();
  const fs::path folder = scratch(kind.name);
  fs::create_directories(folder);
  const std::vector<std::string> seeds = kind.seeds();
  ASSERT_FALSE(seeds.empty());
  // What an experiment and a lesson have beside them.
  ASSERT_TRUE(base::write_file(folder / "glossary.md", *base::read_text(source / "assets" / "lessons" / "glossary.md")));
  ASSERT_TRUE(base::write_file(folder / "e.cu", *base::read_text(source / "kernels" / "add.cu")));
  const fs::path file = folder / kind.file;
  for (const std::string& seed : seeds) {
    ASSERT_TRUE(base::write_file(file, seed));
    const ReadingLimits limits(kind.name + ", a seed");
    kind.reads(file);
  }
  std::uint64_t read = 0;
  for (std::uint64_t number = 0; number < files_of_each_kind() && !HasFailure(); ++number) {
    std::string text = mutated(seeds, number);
    if (kind.repair && number / 2 % 4 != 0) text = kind.repair(std::move(text));
    ASSERT_TRUE(base::write_file(file, text));
    const ReadingLimits limits(kind.name + ", number " + std::to_string(number));
    read += kind.reads(file) ? 1 : 0;
  }
  RecordProperty("read", static_cast<int>(read));
  std::printf("%s: %llu of %llu files were read, the others refused\n", kind.name.c_str(), static_cast<unsigned long long>(read),
              static_cast<unsigned long long>(files_of_each_kind()));
}

INSTANTIATE_TEST_SUITE_P(All, Mutated, testing::ValuesIn(kinds()),
                         [](const testing::TestParamInfo<Kind>& info) { return info.param.name; });

TEST(Mutation, IsTheSameEveryTime) {
  const std::vector<std::string> seeds{"one 1 two 2\n", "three 3\n"};
  bool differ = false;
  for (std::uint64_t number = 0; number < 100; ++number) {
    EXPECT_EQ(mutated(seeds, number), mutated(seeds, number));
    differ = differ || mutated(seeds, number) != seeds[number % 2];
  }
  EXPECT_TRUE(differ);
}

/// An image with wrong checksums is refused, and read with those that with_png_checksums() gives it.
TEST(Mutation, OfAnImageGetsPastItsChecksums) {
  const std::string png = seeds_in(source / "tests" / "fuzz" / "arrays", {".png"}).front();
  EXPECT_EQ(with_png_checksums(png), png);
  std::string wrong = png;
  wrong[29] = static_cast<char>(wrong[29] ^ 1);  // the last byte of the header's checksum
  EXPECT_EQ(with_png_checksums(wrong), png);
}

}  // namespace
}  // namespace warplens
