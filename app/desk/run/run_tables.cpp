#include "desk/run/run_tables.h"

#include <algorithm>
#include <cstring>

#include "analysis/memory_traffic.h"
#include "base/threads.h"
#include "experiment/inputs/inputs.h"
#include "experiment/inputs/scene.h"
#include "launch/findings/agreement.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/source_kind.h"
#include "view/table.h"

namespace warplens::desk {

const launch::Buffer& RunTables::shown_buffer() const {
  std::uint32_t buffer = 0;
  for (const launch::Argument& argument : run.launch.arguments) {
    if (const auto* found = std::get_if<launch::Buffer>(&argument); found != nullptr && buffer++ == run.shown) return *found;
  }
  static const launch::Buffer none{"", launch::ElementType::i32, 0, std::make_shared<const launch::Bytes>()};
  return none;
}

std::uint32_t main_file(const ptx::Module& module, const ptx::Function& function, const std::filesystem::path& source) {
  for (std::uint32_t file = 0; file < module.files.size(); ++file) {
    if (std::filesystem::path(module.files[file]).filename() == source.filename()) return file;
  }
  if (ptx::is_compiled_source(source)) return ptx::no_index;  // its lines are of a file that is not shown
  // A source that was moved after it was compiled: the file of the first instruction that has one.
  for (const ptx::Instruction& instruction : function.instructions) {
    if (instruction.location < function.locations.size()) return function.locations[instruction.location].file;
  }
  return 0;
}

view::Subject subject_of(const RunTables& tables) {
  const launch::Buffer& shown = tables.shown_buffer();
  const experiment::Run& run = tables.run;
  view::Subject subject;
  subject.result = &run.result;
  subject.timed = launch::has_time(run.launch);
  subject.grid = run.launch.grid;
  subject.block = run.launch.block;
  subject.kernel = tables.function().demangled;
  subject.buffer_name = run.shown < run.buffer_names.size() ? run.buffer_names[run.shown] : shown.name;
  subject.buffer = run.shown;
  subject.type = shown.type;
  subject.elements = shown.size;
  subject.lines = tables.link.cuda_line;
  subject.range = tables.range;
  std::size_t number = 0;
  for (const launch::Argument& argument : run.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const std::uint64_t columns = number < run.buffer_columns.size() ? run.buffer_columns[number] : 0;
    subject.buffers.push_back({buffer->name, buffer->type, buffer->size, columns, buffer->indexing});
    ++number;
  }
  if (run.check.buffer == run.shown) {
    subject.expected = run.check.expected;
    subject.wrong = run.check.wrong;
    subject.wrong_untouched = tables.wrong_untouched;
  }
  return subject;
}

namespace {

analysis::ElementHistory make_history(const RunTables& tables, std::uint64_t element) {
  const launch::Buffer& buffer = tables.shown_buffer();
  const auto width = static_cast<std::uint32_t>(launch::bytes(buffer.type));
  const bool inside = element < buffer.size;
  const std::uint64_t before = inside ? launch::element(buffer.type, *buffer.initial, element).bits : 0;
  const std::uint64_t updates = inside ? std::uint64_t{tables.map.writes[element]} + tables.map.atomics[element] : 0;
  return analysis::element_history(tables.trace(), tables.run.shown, element, width, before, updates);
}

/// The updates that were lost, and the story of an element: the experiment's own, unless it lost nothing where others did. Then
/// of the one that lost most.
void add_updates(RunTables& tables) {
  const experiment::Experiment& experiment = *tables.experiment;
  tables.history = make_history(tables, experiment.shown_element);
  tables.lost = analysis::lost_updates(tables.trace(), tables.map, &tables.history);
  const analysis::LostUpdates& lost = tables.lost;
  if (tables.history.lost == 0 && !lost.element.empty() && experiment.view != view::race_view) {
    const auto most = std::max_element(lost.lost.begin(), lost.lost.end()) - lost.lost.begin();
    tables.history = make_history(tables, lost.element[static_cast<std::size_t>(most)]);
  }
  std::vector<std::uint32_t>& steps = tables.erasing_steps;
  std::uint32_t row = trace::no_row;
  for (const analysis::Update& update : tables.history.updates) {  // in order of their steps, several to a step
    if (!update.erases || update.write_row == row) continue;
    row = update.write_row;
    const std::uint32_t step = tables.trace().accesses.step[row];
    if (steps.empty() || steps.back() != step) steps.push_back(step);
  }
}

/// Number of elements of the shown buffer whose bytes the launch changed.
std::uint64_t changed_elements(const RunTables& tables) {
  const launch::Bytes& before = *tables.shown_buffer().initial;
  const std::size_t width = launch::bytes(tables.shown_buffer().type);
  if (tables.run.shown >= tables.run.result.outputs.size()) return 0;
  const launch::Bytes& after = tables.run.result.outputs[tables.run.shown];
  std::uint64_t changed = 0;
  for (std::size_t at = 0; at + width <= std::min(before.size(), after.size()); at += width)
    if (std::memcmp(before.data() + at, after.data() + at, width) != 0) ++changed;
  return changed;
}

/// Number of wrong elements of the shown buffer that no recorded access touched.
std::uint64_t wrong_untouched_elements(const RunTables& tables) {
  const view::Subject subject = subject_of(tables);
  if (subject.wrong == 0) return 0;
  std::uint64_t count = 0;
  for (std::uint64_t element = 0; element < std::min<std::uint64_t>(tables.map.elements, subject.expected.size()); ++element) {
    if (tables.map.first_step[element] != trace::no_row) continue;
    const auto value = view::final_value(subject, element);
    if (value && !launch::agree(subject.expected[element], *value, tables.run.check.tolerance)) ++count;
  }
  return count;
}

}  // namespace

view::SceneModel scene_of(const RunTables& tables) {
  view::SceneModel model;
  if (!tables.experiment->scene) return model;
  for (const experiment::Argument& described : tables.experiment->arguments) {
    if (described.input != "mesh corners") continue;
    for (const launch::Argument& argument : tables.run.launch.arguments) {
      const auto* buffer = std::get_if<launch::Buffer>(&argument);
      if (buffer == nullptr || buffer->name != described.name) continue;
      model.corners = std::span(reinterpret_cast<const float*>(buffer->initial->data()), buffer->initial->size() / sizeof(float));
    }
  }
  const experiment::Settings& settings = tables.run.settings;
  model.name = settings.mesh.empty() ? tables.experiment->scene->mesh : settings.mesh;
  model.eye = {static_cast<float>(tables.eye[0]), static_cast<float>(tables.eye[1]), static_cast<float>(tables.eye[2])};
  return model;
}

bool is_short(const RunTables& tables) {
  constexpr std::size_t max_accesses = 20000;    // of warps
  constexpr std::uint64_t max_cells = 1u << 19;  // each of threads and elements
  const std::uint64_t threads = base::count(tables.run.launch.grid) * base::count(tables.run.launch.block);
  return tables.trace().accesses.size() <= max_accesses && tables.map.elements <= max_cells && threads <= max_cells;
}

view::MappingCells cells_of(const RunTables& tables, const analysis::AccessMap& map, view::ColourMode colour) {
  view::MappingInput input;
  input.subject = subject_of(tables);
  input.map = &map;
  input.colour = colour;
  input.tolerance = tables.run.check.tolerance;
  return view::mapping_cells(input);
}

/// Whether the mapping has so many cells that they are made beforehand. Without a trace it has none.
static bool draws_many_cells(const RunTables& tables) { return !is_short(tables) && tables.trace().level != trace::Level::none; }

std::shared_ptr<const analysis::ElementHistory> RunTables::history_of(std::uint64_t element) const {
  const std::lock_guard lock(last_->mutex);
  if (last_->of == nullptr || last_->of->element != element)
    last_->of = std::make_shared<const analysis::ElementHistory>(make_history(*this, element));
  return last_->of;
}

const view::MappingCells* RunTables::cells() const { return cells_.if_made(); }

void RunTables::prepare(view::LateTable table, std::optional<view::ColourMode> colour) const {
  const view::Subject subject = subject_of(*this);
  if (table == view::LateTable::cells && draws_many_cells(*this))
    cells_.get([&] { return cells_of(*this, map, colour.value_or(view::telling_colours(subject))); });
  if (table == view::LateTable::traffic) traffic(subject);
  if (table == view::LateTable::warps) warps(subject);
  if (table == view::LateTable::warp_steps) warp_steps(subject);
  if (table == view::LateTable::matrices) matrices(subject);
}

bool RunTables::has(view::LateTable table) const {
  return table == view::LateTable::cells ? !draws_many_cells(*this) || cells_.made() : made(table);
}

/// What the accesses to the shown buffer tell.
static void add_tables_of_shown(RunTables& tables) {
  const launch::Buffer& buffer = tables.shown_buffer();
  tables.map =
      analysis::access_map(tables.trace(), tables.run.shown, buffer.size, static_cast<std::uint32_t>(launch::bytes(buffer.type)));
  tables.wrong_untouched = wrong_untouched_elements(tables);
  add_updates(tables);
}

/// What needs no access map.
static void add_other_tables(RunTables& tables) {
  const experiment::Experiment& experiment = *tables.experiment;
  const trace::Trace& trace = tables.trace();
  const ptx::Module& module = *tables.run.launch.module;
  const std::uint32_t entry = tables.run.launch.entry;
  tables.range = view::range_of(view::final_values(subject_of(tables)));
  tables.changed = changed_elements(tables);
  tables.threads_without_work = analysis::threads_without_work(trace);
  tables.contention = analysis::contention(trace, 1);
  tables.blocks = analysis::block_timeline(trace, tables.run.result.occupancy.value_or(launch::Occupancy{}),
                                           tables.run.result.multiprocessors);
  if (tables.finished()) tables.roofline = analysis::roofline(tables.run.result, module, entry);
  tables.distribution = analysis::distribution(tables.run.repeats);
  if (tables.run.result.modelled) tables.arrays = launch::shared_arrays(tables.run.launch);
  if (const auto eye = experiment::eye_of(experiment, tables.run.settings)) tables.eye = *eye;
  tables.warnings = ptx::notes_of(module.text).warnings;
  tables.lines = analysis::line_counts(trace, module, entry, tables.source_file);
  tables.line_tallies = analysis::tallies_by_line(tables.run.result.tallies, module, entry, tables.source_file);
  tables.hierarchy = analysis::hierarchy(tables.run.result, module, entry);
  tables.line_hierarchies = analysis::hierarchy_by_line(tables.run.result.tallies, module, entry, tables.source_file);
}

RunTables make_tables(const experiment::Experiment& experiment, experiment::Run run) {
  RunTables tables;
  tables.experiment = &experiment;
  tables.run = std::move(run);
  const ptx::Module& module = *tables.run.launch.module;
  tables.source_file = main_file(module, tables.function(), source_of(experiment, tables.run.settings));
  tables.listing = ptx::Listing(module, tables.run.launch.entry);
  tables.link = link_source(module, tables.listing, tables.source_file);
  constexpr std::size_t worth_a_thread = 10000;  // accesses: about a millisecond
  if (tables.trace().accesses.size() < worth_a_thread) {
    add_tables_of_shown(tables);
    add_other_tables(tables);
    return tables;
  }
  auto others = base::start([&tables] { add_other_tables(tables); });
  add_tables_of_shown(tables);
  others.get();
  return tables;
}

}  // namespace warplens::desk
