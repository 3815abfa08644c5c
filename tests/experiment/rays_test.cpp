#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "base/file.h"
#include "base/random.h"
#include "base/resources.h"
#include "experiment/inputs/scene.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// Meshes and their trees, .obj files from other programs, and the kernels of rays.cu compared with a reference in double.

namespace warplens::experiment {
namespace {

using Ran = Run;

base::Result<Mesh> loaded(const std::string& text) {
  const std::filesystem::path file = scratch("model.obj");
  EXPECT_TRUE(base::write_file(file, text).ok());
  return load_mesh(file);
}

TEST(Mesh, GeneratedModelsAreFiniteAndBounded) {
  for (const char* name : mesh_names) {
    std::uint64_t before = 0;
    for (const std::uint32_t detail : {1u, 2u, 3u, 8u}) {
      const Mesh mesh = make_mesh(name, detail);
      EXPECT_EQ(mesh.corners.size() % 9, 0u);
      EXPECT_GT(mesh.triangles(), before) << name << ' ' << detail;
      EXPECT_LE(mesh.triangles(), max_triangles) << name << ' ' << detail;
      before = mesh.triangles();
      for (const float x : mesh.corners) ASSERT_TRUE(std::isfinite(x) && std::abs(x) < 10) << name;
    }
  }
  EXPECT_EQ(make_mesh("teapot", 1).triangles(), 0u);
}

TEST(Mesh, AFileIsCutIntoTrianglesAndFitted) {
  // A 2 × 2 square in the plane z = 5, with slashes as written by other programs and a negative index for the last corner.
  const auto mesh = loaded("# comment\nv 0 0 5\nv 2 0 5\nv 2 2 5\nv 0 2 5\nvt 0 0\nf 1/1 2/1 3/1 -1/1\n");
  ASSERT_TRUE(mesh.ok()) << describe(mesh.error());
  ASSERT_EQ(mesh->triangles(), 2u);
  for (std::size_t k = 0; k < mesh->corners.size(); ++k) {
    // The longest side is scaled to 14 and the centre moved to the origin: corners at ±7, z = 0.
    EXPECT_FLOAT_EQ(std::abs(mesh->corners[k]), k % 3 == 2 ? 0.0f : 7.0f);
  }
}

TEST(Mesh, BrokenFilesAreErrorsWithTheirPlace) {
  struct Broken {
    const char *text, *message;
    int line;
  };
  for (const Broken& broken :
       {Broken{"", "no faces", 0}, Broken{"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "no faces", 0},
        Broken{"v 0 0\n", "three finite numbers", 1}, Broken{"v 0 0 nan\n", "three finite numbers", 1},
        Broken{"v 0 0 1e999\n", "three finite numbers", 1}, Broken{"v a b c\n", "not 'a'", 1},
        Broken{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "names corner 4, but there are 3", 4},
        Broken{"v 0 0 0\nf 0 0 0\n", "names corner 0", 2}, Broken{"v 0 0 0\nf -1 -2 -1\n", "names corner -2", 2},
        Broken{"v 0 0 0\nf 1 1\n", "three corners", 2}, Broken{"v 0 0 0\nf x y z\n", "not 'x'", 2},
        Broken{"v 0 0 0\nf 1 1 99999999999999999999\n", "names corner", 2}}) {
    const auto mesh = loaded(broken.text);
    ASSERT_FALSE(mesh.ok()) << broken.text;
    EXPECT_NE(mesh.error().message.find(broken.message), std::string::npos) << describe(mesh.error());
    EXPECT_EQ(mesh.error().line, broken.line) << broken.text;
  }
  std::string many = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  for (std::uint64_t k = 0; k <= max_triangles; ++k) many += "f 1 2 3\n";
  EXPECT_NE(loaded(many).error().message.find("more than 20,000 triangles"), std::string::npos);
  EXPECT_FALSE(load_mesh("/no/such/file.obj").ok());
  EXPECT_FALSE(load_mesh("/tmp").ok());
}

TEST(Mesh, NoTextCrashesIt) {
  base::Random random(5);
  const std::string pieces = "vf/-0123456789. \n#ogst\t\r\\e+nai\xff";
  int refused = 0;
  for (int turn = 0; turn < 300; ++turn) {
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 1/2/3 2//1 3/1 -1\n";
    for (std::uint32_t change = 0; change <= random.below(6); ++change)
      text.insert(random.below(static_cast<std::uint32_t>(text.size())), 1,
                  pieces[random.below(static_cast<std::uint32_t>(pieces.size()))]);
    const auto mesh = loaded(text);
    refused += mesh.ok() ? 0 : 1;
    if (!mesh.ok()) continue;
    for (const float x : mesh->corners) ASSERT_TRUE(std::isfinite(x)) << text;
  }
  EXPECT_GT(refused, 10);
}

TEST(BoundingTree, HoldsEveryTriangleOnceInsideItsBoxes) {
  for (const std::uint32_t detail : {1u, 2u}) {
    const Mesh mesh = make_ship(detail);
    const BoundingTree tree = bounding_tree(mesh);
    const std::size_t nodes = tree.links.size() / 2;
    EXPECT_EQ(nodes, tree_nodes(mesh.triangles()));
    EXPECT_EQ(tree.boxes.size(), 6 * nodes);
    EXPECT_EQ(std::set<std::int32_t>(tree.order.begin(), tree.order.end()).size(), mesh.triangles());
    std::vector<std::size_t> waiting{0};
    std::uint64_t found = 0;
    while (!waiting.empty()) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      const std::int32_t first = tree.links[2 * node], second = tree.links[2 * node + 1];
      if (first >= 0) {
        waiting.push_back(static_cast<std::size_t>(first));
        waiting.push_back(static_cast<std::size_t>(second));
        continue;
      }
      ASSERT_LE(second, static_cast<std::int32_t>(leaf_triangles));
      for (std::int32_t k = 0; k < second; ++k, ++found) {
        const auto triangle = static_cast<std::size_t>(tree.order[static_cast<std::size_t>(-1 - first + k)]);
        for (std::size_t n = 0; n < 9; ++n) {
          EXPECT_GE(mesh.corners[9 * triangle + n], tree.boxes[6 * node + n % 3]);
          EXPECT_LE(mesh.corners[9 * triangle + n], tree.boxes[6 * node + 3 + n % 3]);
        }
      }
    }
    EXPECT_EQ(found, mesh.triangles());
  }
}

Ran run_of(const std::vector<std::string>& assignments) {
  static const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment* rays = find(catalogue, "rays");
  EXPECT_NE(rays, nullptr);
  if (rays == nullptr) return {};
  auto settings = default_settings(*rays);
  for (const std::string& assignment : assignments) {
    const base::Status status = set(*rays, *settings, assignment);
    EXPECT_TRUE(status.ok()) << assignment << ": " << (status.ok() ? "" : describe(status.error()));
  }
  launch::Progress progress;
  const auto module = load_module(*rays);
  auto run = experiment::run(*rays, *module, *settings, *simt::make_device(), progress, trace::Level::none);
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : describe(run.error()));
  return run.ok() ? std::move(*run) : Ran{};
}

std::vector<std::int32_t> seen(const Ran& run) {
  const launch::Bytes& bytes = run.result.outputs.back();
  std::vector<std::int32_t> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(Rays, BothWaysAgreeWithTheReferenceFromAllSides) {
  for (const char* mesh : {"ship", "spheres"})
    for (const char* eye : {"9,4,7", "-12,0.5,3", "0,20,0.1", "0.3,-9,-8", "28,1,0"}) {
      std::vector<std::string> where{std::string("mesh=") + mesh, "detail=1"};
      std::stringstream axes(eye);
      for (const char* name : {"eye_x=", "eye_y=", "eye_z="}) {
        std::string number;
        std::getline(axes, number, ',');
        where.push_back(name + number);
      }
      const Ran every = run_of(where);
      where.push_back("entry=tree");
      const Ran tree = run_of(where);
      EXPECT_EQ(every.check.wrong, 0u) << mesh << ' ' << eye << " element " << every.check.first_wrong;
      EXPECT_EQ(tree.check.wrong, 0u) << mesh << ' ' << eye << " element " << tree.check.first_wrong;
      EXPECT_EQ(seen(every), seen(tree)) << "the same tests, fewer of them";
      const auto open = std::ranges::count_if(every.check.expected, [](double value) { return std::isnan(value); });
      EXPECT_LT(static_cast<double>(open), 0.03 * static_cast<double>(every.check.expected.size()))
          << "the reference decides nearly all";
      const auto visible = std::ranges::count(seen(every), 1);
      EXPECT_GT(visible, 0) << mesh << ' ' << eye;
      EXPECT_LT(visible, static_cast<std::ptrdiff_t>(seen(every).size())) << mesh << ' ' << eye;
      EXPECT_LT(2 * tree.result.counters.thread_instructions, every.result.counters.thread_instructions);
    }
}

TEST(Rays, OfAModelFromAFile) {
  // Three squares behind each other as seen from +z: the eye sees the first, and the protruding edge of the second.
  const std::filesystem::path file = scratch("squares.obj");
  std::string text;
  for (const auto& [size, z] : {std::pair{1.0, 2.0}, {1.0, 0.0}, {0.5, -2.0}})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      text += "v " + std::to_string(x * size) + " " + std::to_string(y * size) + " " + std::to_string(z) + "\n";
  text += "f 1 2 3 4\nf 5 6 7 8\nf 9 10 11 12\n";
  ASSERT_TRUE(base::write_file(file, text).ok());
  for (const char* entry : {"entry=every-triangle", "entry=tree"}) {
    const Ran run = run_of({entry, "mesh=" + file.string(), "eye_x=0", "eye_y=0.01", "eye_z=30"});
    EXPECT_EQ(seen(run), (std::vector<std::int32_t>{1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(run.check.wrong, 0u);
    EXPECT_EQ(run.settings.mesh, file.string());
  }
}

/// A row of squares that face the eye and do not occlude each other: all visible, whatever the number of warps.
TEST(Rays, OfOddNumbersOfTriangles) {
  for (const std::size_t triangles : {1u, 31u, 33u, 1003u}) {
    const std::filesystem::path file = scratch("row.obj");
    std::string text;
    for (std::size_t k = 0; k < triangles; ++k) {
      const std::string x = std::to_string(2 * k);
      text += "v " + x + " 0 0\nv " + x + ".5 0 0\nv " + x + " 1 0\nf -3 -2 -1\n";
    }
    ASSERT_TRUE(base::write_file(file, text).ok());
    for (const char* entry : {"entry=every-triangle", "entry=tree"}) {
      const Ran run = run_of({entry, "mesh=" + file.string(), "eye_x=0", "eye_y=0.01", "eye_z=30", "check=true"});
      EXPECT_EQ(seen(run), std::vector<std::int32_t>(triangles, 1)) << triangles;
      EXPECT_EQ(run.check.wrong, 0u);
      EXPECT_TRUE(run.result.findings.empty());
    }
  }
}

TEST(Rays, AnUnknownModelIsRefused) {
  const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment *rays = find(catalogue, "rays"), *counter = find(catalogue, "counter");
  Settings settings = *default_settings(*rays);
  EXPECT_NE(set(*rays, settings, "mesh=teapot").error().message.find("ship spheres FILE.obj"), std::string::npos);
  EXPECT_FALSE(set(*rays, settings, "mesh=/no/such.obj").ok());
  EXPECT_TRUE(settings.mesh.empty());
  Settings other = *default_settings(*counter);
  EXPECT_NE(set(*counter, other, "mesh=ship").error().message.find("no model"), std::string::npos);
}

}  // namespace
}  // namespace warplens::experiment
