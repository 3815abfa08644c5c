#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

// Who may include whom, as README says it: a room includes only rooms to its left. These tests read the sources themselves.

namespace {

namespace fs = std::filesystem;

const fs::path source_folder = WARPLENS_SOURCE_FOLDER;

/// Rooms that each room may include, itself left out.
const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> table = [] {
    std::map<std::string, std::set<std::string>> direct{
        {"base", {}},
        {"ptx", {"base"}},
        {"trace", {"ptx"}},
        {"launch", {"trace"}},
        {"simt", {"launch"}},
        {"gpu", {"launch"}},
        {"analysis", {"launch"}},
        {"experiment", {"analysis"}},
        {"gl", {"base"}},
        {"view", {"analysis", "gl"}},
        {"session", {"experiment", "view"}},
        {"lesson", {"session"}},
        {"export", {"lesson"}},
        {"desk", {"export"}},
        {"ui", {"desk"}},
        {"cli", {"ui", "simt"}},
        {"main", {"cli", "simt", "gpu"}},
    };
    // Transitive closure; the table is in order, so one pass is enough except for the order of names.
    for (bool grew = true; grew;) {
      grew = false;
      for (auto& [room, rooms] : direct) {
        const std::set<std::string> before = rooms;
        for (const std::string& other : before) rooms.insert(direct[other].begin(), direct[other].end());
        grew = grew || rooms.size() > before.size();
      }
    }
    return direct;
  }();
  return table;
}

std::vector<fs::path> sources(const fs::path& folder, const std::set<std::string>& endings) {
  std::vector<fs::path> found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && endings.contains(entry.path().extension().string())) found.push_back(entry.path());
  }
  return found;
}

std::vector<std::string> lines(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

/// The room a path below app/ lies in: its first folder, or for session.* and main.* their own names.
std::string room_of(const std::string& path_below_app) {
  const std::size_t slash = path_below_app.find('/');
  return slash == std::string::npos ? path_below_app.substr(0, path_below_app.find('.')) : path_below_app.substr(0, slash);
}

TEST(Includes, follow_the_order_of_the_rooms) {
  const std::regex include(R"re(^\s*#include\s+"([^"]+)")re");
  int seen = 0;
  for (const fs::path& file : sources(source_folder / "app", {".h", ".cpp", ".inc"})) {
    const std::string below = fs::relative(file, source_folder / "app").generic_string();
    const std::string room = room_of(below);
    ASSERT_TRUE(allowed().contains(room)) << below << " lies in a room that the table does not know";
    for (const std::string& line : lines(file)) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string other = room_of(match[1]);
      if (!allowed().contains(other)) {
        ADD_FAILURE() << below << " includes \"" << match[1] << "\": ours are included by room/file, others with <>";
        continue;
      }
      ++seen;
      EXPECT_TRUE(other == room || allowed().at(room).contains(other)) << below << " may not include " << match[1];
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(Sources, stay_below_the_ceiling_of_600_lines) {
  for (const char* folder : {"app", "tests", "kernels", "shaders", "cmake"}) {
    for (const fs::path& file :
         sources(source_folder / folder, {".h", ".cpp", ".cu", ".cuh", ".vert", ".frag", ".cmake", ".sh", ".py"})) {
      EXPECT_LE(lines(file).size(), 600u) << file;
    }
  }
}

TEST(Sources, hide_cuda_behind_the_choice_of_files) {
  const std::regex conditional(R"(^\s*#\s*(if|ifdef|ifndef|elif)\b.*(CUDA|cuda|NVCC|WARPLENS_HAS))");
  for (const fs::path& file : sources(source_folder / "app", {".h", ".cpp"})) {
    int number = 0;
    for (const std::string& line : lines(file)) {
      ++number;
      EXPECT_FALSE(std::regex_search(line, conditional)) << file << ":" << number << ": " << line;
    }
  }
}

}  // namespace
