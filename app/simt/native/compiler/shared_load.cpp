#include "simt/native/compiler/shared_load.h"

#include "launch/costs/tally.h"
#include "simt/native/shared_memory.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t lanes_of_layout = 8;  ///< a bit of LaneLayout describes so many lanes
constexpr std::uint32_t whole_layout = 0xf;

std::int32_t displacement(std::size_t offset) { return static_cast<std::int32_t>(offset); }

/// Generates one load.
class LoadGenerator {
 public:
  LoadGenerator(const SharedLoad& place, x86::Compiler& compiler, Values& values, asmjit::Label otherwise)
      : place_(place), load_(place.load), compiler_(compiler), values_(values), otherwise_(otherwise) {}

  x86::Gp generate();

 private:
  x86::Gp new_register() { return values_.spare_word(used_++); }
  x86::Mem field(std::size_t offset) const;
  x86::Mem pattern_field(std::size_t offset, std::uint32_t size = 8) const;
  x86::Mem tally_field(std::size_t offset) const { return place_.tally.cloneAdjusted(displacement(offset)); }
  std::uint32_t address_bytes() const { return load_.address_wide ? 8 : 4; }
  x86::Gp sized(const x86::Gp& address) const { return load_.address_wide ? address : x86::Gp(address.r32()); }
  void find_lowest();
  void compare_distances();
  void test_bounds();
  void test_layout();
  x86::Gp find_passes();
  void note_for_check();
  x86::Gp count(const x86::Gp& passes);
  void move_values();

  const SharedLoad& place_;
  const Decoded& load_;
  x86::Compiler& compiler_;
  Values& values_;
  std::size_t used_ = 0;  ///< scratch registers
  asmjit::Label otherwise_;
  x86::Gp pattern_{};  ///< address of the patterns
  x86::Gp lowest_{};   ///< address, relative to which the pattern has the lanes' distances
};

x86::Mem LoadGenerator::field(std::size_t offset) const {
  return place_.memory.cloneAdjusted(displacement(offset)).cloneResized(sizeof(std::uint64_t));
}

x86::Mem LoadGenerator::pattern_field(std::size_t offset, std::uint32_t size) const {
  return x86::ptr(pattern_, displacement(load_.access * sizeof(AccessPattern) + offset), size);
}

x86::Gp LoadGenerator::generate() {
  compiler_.cmp(field(offsetof(SharedMemory, size)), 0);
  compiler_.je(otherwise_);
  pattern_ = new_register();
  compiler_.mov(pattern_, field(offsetof(SharedMemory, patterns)));
  find_lowest();
  compare_distances();
  if (load_.offset != 0) compiler_.add(sized(lowest_), static_cast<std::int32_t>(load_.offset));
  test_bounds();
  test_layout();
  const x86::Gp passes = find_passes();
  note_for_check();
  const x86::Gp done = count(passes);
  move_values();
  return done;
}

/// The lowest address, without Decoded::offset.
void LoadGenerator::find_lowest() {
  lowest_ = new_register();
  values_.read_first_lane(load_.operands[address_slot], address_bytes(), lowest_);
  compiler_.sub(sized(lowest_), pattern_field(offsetof(AccessPattern, first), address_bytes()));
}

/// Jumps unless the lanes have the distances in the pattern. Compared once in a straight run (MemoryUnit::lowest_address).
void LoadGenerator::compare_distances() {
  const x86::Gp run = new_register();
  const asmjit::Label done = compiler_.newLabel();
  const Row row = load_.operands[address_slot];
  values_.read(row, address_bytes());  // here, where it is always executed
  compiler_.mov(run, x86::qword_ptr(place_.runs));
  compiler_.cmp(run, pattern_field(offsetof(AccessPattern, run)));
  compiler_.je(done);
  compiler_.cmp(pattern_field(offsetof(AccessPattern, active), 4), -1);  // all lanes: otherwise it would not be performed here
  compiler_.jne(otherwise_);
  const std::size_t distances = load_.address_wide ? offsetof(AccessPattern, from_lowest) : offsetof(AccessPattern, narrow);
  values_.compare_distances(row, address_bytes(), lowest_, pattern_field(distances), otherwise_);
  compiler_.mov(pattern_field(offsetof(AccessPattern, run)), run);
  compiler_.bind(done);
}

/// Jumps unless the request lies inside shared memory. Alignment needs no test of its own: find_passes() goes on only if
/// the bank conflicts of a request with the same lower address bits are known, and they are counted for aligned requests only.
void LoadGenerator::test_bounds() {
  const x86::Gp end = new_register();
  compiler_.mov(end, lowest_);
  compiler_.add(end, pattern_field(offsetof(AccessPattern, reach)));
  compiler_.jc(otherwise_);
  compiler_.cmp(end, field(offsetof(SharedMemory, size)));
  compiler_.ja(otherwise_);
}

/// Jumps unless each eight lanes read consecutive elements, or all the same one; of vectors only the latter.
void LoadGenerator::test_layout() {
  const std::size_t layout = offsetof(AccessPattern, layout);
  compiler_.cmp(pattern_field(layout + offsetof(LaneLayout, repeats), 1), whole_layout);
  if (load_.vector != 1) {
    compiler_.jne(otherwise_);
    return;
  }
  const asmjit::Label regular = compiler_.newLabel();
  compiler_.je(regular);
  compiler_.cmp(pattern_field(layout + offsetof(LaneLayout, runs), 1), whole_layout);
  compiler_.jne(otherwise_);
  compiler_.bind(regular);
}

/// Returns 1 + the bank conflicts of the request. Jumps if they have not been counted yet.
x86::Gp LoadGenerator::find_passes() {
  const x86::Gp start = new_register(), passes = new_register();
  compiler_.mov(start.r32(), lowest_.r32());
  compiler_.and_(start.r32(), static_cast<std::uint32_t>(AccessPattern{}.passes.size() - 1));
  x86::Mem known = pattern_field(offsetof(AccessPattern, passes), 1);
  known.setIndex(start, 0);
  compiler_.movzx(passes.r32(), known);
  compiler_.test(passes.r32(), passes.r32());
  compiler_.jz(otherwise_);
  return passes;
}

/// Jumps if a check observes loads and there is no room for another one.
void LoadGenerator::note_for_check() {
  const x86::Gp next = new_register();
  const asmjit::Label noted = compiler_.newLabel();
  compiler_.mov(next, field(offsetof(SharedMemory, next)));
  compiler_.test(next, next);
  compiler_.jz(noted);
  compiler_.cmp(next, field(offsetof(SharedMemory, end)));
  compiler_.jae(otherwise_);
  compiler_.mov(x86::qword_ptr(next, displacement(offsetof(UncheckedLoad, lowest))), lowest_);
  compiler_.mov(x86::dword_ptr(next, displacement(offsetof(UncheckedLoad, pc))), place_.pc);
  compiler_.add(field(offsetof(SharedMemory, next)), sizeof(UncheckedLoad));
  compiler_.bind(noted);
}

/// Counts the request as MemoryUnit::shared_cycles() does, and returns the cycle in which the values arrive.
x86::Gp LoadGenerator::count(const x86::Gp& passes) {
  const x86::Gp latest = new_register(), done = new_register();
  compiler_.inc(tally_field(offsetof(launch::Tally, shared_requests)));
  compiler_.add(tally_field(offsetof(launch::Tally, shared_bytes)), warp_size * load_.bytes * load_.vector);
  compiler_.add(field(offsetof(SharedMemory, busy)), passes);
  compiler_.dec(passes);
  compiler_.add(tally_field(offsetof(launch::Tally, conflicts)), passes);
  compiler_.imul(passes, field(offsetof(SharedMemory, bank_conflict_cycles)));
  compiler_.add(passes, field(offsetof(SharedMemory, latency)));
  compiler_.cmp(passes, 1);  // at least one cycle
  compiler_.adc(passes, 0);
  compiler_.mov(done, place_.clock);
  compiler_.add(done, passes);
  compiler_.mov(latest, field(offsetof(SharedMemory, end_cycle)));
  compiler_.cmp(latest, done);
  compiler_.cmovb(latest, done);
  compiler_.mov(field(offsetof(SharedMemory, end_cycle)), latest);
  return done;
}

void LoadGenerator::move_values() {
  const x86::Gp memory = new_register(), distance = new_register();
  compiler_.mov(memory, field(offsetof(SharedMemory, bytes)));
  compiler_.add(memory, lowest_);
  const auto move = [&](bool repeated) {
    for (std::uint32_t eight = 0; eight < warp_size / lanes_of_layout; ++eight) {
      compiler_.mov(distance,
                    pattern_field(offsetof(AccessPattern, from_lowest) + eight * lanes_of_layout * sizeof(std::uint64_t)));
      for (std::uint32_t element = 0; element < load_.vector; ++element) {
        if (load_.operands[element] == no_row) continue;
        values_.load_eight(load_.operands[element], load_.bytes, eight,
                           x86::ptr(memory, distance, 0, displacement(element * load_.bytes)), repeated);
      }
    }
  };
  if (load_.vector != 1) return move(true);
  const asmjit::Label consecutive = compiler_.newLabel(), moved = compiler_.newLabel();
  compiler_.cmp(pattern_field(offsetof(AccessPattern, layout) + offsetof(LaneLayout, repeats), 1), whole_layout);
  compiler_.jne(consecutive);
  move(true);
  compiler_.jmp(moved);
  compiler_.bind(consecutive);
  move(false);
  compiler_.bind(moved);
}

}  // namespace

bool can_load_directly(const Decoded& load) {
  const bool near = load.offset == static_cast<std::int32_t>(load.offset);
  const bool weak = load.ordering == ptx::Ordering::weak;
  return load.loads_shared && weak && load.bytes == (load.values_wide ? 8 : 4) && near && load.operands[address_slot] != no_row;
}

x86::Gp generate(const SharedLoad& load, x86::Compiler& compiler, Values& values, asmjit::Label otherwise) {
  return LoadGenerator(load, compiler, values, otherwise).generate();
}

}  // namespace warplens::simt::native
