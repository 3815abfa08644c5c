#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The module order of app/CMakeLists.txt. A build rejects a wrong include; these tests read the sources, which also covers files
// that this machine does not compile.

namespace {

namespace fs = std::filesystem;

const fs::path source_folder = WARPLENS_SOURCE_FOLDER;

std::vector<std::string> lines(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

/// Modules and layers of modules that each may include, apart from itself: warplens_module(NAME MAY_INCLUDE A B …) adds A, B and,
/// transitively, what they may include.
std::map<std::string, std::set<std::string>> read_module_list() {
  const std::regex call(R"(^warplens_module\(([a-z_/]+)(?: MAY_INCLUDE((?: [a-z_/]+)+))?)");
  std::map<std::string, std::set<std::string>> modules;
  const auto add = [&modules](const std::string& name, const std::string& others) {
    std::set<std::string>& included = modules[name];
    std::istringstream words(others);
    for (std::string other; words >> other;) {
      EXPECT_TRUE(modules.contains(other)) << name << " names " << other << " before its own line";
      included.insert(other);
      included.insert(modules[other].begin(), modules[other].end());
    }
  };
  for (const std::string& line : lines(source_folder / "app/CMakeLists.txt")) {
    std::smatch match;
    if (std::regex_search(line, match, call)) add(match[1], match[2]);
  }
  add("main", "cli simt gpu remote");
  add("main_web", "ui simt");
  add("main_program_web", "program cudart");
  add("main_nvvm", "nvvm_compiler");
  add("large_allocations", "");
  return modules;
}

const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> modules = read_module_list();
  return modules;
}

std::vector<fs::path> sources(const fs::path& folder, const std::set<std::string>& endings) {
  std::vector<fs::path> found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && endings.contains(entry.path().extension().string())) found.push_back(entry.path());
  }
  return found;
}

/// The module of a path below app/, or the layer of one where app/CMakeLists.txt lists it: its first or first two folders. For a
/// file in no folder its name, "main" for main.cpp.
std::string module_of(const std::string& path_below_app) {
  const std::size_t slash = path_below_app.find('/');
  if (slash != std::string::npos) {
    const std::string layer = path_below_app.substr(0, path_below_app.find('/', slash + 1));
    if (allowed().contains(layer)) return layer;
  }
  return slash == std::string::npos ? path_below_app.substr(0, path_below_app.find('.')) : path_below_app.substr(0, slash);
}

/// The program's own sources in app/, without the headers of device code that it hands to clang.
std::vector<fs::path> program_sources(const std::set<std::string>& endings) {
  std::vector<fs::path> found = sources(source_folder / "app", endings);
  const std::string device_headers = (source_folder / "app/ptx/compile/clang").generic_string() + "/";
  std::erase_if(found, [&](const fs::path& file) { return file.generic_string().starts_with(device_headers); });
  return found;
}

TEST(Includes, follow_the_order_of_the_modules) {
  const std::regex include(R"re(^\s*#include\s+"([^"]+)")re");
  ASSERT_GT(allowed().size(), 10u);
  int seen = 0;
  for (const fs::path& file : program_sources({".h", ".cpp", ".inc"})) {
    const std::string below = fs::relative(file, source_folder / "app").generic_string();
    const std::string module = module_of(below);
    ASSERT_TRUE(allowed().contains(module)) << below << " is in a folder that app/CMakeLists.txt does not list";
    for (const std::string& line : lines(file)) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string other = module_of(match[1]);
      if (!allowed().contains(other)) {
        ADD_FAILURE() << below << " includes \"" << match[1] << "\": ours are included by module/file, others with <>";
        continue;
      }
      ++seen;
      EXPECT_TRUE(other == module || allowed().at(module).contains(other)) << below << " may not include " << match[1];
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(Sources, have_at_most_500_lines) {
  for (const char* folder : {"app", "tests", "kernels", "shaders", "cmake"}) {
    for (const fs::path& file :
         sources(source_folder / folder, {".h", ".cpp", ".cu", ".cuh", ".vert", ".frag", ".cmake", ".sh", ".py"})) {
      EXPECT_LE(lines(file).size(), 500u) << file;
    }
  }
}

TEST(Sources, hide_cuda_behind_the_choice_of_files) {
  const std::regex conditional(R"(^\s*#\s*(if|ifdef|ifndef|elif)\b.*(CUDA|cuda|NVCC|WARPLENS_HAS))");
  for (const fs::path& file : program_sources({".h", ".cpp"})) {
    int number = 0;
    for (const std::string& line : lines(file)) {
      ++number;
      EXPECT_FALSE(std::regex_search(line, conditional)) << file << ":" << number << ": " << line;
    }
  }
}

TEST(Sources, reach_into_dear_imgui_at_one_place) {
  std::vector<std::string> found;
  for (const fs::path& file : program_sources({".h", ".cpp"})) {
    const auto all = lines(file);
    if (std::ranges::any_of(all, [](const std::string& line) { return line.find("<imgui_internal.h>") != std::string::npos; }))
      found.push_back(fs::relative(file, source_folder / "app").generic_string());
  }
  EXPECT_EQ(found, std::vector<std::string>{"ui/widgets/imgui_internals.cpp"});
}

}  // namespace
