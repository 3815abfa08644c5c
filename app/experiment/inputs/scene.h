#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// The model that the settings select, with the resolution of the parameter `detail` (1 if there is none).
Mesh mesh_of(const Experiment& experiment, const Settings& settings);
/// Read the model named in the settings, unless it is a built-in one. Errors: a file that is no model, an unknown name.
base::Status read_model(Settings& settings);
/// Add `triangles` and `nodes` to the variables of the expressions of an experiment with a scene.
void add_scene_variables(std::map<std::string, double>& variables, const Experiment& experiment, const Settings& settings);
/// Position of the scene's eye.
base::Result<std::array<double, 3>> eye_of(const Experiment& experiment, const Settings& settings);

/// Whether an input is part of the scene's model.
bool is_mesh_input(const std::string& input);
/// Make the buffer for a part of the scene's model: "mesh corners" as f32, nine numbers per triangle; "mesh boxes" (f32), "mesh
/// links" and "mesh order" (i32) as in BoundingTree. Errors: an unknown part (the message lists them), a wrong type or size.
base::Result<launch::Buffer> make_mesh_buffer(const Experiment& experiment, const Settings& settings, const std::string& input,
                                              launch::ElementType type, std::uint64_t size);

}  // namespace warplens::experiment
