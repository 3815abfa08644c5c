#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.h"
#include "base/names.h"
#include "base/result.h"
#include "experiment/inputs/mesh.h"
#include "experiment/sweep/sweep.h"
#include "launch/arguments/value.h"
#include "launch/launch.h"

namespace warplens::ptx {
class ModuleCache;
struct Module;
}  // namespace warplens::ptx

namespace warplens::launch {
struct ProgramRecording;
}

namespace warplens::experiment {

/// The measure shown next to each line of the source. desk/run/line_costs.cpp has the texts and computes the numbers.
enum class LineMeasure : std::uint8_t {
  threads,         ///< how many threads read or wrote memory at the line
  instructions,    ///< warp instructions
  inactive_lanes,  ///< lanes without work, summed over warp instructions
  sectors,         ///< sectors of global memory
  conflicts,       ///< bank conflicts
  collisions,      ///< collisions of atomics
  waiting,         ///< cycles that warps waited, modelled
};

/// Ids in experiments, sessions and lessons.
inline constexpr base::Names<LineMeasure> line_measure_ids{{LineMeasure::threads, ""},
                                                           {LineMeasure::instructions, "instructions"},
                                                           {LineMeasure::inactive_lanes, "inactive-lanes"},
                                                           {LineMeasure::sectors, "sectors"},
                                                           {LineMeasure::conflicts, "conflicts"},
                                                           {LineMeasure::collisions, "collisions"},
                                                           {LineMeasure::waiting, "waiting"}};

/// Names of views that an experiment's file may use. Empty: any.
using ViewNames = std::span<const std::string_view>;

/// A number that the user can change; its name is a variable in every expression of the file.
struct Parameter {
  std::string name, label, text;
  double value = 0, minimum = 0, maximum = 0;
  bool integer = true, logarithmic = false;
  bool any_value = false;  ///< minimum and maximum limit only the slider: any number may be typed
};

/// A kernel argument, from the file. Sizes and values are muParser expressions over the parameters.
struct Argument {
  std::string name, label;
  launch::ElementType type = launch::ElementType::i32;
  bool buffer = false;
  std::string size;                 ///< buffer: number of elements
  std::string columns;              ///< for a row-major matrix: elements per row; "" for other buffers
  std::vector<std::string> fields;  ///< of an array of structures: the names of a structure's numbers, "x", "y"
  /// Buffer: zeros, iota, random, normal, digits, image, rgb, rgba, a number, a list, @file.npy (the forms of --arg), or a part
  /// of the scene's model: "mesh corners", "mesh boxes", "mesh links", "mesh order" (experiment/scene.h).
  std::string input;
  std::string value;    ///< scalar
  bool output = false;  ///< buffer: an output, which is checked and drawn
};

/// A requirement of an entry on its launch, for kernels that do not work with every block.
struct Requirement {
  std::string expression;  ///< not 0 if met; variables as in Entry::dynamic_shared. "": no requirement
  std::string text;        ///< for messages, to follow "needs": "blocks of 16 × 16"
};

/// A __global__ function of the source, and the way to launch it.
struct Entry {
  std::string kernel;                         ///< demangled name in the source
  std::string label;                          ///< short, for a segmented switch: "racy"
  std::string shows;                          ///< the point of the entry, one sentence
  std::vector<std::string> grid, block;       ///< one to three expressions; may use parameters
  std::vector<std::string> arguments;         ///< names, in the order of the kernel's parameters
  std::vector<std::string> parameter_names;   ///< names of the parameters in the source, by argument; empty: not read
  std::vector<std::uint32_t> fields;          ///< as Launch::fields: nested lists of names in the file are structures
  std::map<std::string, double> parameters;   ///< overrides of the parameters' default values
  std::map<std::string, std::string> inputs;  ///< overrides of the buffers' inputs, by name
  std::string dynamic_shared;                 ///< expression, bytes; "" for 0
  Requirement needs;
  std::string shown;                         ///< name of the buffer that the views draw: Experiment::shown or its own
  std::string shared_columns;                ///< expression, elements per row of its arrays in shared memory; "": unknown
  std::string moves;                         ///< expression: bytes that the kernel reads and writes; "": unknown
  std::string reference;                     ///< overrides Experiment::reference if not empty
  bool racy = false;                         ///< intentionally wrong: a difference from the reference is no failure
  std::optional<std::string> view;           ///< overrides Experiment::view
  std::optional<launch::Schedule> schedule;  ///< overrides the default schedule
  int line = 0;                              ///< line of the file where the entry begins
  std::uint32_t launch = 0;                  ///< for Experiment::recording: index in its launches
  std::string file;                          ///< for Experiment::recording: the kernel's source file; "": unknown
};

/// Expected output of an entry, in one of four forms: an expression per element (variables: i, in (the element's initial value),
/// the name of any buffer of the entry (the initial value of its element i), threads, grid and block extents gx gy gz bx by bz,
/// and the parameters); the name of a C++ reference (experiment/references.h): "histogram"; a file; another kernel.
struct Reference {
  std::string output;  ///< name of the argument
  std::string expression, function;
  std::string file;      ///< file in the experiment's folder: a form of --arg that begins with @
  std::string kernel;    ///< label of an entry, or a kernel of the same source, which runs on the same inputs
  double tolerance = 0;  ///< relative; 0: exact
};

/// A 3D model for the experiment. Expressions may use its numbers of `triangles` and of `nodes` of the tree over them. A
/// parameter called `detail` sets its resolution.
struct Scene {
  std::string mesh;                ///< "ship" or "spheres"
  std::array<std::string, 3> eye;  ///< expressions: x y z of the origin of the rays
};

/// Division of a launch into parts and streams (launch::StreamPlan).
struct Streams {
  std::string streams, parts;  ///< expressions
  std::string count;           ///< name of the scalar argument with the number of elements of every buffer
};

struct Experiment {
  std::string id;                ///< file name without .toml
  std::filesystem::path file;    ///< the .toml
  std::filesystem::path source;  ///< the .cu
  std::filesystem::path ptx;     ///< compiled from the source at build time; empty: there is none
  std::string title, text;
  std::uint32_t order = 0;         ///< position in the catalogue, ascending
  std::string topic;               ///< under which the list of experiments has it; "": none
  std::vector<std::string> tries;  ///< "Try" suggestions shown under the controls
  std::vector<Parameter> parameters;
  std::vector<Argument> arguments;
  std::vector<Entry> entries;
  bool sequence = false;  ///< the entries run in a row on the same buffers: an entry runs after those above it (sequence.h)
  Reference reference;    ///< in a sequence: reference of the last entry
  std::string view = "mapping";  ///< key of the first view
  bool plot_first = false;       ///< open the first sweep first
  std::optional<Scene> scene;
  std::optional<Streams> streams;
  std::string shown;                ///< name of the buffer that the views draw, unless an entry names its own
  std::uint64_t shown_element = 0;  ///< the element whose timeline the race view draws
  std::uint32_t repeats = 1;
  std::map<std::string, std::string> variables;     ///< `__constant__` and `__device__` variables, by name: forms of --symbol
  std::string compile;                              ///< compiler options, as for ptx::parse_compile_options()
  LineMeasure line_measure = LineMeasure::threads;  ///< initially shown next to source lines
  CpuBaseline baseline;                             ///< default of the sweeps
  std::vector<Sweep> sweeps;                        ///< ready-made
  std::shared_ptr<ptx::ModuleCache> modules;        ///< shared by a catalogue; null: no cache
  /// A recorded program, whose launches are the entries (recording/recorded_program.h); otherwise null.
  std::shared_ptr<const launch::ProgramRecording> recording;
  std::vector<std::shared_ptr<const ptx::Module>> recorded_modules;  ///< modules of `recording`, parsed
  /// If the user opened a file: the text made from it (kernel_file/describe.h); of a recording, the file's size and time.
  std::string described;
  bool replaced = false;  ///< replaced in the catalogue by a newer version of its file

  /// Whether the user opened the experiment from a file, which may be edited, watched and handed on.
  bool opened_by_user() const { return !described.empty(); }
  /// Whether the entries are alternatives with comparable results.
  bool has_alternatives() const { return !sequence && !recording; }
};

/// Grid, block and dynamic shared memory chosen by the user for a launch of a sequence; empty ones follow from its entry.
struct Geometry {
  base::Dim3 grid{0, 0, 0}, block{0, 0, 0};
  std::string dynamic_shared;  ///< expression, bytes
  bool operator==(const Geometry&) const = default;
};

/// The user's settings, which together with an Experiment determine a Launch.
struct Settings {
  std::uint32_t entry = 0;
  std::map<std::string, double> parameters;
  base::Dim3 grid, block;
  launch::Schedule schedule = launch::Schedule::timed;
  std::shared_ptr<const launch::ScheduleRecord> recorded;  ///< for Schedule::recorded, which runs once and ignores `repeats`
  std::uint64_t seed = 1;
  std::uint32_t repeats = 1;
  std::uint32_t multiprocessors = 0;             ///< Launch::multiprocessors
  std::uint32_t resident_blocks = 0;             ///< Launch::resident_blocks; not saved: for comparisons in the window
  bool check = false;                            ///< Launch::check
  std::string mesh;                              ///< "ship", "spheres" or a file; "": the scene's
  std::shared_ptr<const Mesh> model;             ///< read from the file `mesh`
  std::map<std::string, std::string> sizes;      ///< sizes of buffers, by name: expressions, instead of Argument::size
  std::map<std::string, std::string> inputs;     ///< contents of buffers, by name, instead of the entry's
  std::string dynamic_shared;                    ///< expression, bytes, instead of Entry::dynamic_shared; "": the entry's
  std::map<std::string, std::string> variables;  ///< instead of Experiment::variables, by name; "": as the source initialises it
  std::map<std::uint32_t, Geometry> geometries;  ///< geometries of a sequence's other entries, by entry
  std::string shown;                             ///< buffer that the views draw, instead of Entry::shown
  std::optional<std::string> compile;            ///< compiler options, instead of Experiment::compile
  /// The expected output, instead of the entry's reference: an expression, @FILE, or "kernel NAME".
  std::string expected;
  bool operator==(const Settings&) const = default;
};

/// All experiments of some folders, by Experiment::order, then by file name, and after them the recorded programs (.recording). A
/// broken file only adds to `errors`; the others are loaded.
struct Catalogue {
  std::deque<Experiment> experiments;  ///< addresses stay valid when others are added
  std::vector<base::Error> errors;
  std::shared_ptr<ptx::ModuleCache> modules = nullptr;  ///< for added files; null: each file gets its own
};
/// The folders of the experiments and recorded programs that come with Warplens, then `others`.
std::vector<std::filesystem::path> catalogue_folders(const std::vector<std::filesystem::path>& others);
/// Load the experiments in the folders. `modules`: compiles them all; null: a cache without compile options.
Catalogue load_catalogue(const std::vector<std::filesystem::path>& folders, ViewNames views = {},
                         std::shared_ptr<ptx::ModuleCache> modules = nullptr);
base::Result<Experiment> load_experiment(const std::filesystem::path& file, ViewNames views = {});
/// Parse the experiment in `text`, the content of `file`; its source is in the same folder.
base::Result<Experiment> parse_experiment(const std::string& text, const std::filesystem::path& file, ViewNames views = {});
/// The experiment of that id; null if there is none.
const Experiment* find(const Catalogue& catalogue, const std::string& id);

/// Set the model of an experiment with a scene: "ship", "spheres", or an .obj file, which is read now. Adapts the grid.
base::Status choose_mesh(const Experiment& experiment, Settings& settings, const std::string& name);

/// The default settings of an entry: parameters at their defaults, geometry from the entry's expressions.
base::Result<Settings> default_settings(const Experiment& experiment, std::uint32_t entry = 0);
/// Complete settings read from a file by the experiment's defaults: for parameters without a value, a grid or a block of {0, 0,
/// 0}. Remove sizes and contents of buffers that the entry does not take. Read the model if only its name is given. Errors: a
/// model that cannot be read, a block or grid that cannot be computed.
base::Result<Settings> complete_settings(const Experiment& experiment, Settings settings);
/// An entry by its label, its kernel, its number, or a short name of its kernel that no other has. Launches of a recording are
/// numbered from 1, as in their labels, other entries from 0.
std::optional<std::uint32_t> find_entry(const Experiment& experiment, std::string_view name);
/// Compute the grid from the entry's expressions and the settings' parameters. The expressions may use the block's extents as bx,
/// by and bz, to round up.
base::Result<base::Dim3> grid_for(const Experiment& experiment, const Settings& settings);
/// Set a parameter. Adapts the block, if the entry's block depends on the parameter, and the grid.
base::Status set_parameter(const Experiment& experiment, Settings& settings, const std::string& name, double value);
/// Change one setting; "" restores the experiment's own. Errors: the entry takes no such buffer, the expression has no value. The
/// size of a buffer is an expression, its content a form of --arg, the dynamic shared memory an expression in bytes.
base::Status set_size(const Experiment& experiment, Settings& settings, const std::string& buffer, const std::string& size);
base::Status set_input(const Experiment& experiment, Settings& settings, const std::string& buffer, const std::string& input);
base::Status set_dynamic_shared(const Experiment& experiment, Settings& settings, const std::string& bytes);
base::Status set_shown(const Experiment& experiment, Settings& settings, const std::string& buffer);
base::Status set_compile(const Experiment& experiment, Settings& settings, const std::string& options);
base::Status set_expected(const Experiment& experiment, Settings& settings, const std::string& expected);
/// `key=value` of --set: a parameter, or entry, grid, block, seed, schedule (a name, or @FILE), repeats, multiprocessors, check,
/// mesh, dynamic_shared, shown, expected, compile, BUFFER.size, BUFFER.input, NAME.variable (a form of --symbol), in a sequence
/// also ENTRY.grid and ENTRY.block. The error lists the valid keys or values.
base::Status set(const Experiment& experiment, Settings& settings, const std::string& assignment);
/// Whether set() would read a file, of a schedule or a model, which may be anywhere. Only the user may assign this, not a file by
/// others.
bool reads_file(const std::string& assignment);

/// Assignments sorted so that each one comes after those it depends on: the entry, then parameters and the rest, then the block,
/// then the grid.
std::vector<std::string> in_turn(std::vector<std::string> assignments);

/// Value of an arithmetic expression (muParser) with named variables. The error names the expression and the position in it.
base::Result<double> evaluate(const std::string& expression, const std::map<std::string, double>& variables);

}  // namespace warplens::experiment
