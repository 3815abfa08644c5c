#include "ptx/instrument/record_text.h"

#include <algorithm>

#include "ptx/instrument/record.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {
namespace {

/// Reserves space for one record and writes its header. Returns to each lane the address of its words, or 0 if there is no space.
/// A record belongs to one access, `%site`, but the active lanes may have come from several: since Volta, lanes that called this
/// function from different instructions can reconverge inside it (seen on an H200). The loop therefore separates the lanes by
/// site. Each group then makes a record of its own, and its lowest lane writes the header.
constexpr std::string_view reserve_function = R"(
.func (.reg .b64 %words) warplens_record(.reg .b32 %site, .reg .b32 %lane_bytes)
{
	.reg .pred %leads, %fits, %lost, %same;
	.reg .b32 %together, %leading_site, %lanes, %before, %rank, %count, %leader, %bytes, %part<2>, %outer, %extent, %block, %warp, %sm, %slot;
	.reg .b64 %time, %size, %start, %end, %records, %capacity, %lane, %lane_size;
	mov.u64 %time, %clock64;
	activemask.b32 %together;
$warplens_record_next_site:
	brev.b32 %leader, %together;
	clz.b32 %leader, %leader;
	shfl.sync.idx.b32 %leading_site, %site, %leader, 31, %together;
	setp.eq.u32 %same, %site, %leading_site;
	vote.sync.ballot.b32 %lanes, %same, %together;
	@%same bra $warplens_record_one_site;
	not.b32 %lanes, %lanes;
	and.b32 %together, %together, %lanes;
	bra $warplens_record_next_site;
$warplens_record_one_site:
	mov.u32 %before, %lanemask_lt;
	and.b32 %before, %before, %lanes;
	popc.b32 %rank, %before;
	popc.b32 %count, %lanes;
	setp.eq.u32 %leads, %rank, 0;
	mad.lo.u32 %bytes, %count, %lane_bytes, 32;
	cvt.u64.u32 %size, %bytes;
	mov.b64 %start, 0;
	@%leads atom.global.add.u64 %start, [warplens_record_buffer+16], %size;
	mov.b64 {%part0, %part1}, %start;
	shfl.sync.idx.b32 %part0, %part0, %leader, 31, %lanes;
	shfl.sync.idx.b32 %part1, %part1, %leader, 31, %lanes;
	mov.b64 %start, {%part0, %part1};
	ld.global.v2.u64 {%records, %capacity}, [warplens_record_buffer];
	add.u64 %end, %start, %size;
	setp.le.u64 %fits, %end, %capacity;
	not.pred %lost, %fits;
	and.pred %lost, %lost, %leads;
	@%lost red.global.add.u64 [warplens_record_buffer+24], 1;
	mov.b64 %words, 0;
	@!%fits bra $warplens_record_end;
	add.u64 %records, %records, %start;
	cvt.u64.u32 %lane, %rank;
	cvt.u64.u32 %lane_size, %lane_bytes;
	mad.lo.u64 %words, %lane, %lane_size, %records;
	add.u64 %words, %words, 32;
	@!%leads bra $warplens_record_end;
	mov.u32 %extent, %nctaid.y;
	mov.u32 %outer, %ctaid.z;
	mov.u32 %block, %ctaid.y;
	mad.lo.u32 %outer, %outer, %extent, %block;
	mov.u32 %extent, %nctaid.x;
	mov.u32 %block, %ctaid.x;
	mad.lo.u32 %block, %outer, %extent, %block;
	mov.u32 %extent, %ntid.y;
	mov.u32 %outer, %tid.z;
	mov.u32 %warp, %tid.y;
	mad.lo.u32 %outer, %outer, %extent, %warp;
	mov.u32 %extent, %ntid.x;
	mov.u32 %warp, %tid.x;
	mad.lo.u32 %warp, %outer, %extent, %warp;
	shr.u32 %warp, %warp, 5;
	mov.u32 %sm, %smid;
	mov.u32 %slot, %warpid;
	st.global.v4.b32 [%records], {%site, %lanes, %block, %warp};
	mov.b64 {%part0, %part1}, %time;
	st.global.v4.b32 [%records+16], {%sm, %slot, %part0, %part1};
$warplens_record_end:
	ret;
}
)";

std::string register_name(const Function& function, std::uint32_t index) { return function.registers[index].name; }

/// Names of the registers that the block declares.
std::string numbered(std::string_view name, std::size_t k) { return std::string(name) + std::to_string(k); }

/// Writes the PTX of a record line by line.
class RecordedStatement {
 public:
  RecordedStatement(const Module& module, const Function& function, const Instruction& instruction)
      : module_(module), function_(function), instruction_(instruction) {}

  std::string text(std::uint32_t site, std::string_view statement) {
    const bool barrier = record_words(instruction_) == 0;
    const bool copies = copied_bytes(instruction_) != 0;
    const bool behind = !barrier && !copies && instruction_.opcode != Opcode::st;
    if (!barrier) find_address(address_operand(), "%wl_address");
    find_guard();
    const std::string kept = with_results_kept(statement);
    if (behind) line(kept);
    if (copies)
      find_copy();
    else if (!barrier)
      find_values();
    record(site);
    if (!behind) line(kept);
    return "{\n" + declarations() + lines_ + "\t}";
  }

 private:
  void line(const std::string& text) { lines_ += "\t" + text + "\n"; }

  std::string declarations() const {
    std::string text =
        "\t.reg .pred %wl_guard, %wl_shared, %wl_room;\n\t.reg .b16 %wl_zero16;\n\t.reg .b32 %wl_zero32;\n"
        "\t.reg .b64 %wl_address, %wl_other, %wl_words, %wl_value<17>;\n";
    if (results_ > 0) text += "\t.reg ." + result_type() + " %wl_result<" + std::to_string(results_) + ">;\n";
    return text + "\tmov.b16 %wl_zero16, 0;\n\tmov.b32 %wl_zero32, 0;\n\tmov.b64 %wl_words, 0;\n";
  }

  std::string result_type() const { return "b" + std::to_string(std::max(16, bits(instruction_.type))); }

  /// The accessed address; for a copy, the source.
  const Operand& address_operand() const {
    const auto is_address = [](const Operand& operand) { return operand.kind == OperandKind::address; };
    return *std::find_if(instruction_.operands.rbegin(), instruction_.operands.rend(), is_address);
  }

  /// Copy it into register `to` before the instruction, which may overwrite its own address register.
  void find_address(const Operand& address, const std::string& to) {
    const std::string offset = std::to_string(address.offset);
    if (address.base == OperandKind::reg) {
      const Register& base = function_.registers[address.index];
      const bool wide = bits(base.type) == 64;
      line((wide ? "mov.b64 " : "cvt.u64.u32 ") + to + ", " + base.name + ";");
      if (address.offset != 0) line("add.s64 " + to + ", " + to + ", " + offset + ";");
    } else if (address.base == OperandKind::variable) {
      line("mov.u64 " + to + ", " + module_.variables[address.index].name + ";");
      if (address.offset != 0) line("add.s64 " + to + ", " + to + ", " + offset + ";");
    } else {
      line("mov.b64 " + to + ", " + offset + ";");
    }
  }

  /// The elements of a copy, read by separate loads, and its destination address.
  void find_copy() {
    const RecordedElements elements = recorded_elements(instruction_);
    const std::string load = guard_ + "ld.global.";
    if (elements.count == 2)
      line(load + "v2.b64 {%wl_value0, %wl_value1}, [%wl_address];");
    else
      line(load + "b" + std::to_string(8 * elements.bytes) + " %wl_value0, [%wl_address];");
    find_address(instruction_.operands.front(), numbered("%wl_value", elements.count));
  }

  /// The lanes that record: those enabled by the guard, and for generic addresses those in global, constant or shared memory.
  void find_guard() {
    const bool guarded = instruction_.guard != no_index;
    const std::string guard = guarded ? register_name(function_, instruction_.guard) : "";
    const bool generic =
        instruction_.space == Space::generic && record_words(instruction_) > 0 && copied_bytes(instruction_) == 0;
    if (!generic) {
      if (guarded) guard_ = std::string("@") + (instruction_.guard_negated ? "!" : "") + guard + " ";
      return;
    }
    line("isspacep.shared %wl_shared, %wl_address;");
    line("isspacep.global %wl_guard, %wl_address;");
    line("or.pred %wl_guard, %wl_guard, %wl_shared;");
    line("isspacep.const %wl_room, %wl_address;");
    line("or.pred %wl_guard, %wl_guard, %wl_room;");
    if (guarded && instruction_.guard_negated) {
      line("not.pred %wl_room, " + guard + ";");
      line("and.pred %wl_guard, %wl_guard, %wl_room;");
    } else if (guarded) {
      line("and.pred %wl_guard, %wl_guard, " + guard + ";");
    }
    line("cvta.to.shared.u64 %wl_other, %wl_address;");
    line("or.b64 %wl_other, %wl_other, 0x8000000000000000;");
    line("selp.b64 %wl_address, %wl_other, %wl_address, %wl_shared;");
    guard_ = "@%wl_guard ";
  }

  /// The statement, with `red` replaced by an `atom` that returns the old value, and `_` replaced by registers.
  std::string with_results_kept(std::string_view statement) {
    std::string text;
    std::size_t done = 0;
    const bool reduces = instruction_.opcode == Opcode::red;
    bool mnemonic = reduces, operands = reduces;
    Lexer lexer(statement);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
      const auto at = static_cast<std::size_t>(token.text.data() - statement.data());
      std::string instead;
      std::size_t length = 0;
      if (token.kind == TokenKind::word && token.text == "_") {
        instead = new_result();
        length = 1;
      } else if (mnemonic && token.text == "red") {
        instead = "atom";
        length = 3;
        mnemonic = false;
      } else if (operands && token.kind == TokenKind::punctuation && token.text == "[") {
        instead = instruction_.vector > 1 ? "{" : "";
        for (int k = 0; k < instruction_.vector; ++k) instead += (k > 0 ? ", " : "") + new_result();
        instead += instruction_.vector > 1 ? "}, " : ", ";
        operands = false;
      } else {
        continue;
      }
      text.append(statement, done, at - done).append(instead);
      done = at + length;
    }
    return text.append(statement, done);
  }

  std::string new_result() { return numbered("%wl_result", results_++); }

  /// The operand's value as a word of 64 bits, into the next %wl_value.
  void find_value(const Operand& operand) {
    if (operand.kind == OperandKind::vector) {
      for (const Operand& element : operand.elements) find_value(element);
      return;
    }
    const std::string to = numbered("%wl_value", values_++);
    if (operand.kind == OperandKind::immediate) return line("mov.b64 " + to + ", " + std::to_string(operand.bits) + ";");
    const bool kept = operand.kind == OperandKind::sink;
    const std::string from = kept ? numbered("%wl_result", results_read_++) : register_name(function_, operand.index);
    switch (kept ? std::max(16, bits(instruction_.type)) : bits(function_.registers[operand.index].type)) {
      case 64:
        return line("mov.b64 " + to + ", " + from + ";");
      case 32:
        return line("mov.b64 " + to + ", {" + from + ", %wl_zero32};");
      case 16:
        return line("mov.b64 " + to + ", {" + from + ", %wl_zero16, %wl_zero16, %wl_zero16};");
      default:
        return line("cvt.u64.u8 " + to + ", " + from + ";");
    }
  }

  void find_values() {
    if (instruction_.opcode == Opcode::red) {
      Operand kept;
      kept.kind = OperandKind::sink;
      for (int k = 0; k < instruction_.vector; ++k) find_value(kept);
    }
    std::uint32_t wanted = record_words(instruction_) - 1;
    for (const Operand& operand : instruction_.operands) {
      if (operand.kind == OperandKind::address || values_ == wanted) continue;  // a cache policy comes last
      find_value(operand);
    }
  }

  void record(std::uint32_t site) {
    const std::uint32_t words = record_words(instruction_);
    line(guard_ + "call (%wl_words), warplens_record, (" + std::to_string(site) + ", " +
         std::to_string(8 * record_lane_words(instruction_)) + ");");
    if (words == 0) return;
    line("setp.ne.b64 %wl_room, %wl_words, 0;");
    const auto word = [](std::uint32_t k) { return k == 0 ? std::string("%wl_address") : numbered("%wl_value", k - 1); };
    for (std::uint32_t k = 0; k < words; k += 2) {
      const std::string place = "[%wl_words+" + std::to_string(8 * k) + "], ";
      if (k + 1 < words)
        line("@%wl_room st.global.v2.b64 " + place + "{" + word(k) + ", " + word(k + 1) + "};");
      else
        line("@%wl_room st.global.b64 " + place + word(k) + ";");
    }
  }

  const Module& module_;
  const Function& function_;
  const Instruction& instruction_;
  std::string lines_, guard_;
  std::size_t results_ = 0, results_read_ = 0, values_ = 0;
};

}  // namespace

std::string record_prelude(std::uint64_t own_bytes) {
  std::string text;
  const std::string buffer = ".visible .global .align 16 .u64 " + std::string(record_buffer_name) + "[4]";
  if (own_bytes == 0) {
    text = buffer + ";\n";
  } else {
    const std::string size = std::to_string(own_bytes), records(records_name);
    text = ".visible .global .align 16 .b8 " + records + "[" + size + "];\n" + buffer + " = {" + records + ", " + size +
           ", 0, 0};\n";
  }
  return text + std::string(reserve_function.substr(1)) + "\n";
}

std::string recorded_statement(const Module& module, const Function& function, const Instruction& instruction, std::uint32_t site,
                               std::string_view statement) {
  return RecordedStatement(module, function, instruction).text(site, statement);
}

}  // namespace warplens::ptx
