#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// The model that the settings ask for, at the detail of the parameter `detail` (1 where there is none).
Mesh mesh_of(const Experiment& experiment, const Settings& settings);
/// `triangles` and `nodes` of an experiment with a scene, added to the variables of its expressions.
void add_scene_variables(std::map<std::string, double>& variables, const Experiment& experiment, const Settings& settings);
/// Where the eye of the scene is.
base::Result<std::array<double, 3>> eye_of(const Experiment& experiment, const Settings& settings);

/// Whether an input is a part of the scene's model.
bool is_mesh_input(const std::string& input);
/// A buffer that holds it: "mesh corners" as f32, nine numbers a triangle; of the tree over them "mesh boxes" (f32), "mesh links"
/// and "mesh order" (i32), as BoundingTree has them. The error names the parts there are, or says that type or size are others.
base::Result<launch::Buffer> make_mesh_buffer(const Experiment& experiment, const Settings& settings, const std::string& input,
                                              launch::ElementType type, std::uint64_t size);

}  // namespace warplens::experiment
