#include "trace/parts.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

namespace warplens::trace {
namespace {

struct Rows {
  std::uint32_t begin = 0, end = 0;
  std::uint64_t size() const { return end - begin; }
};

/// Consecutive rows of one part.
struct Piece {
  std::size_t part = 0;
  Rows steps, accesses, waits;
};

/// The rows of one part, from its first turn to its last.
class Cursor {
 public:
  Cursor(std::size_t number, const Part& part) : number_(number), part_(part) {}

  bool at_end() const { return turn_ == part_.turns.size(); }
  const Part::Turn& turn() const { return part_.turns[turn_]; }
  bool is_before(const Cursor& other) const {
    return std::pair(turn().cycle, turn().tie) < std::pair(other.turn().cycle, other.turn().tie);
  }
  /// Whether the part has left out a step of this turn.
  bool is_cut() const { return is_last() && part_.trace.truncation != Truncation::none; }
  /// Bytes of the budget that the turn uses if it is not truncated.
  std::uint64_t bytes() const { return (is_last() ? part_.used : part_.turns[turn_ + 1].used) - turn().used; }
  /// Those of the turn.
  Rows steps() const {
    return {turn().step, is_last() ? static_cast<std::uint32_t>(part_.trace.steps.size()) : part_.turns[turn_ + 1].step};
  }
  Rows waits() const {
    return {turn().wait, is_last() ? static_cast<std::uint32_t>(part_.trace.waits.size()) : part_.turns[turn_ + 1].wait};
  }
  Rows take_placements() {
    const std::uint32_t end = is_last() ? all_placements() : part_.turns[turn_ + 1].placement;
    return {std::exchange(placement_, end), end};
  }
  /// Those that have not been taken.
  Rows placements_left() const { return {placement_, all_placements()}; }
  /// The waits of the turn that were recorded before step `step`.
  Rows waits_before(std::uint32_t step) const {
    Rows rows = waits();
    const auto begin = part_.wait_steps.begin();
    rows.end = static_cast<std::uint32_t>(std::upper_bound(begin + rows.begin, begin + rows.end, step) - begin);
    return rows;
  }
  /// Advance to the next turn. Returns the rows of the current one that were recorded before step `end`.
  Piece take(std::uint32_t end, Rows waits) {
    Piece piece{number_, {turn().step, end}, {access_, access_}, waits};
    while (access_ < part_.trace.accesses.size() && part_.trace.accesses.step[access_] < end) ++access_;
    piece.accesses.end = access_;
    ++turn_;
    return piece;
  }

 private:
  std::uint32_t all_placements() const { return static_cast<std::uint32_t>(part_.trace.placements.size()); }
  bool is_last() const { return turn_ + 1 == part_.turns.size(); }

  std::size_t number_, turn_ = 0;
  const Part& part_;
  std::uint32_t access_ = 0, placement_ = 0;  ///< the first rows that have not been taken
};

/// Bytes of the budget that a step uses.
std::uint64_t bytes_of_step(const Trace& trace, std::uint32_t step) {
  const Accesses& accesses = trace.accesses;
  const auto active = static_cast<std::uint64_t>(std::popcount(trace.steps.active[step]));
  std::uint64_t bytes = step_bytes;
  for (std::size_t row = trace.steps.access[step]; row < accesses.size() && accesses.step[row] == step; ++row) {
    bytes += access_bytes + active * accesses.bytes[row] * (accesses.kind[row] == AccessKind::atomic ? 2 : 1);
    if (accesses.offsets[row] != no_row) bytes += irregular_bytes;
  }
  return bytes;
}

constexpr std::uint64_t any_start = ~std::uint64_t{0};

/// Append the placements of blocks that started no later than `latest_start`.
void append_placements(BlockPlacements& to, const BlockPlacements& from, Rows rows, std::uint64_t latest_start) {
  for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
    if (from.start[row] > latest_start) continue;
    to.block.push_back(from.block[row]);
    to.sm.push_back(from.sm[row]);
    to.scheduler.push_back(from.scheduler[row]);
    to.start.push_back(from.start[row]);
    to.end.push_back(from.end[row]);
  }
}

auto columns(Steps& steps) { return std::tie(steps.cycle, steps.warp, steps.instruction, steps.active, steps.access); }
auto columns(Waits& waits) { return std::tie(waits.warp, waits.reason, waits.begin, waits.end); }
/// With one row per access.
auto columns(Accesses& accesses) {
  return std::tie(accesses.step, accesses.kind, accesses.space, accesses.bytes, accesses.buffer, accesses.done, accesses.base,
                  accesses.stride, accesses.offsets, accesses.value, accesses.path);
}

template <typename Table>
void cut_off(Table& table, std::size_t rows) {
  std::apply([rows](auto&... column) { (column.resize(rows), ...); }, columns(table));
}

template <typename T>
void move_to_end(std::vector<T>& to, std::vector<T>& from) {
  if (to.empty()) return to.swap(from);
  to.insert(to.end(), from.begin(), from.end());
  from = std::vector<T>();
}

template <typename Table>
void move_to_end(Table& to, Table& from) {
  std::apply([&](auto&... into) { std::apply([&](auto&... column) { (move_to_end(into, column), ...); }, columns(from)); },
             columns(to));
}

/// Takes the turns of all parts in order until the budget is used up.
class Joining {
 public:
  Joining(std::vector<Part>& parts, std::uint64_t budget) : parts_(parts), budget_(budget), taken_(parts.size()) {
    for (std::size_t p = 0; p < parts.size(); ++p) cursors_.emplace_back(p, parts[p]);
  }

  JoinedParts join() {
    const Trace& any = parts_.front().trace;
    Trace& trace = joined_.trace;
    trace.level = any.level;
    trace.grid = any.grid;
    trace.block = any.block;
    trace.schedulers = any.schedulers;
    for (const Part& part : parts_) trace.steps_not_recorded += part.trace.steps.size() + part.trace.steps_not_recorded;
    while (Cursor* const first = first_turn()) {
      if (!take_turn(*first)) break;
    }
    trace.steps_not_recorded -= steps_;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      append_placements(trace.placements, parts_[p].trace.placements, cursors_[p].placements_left(), joined_.stopped_at);
    order_rows();
    gather_values();
    append_parts();
    return std::move(joined_);
  }

 private:
  Cursor* first_turn() {
    Cursor* first = nullptr;
    for (Cursor& cursor : cursors_) {
      if (!cursor.at_end() && (first == nullptr || cursor.is_before(*first))) first = &cursor;
    }
    return first;
  }

  /// False if the budget ends within the turn.
  bool take_turn(Cursor& cursor) {
    const bool fits = !cursor.is_cut() && has_room(cursor.bytes(), cursor.steps().size());
    if (const std::optional<std::uint32_t> cut = fits ? std::nullopt : first_without_room(cursor)) {
      joined_.stopped_at = cursor.turn().cycle;
      joined_.trace.truncation = Truncation::budget;
      append(cursor.take(*cut, cursor.waits_before(*cut)));
      return false;
    }
    used_ += cursor.bytes();
    append_placements(joined_.trace.placements, parts_[number_of(cursor)].trace.placements, cursor.take_placements(), any_start);
    append(cursor.take(cursor.steps().end, cursor.waits()));
    return true;
  }

  std::size_t number_of(const Cursor& cursor) const { return static_cast<std::size_t>(&cursor - cursors_.data()); }
  bool has_room(std::uint64_t bytes, std::uint64_t steps) const {
    constexpr std::uint64_t max_elements = 4;  // of a vector access
    return has_room_for_step(budget_, used_ + bytes, steps_ + steps, accesses_ + max_elements * steps);
  }

  /// The first step of the turn that does not fit in the budget; nothing if all fit. A step that the part itself left out does
  /// not fit.
  std::optional<std::uint32_t> first_without_room(const Cursor& cursor) const {
    const Part& part = parts_[number_of(cursor)];
    const Rows steps = cursor.steps(), waits = cursor.waits();
    std::uint64_t used = used_, accesses = accesses_;
    std::uint32_t wait = waits.begin;
    for (std::uint32_t step = steps.begin; step < steps.end; ++step) {
      for (; wait < waits.end && part.wait_steps[wait] <= step; ++wait) used += wait_bytes;
      if (!has_room_for_step(budget_, used, steps_ + (step - steps.begin), accesses)) return step;
      used += bytes_of_step(part.trace, step);
    }
    return cursor.is_cut() ? std::optional(steps.end) : std::nullopt;
  }

  void append(const Piece& piece) {
    steps_ += piece.steps.size();
    accesses_ += piece.accesses.size();
    taken_[piece.part] = piece;
    if (pieces_.empty() || pieces_.back().part != piece.part) {
      pieces_.push_back(piece);
      return;
    }
    Piece& last = pieces_.back();
    last.steps.end = piece.steps.end;
    last.accesses.end = piece.accesses.end;
    last.waits.end = piece.waits.end;
  }

  /// Accesses::values and Accesses::irregular in the order in which they were recorded. Accesses::value and Accesses::offsets are
  /// those of the joined trace afterwards.
  void gather_values() {
    Accesses& to = joined_.trace.accesses;
    std::uint64_t size = 0;
    for (const Part& part : parts_) size += part.trace.accesses.values.size();
    to.values.reserve(std::min(size, budget_));
    for (const Piece& piece : pieces_) {
      Accesses& from = parts_[piece.part].trace.accesses;
      if (piece.accesses.size() == 0) continue;
      const std::uint64_t begin = from.value[piece.accesses.begin];
      const std::uint64_t end = piece.accesses.end < from.size() ? from.value[piece.accesses.end] : from.values.size();
      const std::uint64_t moved = to.values.size() - begin;
      to.values.insert(to.values.end(), from.values.data() + begin, from.values.data() + end);
      for (std::uint32_t row = piece.accesses.begin; row < piece.accesses.end; ++row) {
        from.value[row] += moved;
        if (from.offsets[row] == no_row) continue;
        to.irregular.push_back(from.irregular[from.offsets[row]]);
        from.offsets[row] = static_cast<std::uint32_t>(to.irregular.size() - 1);
      }
    }
    for (Part& part : parts_) {
      Accesses& from = part.trace.accesses;
      from.values = decltype(from.values)();
      from.irregular = decltype(from.irregular)();
    }
  }

  /// The rows that fit in the budget, part after part. They are the first rows of each part.
  void append_parts() {
    Trace& to = joined_.trace;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      Trace& part = parts_[p].trace;
      cut_off(part.steps, taken_[p].steps.end);
      cut_off(part.accesses, taken_[p].accesses.end);
      cut_off(part.waits, taken_[p].waits.end);
      const auto steps = static_cast<std::uint32_t>(to.steps.size()), accesses = static_cast<std::uint32_t>(to.accesses.size());
      for (std::uint32_t& access : part.steps.access) access += access == no_row ? 0 : accesses;
      for (std::uint32_t& step : part.accesses.step) step += steps;
      move_to_end(to.steps, part.steps);
      move_to_end(to.accesses, part.accesses);
      move_to_end(to.waits, part.waits);
    }
  }

  /// In which order the rows were recorded.
  void order_rows() {
    std::vector<std::uint32_t> first_step, first_wait;  // per part
    std::uint32_t steps = 0, waits = 0;
    for (const Piece& taken : taken_) {
      first_step.push_back(std::exchange(steps, steps + taken.steps.end));
      first_wait.push_back(std::exchange(waits, waits + taken.waits.end));
    }
    joined_.steps.reserve(steps);
    joined_.waits.reserve(waits);
    for (const Piece& piece : pieces_) {
      for (std::uint32_t row = piece.steps.begin; row < piece.steps.end; ++row)
        joined_.steps.push_back(first_step[piece.part] + row);
      for (std::uint32_t row = piece.waits.begin; row < piece.waits.end; ++row)
        joined_.waits.push_back(first_wait[piece.part] + row);
    }
  }

  std::vector<Part>& parts_;
  const std::uint64_t budget_;
  std::vector<Cursor> cursors_;
  std::vector<Piece> pieces_;
  std::vector<Piece> taken_;                           ///< per part, the last one
  std::uint64_t used_ = 0, steps_ = 0, accesses_ = 0;  ///< bytes and rows so far
  JoinedParts joined_;
};

}  // namespace

JoinedParts join_parts(std::vector<Part>& parts, std::uint64_t budget) { return Joining(parts, budget).join(); }

}  // namespace warplens::trace
