#include "ptx/compile/module_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "base/file.h"
#include "ptx/compile/compile.h"
#include "ptx/module_bytes.h"
#include "tests/scratch_folder.h"

namespace warplens::ptx {
namespace {

using Statistics = ModuleCacheStatistics;

std::string kernel_named(const std::string& name) {
  return ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry " + name + "()\n{\n  ret;\n}\n";
}

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = scratch(testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  /// Writes a file with an older modification time, so that its age exceeds the file system's time resolution.
  std::filesystem::path write(const std::string& name, const std::string& text,
                              std::chrono::seconds age = std::chrono::hours(1)) {
    const std::filesystem::path path = folder_ / name;
    EXPECT_TRUE(base::write_file(path, text).ok());
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
    return path;
  }

  ContentStore store() const { return ContentStore(folder_ / "store"); }

  std::filesystem::path folder_;
};

std::string entry_of(const base::Result<std::shared_ptr<const Module>>& module) {
  return module ? (*module)->functions.at(0).name : describe(module.error());
}

TEST_F(Cache, AnUnchangedFileIsNeitherReadNorParsedAgain) {
  const auto file = write("a.ptx", kernel_named("a"));
  ModuleCache cache(store());
  const auto first = cache.load(file), second = cache.load(file);
  ASSERT_TRUE(first.ok()) << describe(first.error());
  EXPECT_EQ(*first, *second) << "the same module: what the machines made of it serves again";
  EXPECT_EQ(cache.statistics(), (Statistics{.from_memory = 1, .reads = 1, .parses = 1}));
}

TEST_F(Cache, KeepsTheModulesUsedLastUpToASize) {
  std::string body;
  for (int k = 0; k < 1'000; ++k) body += "ret;";
  const auto file_of = [&](const std::string& name) {
    return write(name + ".ptx",
                 ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry " + name + "()\n{" + body + "}\n");
  };
  const auto a = file_of("a"), b = file_of("b"), c = file_of("c");
  const std::uint64_t one = bytes_of(**ModuleCache(store()).load(a));
  ModuleCache cache(store(), {}, 2 * one + one / 2);
  for (const auto& file : {a, b, a, c}) EXPECT_TRUE(cache.load(file).ok());
  EXPECT_EQ(cache.kept_bytes(), 2 * one);
  EXPECT_EQ(cache.statistics().parses, 3u);
  EXPECT_TRUE(cache.load(a).ok());
  EXPECT_EQ(cache.statistics().parses, 3u) << "b was used least recently";
  EXPECT_TRUE(cache.load(b).ok());
  EXPECT_EQ(cache.statistics().parses, 4u);
  ModuleCache small(store(), {}, one / 2);
  EXPECT_TRUE(small.load(a).ok()) << "it is not kept";
  EXPECT_EQ(small.kept_bytes(), 0u);
}

TEST_F(Cache, AnEditedFileIsNoticed) {
  const auto file = write("a.ptx", kernel_named("a"));
  ModuleCache cache(store());
  EXPECT_EQ(entry_of(cache.load(file)), "a");
  write("a.ptx", kernel_named("b"), std::chrono::minutes(1));
  EXPECT_EQ(entry_of(cache.load(file)), "b") << "of the same size";
}

TEST_F(Cache, AFileThatWasJustWrittenIsReadAgainAndNotParsedAgain) {
  const auto file = write("a.ptx", kernel_named("a"), std::chrono::seconds(0));
  ModuleCache cache(store());
  const auto first = cache.load(file), second = cache.load(file);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(cache.statistics(), (Statistics{.reads = 2, .parses = 1}));
}

TEST_F(Cache, ATouchedFileKeepsItsModule) {
  const auto file = write("a.ptx", kernel_named("a"));
  ModuleCache cache(store());
  const auto first = cache.load(file);
  write("a.ptx", kernel_named("a"), std::chrono::minutes(1));
  EXPECT_EQ(*cache.load(file), *first);
  EXPECT_EQ(cache.statistics().parses, 1u);
}

TEST_F(Cache, ABrokenFileIsAnErrorUntilItIsMended) {
  const auto file = write("a.ptx", "nonsense");
  ModuleCache cache(store());
  EXPECT_FALSE(cache.load(file).ok());
  EXPECT_FALSE(cache.load(file).ok());
  EXPECT_EQ(cache.statistics().parses, 1u);
  write("a.ptx", kernel_named("mended"), std::chrono::minutes(1));
  EXPECT_EQ(entry_of(cache.load(file)), "mended");
  EXPECT_FALSE(cache.load(folder_ / "missing.ptx").ok());
}

TEST_F(Cache, PtxOfTheBuildIsUsedWhileItIsNoOlderThanItsSource) {
  const auto source = write("a.cu", "__global__ void compiled() {}\n", std::chrono::minutes(2));
  const auto built = write("a.ptx", kernel_named("built"), std::chrono::minutes(1));
  ModuleCache cache(store());
  EXPECT_EQ(entry_of(cache.load(source, built)), "built");
  EXPECT_EQ(entry_of(cache.load(source, built)), "built");
  EXPECT_EQ(cache.statistics(), (Statistics{.from_memory = 1, .reads = 1, .parses = 1}));
  write("a.cu", "__global__ void edited() {}\n", std::chrono::seconds(30));
  const auto module = cache.load(source, built);
  if (find_compilers().empty()) {
    ASSERT_FALSE(module.ok());
    EXPECT_NE(describe(module.error()).find("older than"), std::string::npos) << describe(module.error());
  } else {
    EXPECT_NE(entry_of(module).find("edited"), std::string::npos) << entry_of(module);
  }
}

TEST_F(Cache, PtxWithoutItsSourceIsRun) {
  const auto built = write("a.ptx", kernel_named("built"));
  ModuleCache cache(store());
  EXPECT_EQ(entry_of(cache.load(folder_ / "a.cu", built)), "built");
}

TEST_F(Cache, PtxOfTheBuildIsUsedOnlyWithTheOptionsItWasMadeWith) {
  const auto source = write("a.cu", "__global__ void compiled() {}\n", std::chrono::minutes(2));
  const auto built = write("a.ptx", kernel_named("built") + "\n// compiler options: -DN=4\n", std::chrono::minutes(1));
  ModuleCache cache(store());
  EXPECT_EQ(entry_of(cache.load(source, built, {{}, {"N=4"}})), "built");
  EXPECT_NE(entry_of(cache.load(source, built)), "built");
  EXPECT_NE(entry_of(cache.load(source, built, {{}, {"N=5"}})), "built");
  EXPECT_EQ(entry_of(cache.load(source, built, {{}, {"N=4"}})), "built");
}

class CompiledCache : public Cache {
 protected:
  void SetUp() override {
    if (find_compilers().empty()) GTEST_SKIP() << "no CUDA compiler on this machine";
    Cache::SetUp();
    write("number.h", "constexpr int number = 7;\n");
    write("between.h", "#pragma once\n  #  include \"number.h\" // and no more\n");
    source_ = write("a.cu", "#include <cuda_runtime.h>\n#include \"between.h\"\n__global__ void a(int* x) { *x = number; }\n");
  }

  std::filesystem::path source_;
};

TEST_F(CompiledCache, RunsTheCompilerOnceAndInTheNextProgramNotAtAll) {
  std::shared_ptr<const Module> first;
  {
    ModuleCache cache(store());
    const auto module = cache.load(source_);
    ASSERT_TRUE(module.ok()) << describe(module.error());
    first = *module;
    EXPECT_EQ(*cache.load(source_), first);
    EXPECT_EQ(cache.statistics(), (Statistics{.from_memory = 1, .reads = 1, .parses = 1, .compilations = 1}));
  }
  ModuleCache cache(store());
  const auto again = cache.load(source_);
  ASSERT_TRUE(again.ok()) << describe(again.error());
  EXPECT_EQ((*again)->text, first->text);
  EXPECT_EQ(cache.statistics(), (Statistics{.reads = 1, .parses = 1, .from_disk = 1}));
}

TEST_F(CompiledCache, KeepsAModuleForEachSetOfOptions) {
  const auto source = write("n.cu", "#ifdef N\n__global__ void with() {}\n#else\n__global__ void without() {}\n#endif\n");
  ModuleCache cache(store());
  const auto plain = cache.load(source), with = cache.load(source, {}, {{}, {"N"}});
  EXPECT_NE(entry_of(plain).find("without"), std::string::npos) << entry_of(plain);
  EXPECT_EQ(entry_of(with).find("without"), std::string::npos) << entry_of(with);
  EXPECT_EQ(*cache.load(source), *plain);
  EXPECT_EQ(*cache.load(source, {}, {{}, {"N"}}), *with);
  EXPECT_EQ(cache.statistics(), (Statistics{.from_memory = 2, .reads = 2, .parses = 2, .compilations = 2}));
}

TEST_F(CompiledCache, NoticesAnEditedIncludeAndOneThatAppears) {
  ModuleCache cache(store());
  const auto before = cache.load(source_);
  ASSERT_TRUE(before.ok()) << describe(before.error());
  write("number.h", "constexpr int number = 8;\n", std::chrono::minutes(1));
  const auto after = cache.load(source_);
  ASSERT_TRUE(after.ok()) << describe(after.error());
  EXPECT_NE((*before)->text, (*after)->text);
  EXPECT_EQ(cache.statistics().compilations, 2u);

  write("cuda_runtime.h", "constexpr int unused = 0;\n", std::chrono::minutes(1));
  ASSERT_TRUE(cache.load(source_).ok());
  EXPECT_EQ(cache.statistics().reads, 3u) << "the folder's header may be the one that is included now";
}

TEST_F(CompiledCache, WhatCannotBeFollowedIsCompiledEveryTime) {
  write("a.cu", "#define HEADER \"number.h\"\n#include HEADER\n__global__ void a(int* x) { *x = number; }\n");
  ModuleCache cache(store());
  ASSERT_TRUE(cache.load(source_).ok());
  ASSERT_TRUE(cache.load(source_).ok());
  EXPECT_EQ(cache.statistics(), (Statistics{.reads = 2, .parses = 2, .compilations = 2}));
}

TEST_F(CompiledCache, AMistakeIsRememberedUntilTheSourceChanges) {
  write("a.cu", "__global__ void a() { oops; }\n");
  ModuleCache cache(store());
  const auto first = cache.load(source_), second = cache.load(source_);
  ASSERT_FALSE(first.ok());
  EXPECT_EQ(first.error().line, 1);
  EXPECT_EQ(describe(first.error()), describe(second.error()));
  EXPECT_EQ(cache.statistics().compilations, 1u);
}

TEST_F(CompiledCache, WorksWhereNothingCanBeKept) {
  for (const std::filesystem::path& folder : {std::filesystem::path(), std::filesystem::path("/proc/none"), source_}) {
    ModuleCache cache{ContentStore(folder)};
    EXPECT_TRUE(cache.load(source_).ok()) << folder;
    EXPECT_EQ(cache.statistics().compilations, 1u) << folder;
  }
}

ContentKey key_of(const std::string& text) {
  ContentKey key;
  key.add(text);
  return key;
}

TEST_F(Cache, TheStoreGivesBackWhatItWasGiven) {
  const std::string text = kernel_named("a");
  EXPECT_FALSE(store().find(key_of("a")));
  store().keep(key_of("a"), text);
  EXPECT_EQ(store().find(key_of("a")), text);
  EXPECT_FALSE(store().find(key_of("b")));
}

TEST_F(Cache, ADamagedFileOfTheStoreIsNoHit) {
  const std::string text = kernel_named("a");
  const std::filesystem::path file = folder_ / "store" / (key_of("a").text() + ".ptx");
  store().keep(key_of("a"), text);
  std::string content = base::read_text(file).value();
  for (const std::string& damaged : {std::string(), content.substr(0, content.size() - 1), content + " ", "x" + content}) {
    ASSERT_TRUE(base::write_file(file, damaged).ok());
    EXPECT_FALSE(store().find(key_of("a"))) << damaged;
  }
  content.back() = '!';
  ASSERT_TRUE(base::write_file(file, content).ok());
  EXPECT_FALSE(store().find(key_of("a")));
  store().keep(key_of("a"), text);
  EXPECT_EQ(store().find(key_of("a")), text);
}

TEST_F(Cache, TheStoreForgetsWhatWasNotUsedForLongest) {
  const ContentStore store(folder_ / "store", 1000);
  const auto age = [&](const std::string& name, std::chrono::seconds seconds) {
    std::filesystem::last_write_time(folder_ / "store" / (key_of(name).text() + ".ptx"),
                                     std::filesystem::file_time_type::clock::now() - seconds);
  };
  store.keep(key_of("old"), std::string(300, 'o'));
  age("old", std::chrono::hours(2));
  store.keep(key_of("older"), std::string(300, 'e'));
  age("older", std::chrono::hours(3));
  EXPECT_TRUE(store.find(key_of("older"))) << "it is used now";
  store.keep(key_of("new"), std::string(300, 'n'));
  EXPECT_FALSE(store.find(key_of("old")));
  EXPECT_TRUE(store.find(key_of("older")));
  EXPECT_TRUE(store.find(key_of("new")));
  store.keep(key_of("large"), std::string(2000, 'l'));
  EXPECT_FALSE(store.find(key_of("large")));
}

TEST(UserCacheFolder, IsTheOneOfTheEnvironment) {
  const auto with = [](const char* cache, const char* home) {
    const char* const cache_before = std::getenv("XDG_CACHE_HOME");
    const char* const home_before = std::getenv("HOME");
    const std::string cache_text = cache_before != nullptr ? cache_before : "",
                      home_text = home_before != nullptr ? home_before : "";
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("HOME", home, 1);
    const std::filesystem::path folder = user_cache_folder();
    cache_before != nullptr ? setenv("XDG_CACHE_HOME", cache_text.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
    home_before != nullptr ? setenv("HOME", home_text.c_str(), 1) : unsetenv("HOME");
    return folder;
  };
  EXPECT_EQ(with("/cache", "/home/somebody"), "/cache/warplens");
  EXPECT_EQ(with("relative", "/home/somebody"), "/home/somebody/.cache/warplens");
  EXPECT_EQ(with("", ""), "");
}

}  // namespace
}  // namespace warplens::ptx
