#include "experiment/inputs/scene.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/number_format.h"
#include "experiment/inputs/inputs.h"

namespace warplens::experiment {
namespace {

const std::string prefix = "mesh ";

double parameter(const Experiment& experiment, const Settings& settings, const std::string& name, double fallback) {
  const auto own = settings.parameters.find(name);
  if (own != settings.parameters.end()) return own->second;
  const std::map<std::string, double> defaults = default_parameters(experiment, settings.entry);
  const auto found = defaults.find(name);
  return found != defaults.end() ? found->second : fallback;
}

template <typename Number>
base::Result<launch::Buffer> buffer_of(std::span<const Number> numbers, launch::ElementType wanted, launch::ElementType type,
                                       std::uint64_t size) {
  if (type != wanted) return base::error("it has numbers of type " + std::string(launch::name(wanted)));
  if (size != numbers.size())
    return base::error("it has " + base::grouped(numbers.size()) + " numbers, not " + base::grouped(size));
  launch::Bytes bytes(numbers.size_bytes());
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  launch::Buffer buffer;
  buffer.type = type;
  buffer.size = size;
  buffer.initial = std::make_shared<const launch::Bytes>(std::move(bytes));
  return buffer;
}

}  // namespace

Mesh mesh_of(const Experiment& experiment, const Settings& settings) {
  if (settings.model) return *settings.model;
  if (!experiment.scene) return {};
  const double detail = parameter(experiment, settings, "detail", 1);
  const std::string& name = settings.mesh.empty() ? experiment.scene->mesh : settings.mesh;
  constexpr double finest = 8;  // keeps models below max_triangles
  return make_mesh(name, static_cast<std::uint32_t>(std::clamp(detail, 1.0, finest)));
}

void add_scene_variables(std::map<std::string, double>& variables, const Experiment& experiment, const Settings& settings) {
  if (!experiment.scene) return;
  const std::uint64_t triangles = mesh_of(experiment, settings).triangles();
  variables["triangles"] = static_cast<double>(triangles);
  variables["nodes"] = static_cast<double>(tree_nodes(triangles));
}

base::Result<std::array<double, 3>> eye_of(const Experiment& experiment, const Settings& settings) {
  std::array<double, 3> eye{};
  if (!experiment.scene) return eye;
  const std::map<std::string, double> variables = variables_of(experiment, settings);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto value = evaluate(experiment.scene->eye[axis], variables);
    if (!value) return value.error();
    eye[axis] = *value;
  }
  return eye;
}

bool is_mesh_input(const std::string& input) { return input.starts_with(prefix); }

base::Result<launch::Buffer> make_mesh_buffer(const Experiment& experiment, const Settings& settings, const std::string& input,
                                              launch::ElementType type, std::uint64_t size) {
  if (!experiment.scene) return base::error("'" + input + "' needs a [scene]");
  const std::string part = input.substr(prefix.size());
  const Mesh mesh = mesh_of(experiment, settings);
  if (part == "corners") return buffer_of(std::span(mesh.corners), launch::ElementType::f32, type, size);
  if (part != "boxes" && part != "links" && part != "order")
    return base::error("a model has no '" + part + "'; there are: corners boxes links order");
  const BoundingTree tree = bounding_tree(mesh);
  if (part == "boxes") return buffer_of(std::span(tree.boxes), launch::ElementType::f32, type, size);
  return buffer_of(std::span(part == "links" ? tree.links : tree.order), launch::ElementType::i32, type, size);
}

base::Status read_model(Settings& settings) {
  settings.model = nullptr;
  if (make_mesh(settings.mesh, 1).triangles() > 0) return base::Nothing{};
  if (std::filesystem::path(settings.mesh).extension() != ".obj")
    return base::error("there is no model '" + settings.mesh + "'; there are: ship spheres FILE.obj");
  auto mesh = load_mesh(settings.mesh);
  if (!mesh) return mesh.error();
  settings.model = std::make_shared<const Mesh>(std::move(*mesh));
  return base::Nothing{};
}

base::Status choose_mesh(const Experiment& experiment, Settings& settings, const std::string& name) {
  if (!experiment.scene) return base::error("experiment '" + experiment.id + "' has no model to choose");
  Settings chosen = settings;
  chosen.mesh = name;
  if (const base::Status read = read_model(chosen); !read) return read;
  const auto grid = grid_for(experiment, chosen);
  if (!grid) return grid.error();
  chosen.grid = *grid;
  settings = std::move(chosen);
  return base::Nothing{};
}

}  // namespace warplens::experiment
