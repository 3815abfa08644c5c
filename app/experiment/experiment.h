#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"
#include "experiment/inputs/mesh.h"
#include "experiment/sweep/sweep.h"
#include "launch/arguments/value.h"
#include "launch/launch.h"

namespace warplens::experiment {

/// The views that a file may name. Empty: any.
using ViewNames = std::span<const std::string_view>;

/// A number the user can turn: its name is a variable in every expression of the file.
struct Parameter {
  std::string name, label, text;
  double value = 0, minimum = 0, maximum = 0;
  bool integer = true, logarithmic = false;
};

/// A kernel argument as the file describes it. Sizes and values are muParser expressions over the parameters.
struct Argument {
  std::string name, label;
  launch::ElementType type = launch::ElementType::i32;
  bool buffer = false;
  std::string size;     ///< buffer: number of elements
  std::string columns;  ///< buffer that is a matrix, row by row: elements of a row; "" for one that is none
  std::string
      input;  ///< buffer: zeros, iota, random, normal, digits, a number, a list, @file.npy (the forms of --arg), or a part
              ///< of the scene's model: "mesh corners", "mesh boxes", "mesh links", "mesh order" (experiment/scene.h)
  std::string value;    ///< scalar
  bool output = false;  ///< buffer: looked at, checked and drawn
};

/// What an entry asks of its launch, where not every block will do: its kernel is written for some only.
struct Requirement {
  std::string expression;  ///< true (not 0) where it is met; variables as in Entry::dynamic_shared. "": any launch will do
  std::string text;        ///< in words, after "needs": "blocks of 16 × 16"
};

/// A __global__ function of the source and what it shows.
struct Entry {
  std::string kernel;                         ///< demangled name in the source
  std::string label;                          ///< short, for a segmented switch: "racy"
  std::string shows;                          ///< one sentence
  std::vector<std::string> grid, block;       ///< one to three expressions; may use parameters
  std::vector<std::string> arguments;         ///< names, in the order of the kernel's parameters
  std::vector<std::uint32_t> fields;          ///< as Launch::fields: a list of names among the arguments is a structure's
  std::map<std::string, double> parameters;   ///< overrides of the parameters' default values
  std::map<std::string, std::string> inputs;  ///< overrides of the buffers' inputs, by name
  std::string dynamic_shared;                 ///< expression, bytes; "" for 0
  Requirement needs;
  std::string shared_columns;                ///< expression, elements of a row of its arrays in shared memory; "": not said
  std::string moves;                         ///< expression: bytes that it reads and writes; "" where the file does not say
  std::string reference;                     ///< overrides Experiment::reference where not empty
  bool racy = false;                         ///< meant to go wrong: a difference is the lesson, not a failure
  std::optional<std::string> view;           ///< that it opens with, instead of the experiment's
  std::optional<launch::Schedule> schedule;  ///< the entry's own, where another than the default shows it better
  int line = 0;                              ///< of the file, where the entry begins
};

/// What the outcome is compared with. Either an expression per element (variables: i, in (the element's initial value), the name
/// of any buffer of the entry (the initial value of its element i), threads, grid and block extents gx gy gz bx by bz, and the
/// parameters) or the name of a C++ reference (experiment/references.h): "histogram".
struct Reference {
  std::string output;      ///< name of the argument
  std::string expression;  ///< "" with `function`
  std::string function;    ///< "" with `expression`
  double tolerance = 0;    ///< relative; 0: exact
};

/// A model in space that the experiment is about. Expressions have its number of `triangles`, and of `nodes` of the tree over
/// them; a parameter called `detail` says how finely it is made.
struct Scene {
  std::string mesh;                ///< "ship" or "spheres"
  std::array<std::string, 3> eye;  ///< expressions: x y z, where rays begin
};

/// The work of a launch once more, in parts and streams (launch::StreamPlan).
struct Streams {
  std::string streams, parts;  ///< expressions
  std::string count;           ///< name of the scalar argument that is the number of elements of every buffer
};

struct Experiment {
  std::string id;                ///< file name without .toml
  std::filesystem::path file;    ///< the .toml
  std::filesystem::path source;  ///< the .cu
  std::filesystem::path ptx;     ///< made at build time; empty: compile the source
  std::string title, text;
  std::uint32_t order = 0;         ///< place in the catalogue: lower ones come first
  std::vector<std::string> tries;  ///< "Try" suggestions shown under the controls
  std::vector<Parameter> parameters;
  std::vector<Argument> arguments;
  std::vector<Entry> entries;
  Reference reference;
  std::string view = "mapping";  ///< that it opens with
  bool plot_first = false;       ///< its first sweep is what it opens with
  std::optional<Scene> scene;
  std::optional<Streams> streams;
  std::string shown;                ///< name of the buffer that the views draw
  std::uint64_t shown_element = 0;  ///< the element whose timeline the race view draws
  std::uint32_t repeats = 1;
  std::string line_measure;   ///< cost that first stands beside the source's lines (id in ui/line_measures.cpp); "": threads
  CpuBaseline baseline;       ///< of all sweeps that have none of their own
  std::vector<Sweep> sweeps;  ///< ready-made
};

/// What the user has chosen: with an Experiment it decides a Launch.
struct Settings {
  std::uint32_t entry = 0;
  std::map<std::string, double> parameters;
  base::Dim3 grid, block;
  launch::Schedule schedule = launch::Schedule::timed;
  std::shared_ptr<const launch::ScheduleRecord> recorded;  ///< for Schedule::recorded, which runs once whatever `repeats` says
  std::uint64_t seed = 1;
  std::uint32_t repeats = 1;
  std::uint32_t multiprocessors = 0;  ///< Launch::multiprocessors
  bool check = false;                 ///< Launch::check
  std::string mesh;                   ///< "ship", "spheres" or a file, instead of the scene's own; "" for that one
  std::shared_ptr<const Mesh> model;  ///< of the file
  bool operator==(const Settings&) const = default;
};

/// All experiments of the folders, by Experiment::order, then by file name. A broken file does not hide the others: it is in
/// `errors`.
struct Catalogue {
  std::vector<Experiment> experiments;
  std::vector<base::Error> errors;
};
Catalogue load_catalogue(const std::vector<std::filesystem::path>& folders, ViewNames views = {});
base::Result<Experiment> load_experiment(const std::filesystem::path& file, ViewNames views = {});
/// The experiment of a text as it would stand in `file`, whose source is beside it.
base::Result<Experiment> parse_experiment(const std::string& text, const std::filesystem::path& file, ViewNames views = {});
const Experiment* find(const Catalogue& catalogue, const std::string& id);

/// Choose the model of an experiment with a scene: "ship", "spheres", or an .obj file, which is read now. The grid follows.
base::Status choose_mesh(const Experiment& experiment, Settings& settings, const std::string& name);

/// The file's own settings for an entry: parameters at their defaults, geometry from the entry's expressions.
base::Result<Settings> default_settings(const Experiment& experiment, std::uint32_t entry = 0);
/// Settings as a file gave them, with the experiment's own for what it left out: parameters without a value, a grid or a block
/// of {0, 0, 0}.
base::Result<Settings> complete_settings(const Experiment& experiment, Settings settings);
/// Geometry from the entry's expressions with these parameters (after a slider of a parameter or of the block moved).
/// In grid expressions bx, by, bz are the block's extents, so that a grid can round up.
base::Result<base::Dim3> grid_for(const Experiment& experiment, const Settings& settings);
/// Give a parameter a value. Where the entry's own block depends on it, the block follows; so does the grid.
base::Status set_parameter(const Experiment& experiment, Settings& settings, const std::string& name, double value);
/// `key=value` of --set: a parameter, or entry, grid, block, seed, schedule (a name, or @FILE), repeats, multiprocessors, check,
/// mesh. The error lists what there is.
base::Status set(const Experiment& experiment, Settings& settings, const std::string& assignment);

/// Assignments in the order in which the later ones follow the earlier ones: the entry, then parameters and the rest, then the
/// block, then the grid.
std::vector<std::string> in_turn(std::vector<std::string> assignments);

/// Value of an arithmetic expression (muParser) with named variables; the error names the expression and the place in it.
base::Result<double> evaluate(const std::string& expression, const std::map<std::string, double>& variables);

}  // namespace warplens::experiment
