#include "ptx/instrument/record_text.h"

#include <algorithm>

#include "ptx/instrument/record.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {
namespace {

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
    skip_ = "$warplens_skip_" + std::to_string(site);
    if (!barrier) find_address(address_operand(), "%wl_address");
    find_guard();
    const std::string kept = with_results_kept(statement);
    if (behind) line(kept);
    if (!guard_.empty()) line("@!" + guard_ + " bra " + skip_ + ";");
    if (copies)
      find_copy();
    else if (!barrier)
      find_values();
    find_room(site);
    record(site);
    lines_ += skip_ + ":\n";
    if (!behind) line(kept);
    return "{\n" + declarations() + lines_ + "\t}";
  }

 private:
  void line(const std::string& text) { lines_ += "\t" + text + "\n"; }

  std::string declarations() const {
    std::string text =
        "\t.reg .pred %wl_guard, %wl_shared, %wl_other_guard, %wl_same, %wl_fits, %wl_full, %wl_leads;\n\t.reg .b16 %wl_zero16;\n"
        "\t.reg .b32 %wl_zero32, %wl_lanes, %wl_bytes, %wl_part<2>;\n"
        "\t.reg .b64 %wl_address, %wl_other, %wl_words, %wl_size, %wl_after, %wl_clock, %wl_value<17>;\n";
    if (results_ > 0) text += "\t.reg ." + result_type() + " %wl_result<" + std::to_string(results_) + ">;\n";
    return text + "\tmov.b16 %wl_zero16, 0;\n\tmov.b32 %wl_zero32, 0;\n";
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
    if (elements.count == 2)
      line("ld.global.v2.b64 {%wl_value0, %wl_value1}, [%wl_address];");
    else
      line("ld.global.b" + std::to_string(8 * elements.bytes) + " %wl_value0, [%wl_address];");
    find_address(instruction_.operands.front(), numbered("%wl_value", elements.count));
  }

  /// The lanes that record: those enabled by the guard, and for generic addresses those in global, constant or shared memory.
  void find_guard() {
    const bool guarded = instruction_.guard != no_index;
    const bool negated = instruction_.guard_negated;
    const std::string guard = guarded ? register_name(function_, instruction_.guard) : "";
    const bool generic =
        instruction_.space == Space::generic && record_words(instruction_) > 0 && copied_bytes(instruction_) == 0;
    if (!generic && !guarded) return;
    guard_ = "%wl_guard";
    if (!generic) return line((negated ? "not.pred " : "mov.pred ") + guard_ + ", " + guard + ";");
    line("isspacep.shared %wl_shared, %wl_address;");
    line("isspacep.global %wl_guard, %wl_address;");
    line("or.pred %wl_guard, %wl_guard, %wl_shared;");
    line("isspacep.const %wl_other_guard, %wl_address;");
    line("or.pred %wl_guard, %wl_guard, %wl_other_guard;");
    if (guarded && negated) {
      line("not.pred %wl_other_guard, " + guard + ";");
      line("and.pred %wl_guard, %wl_guard, %wl_other_guard;");
    } else if (guarded) {
      line("and.pred %wl_guard, %wl_guard, " + guard + ";");
    }
    line("cvta.to.shared.u64 %wl_other, %wl_address;");
    line("or.b64 %wl_other, %wl_other, 0x8000000000000000;");
    line("selp.b64 %wl_address, %wl_other, %wl_address, %wl_shared;");
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

  std::string lane_bytes() const { return std::to_string(8 * record_lane_words(instruction_)); }

  /// Sets %wl_next to the address for this record, or skips the record if the buffer is full. The active lanes may go on with
  /// their chunk only if it was reserved for exactly these lanes; each then holds the same chunk state and advances it in the
  /// same way.
  void find_room(std::uint32_t site) {
    const std::string fits = "$warplens_fits_" + std::to_string(site);
    if (!keeps_chunk(function_)) line("mov.b32 %wl_chunk_lanes, 0;");
    line("activemask.b32 %wl_lanes;");
    line("popc.b32 %wl_bytes, %wl_lanes;");
    line("mad.lo.u32 %wl_bytes, %wl_bytes, " + lane_bytes() + ", " + std::to_string(sizeof(RecordHeader)) + ";");
    line("cvt.u64.u32 %wl_size, %wl_bytes;");
    line("setp.eq.u32 %wl_same, %wl_lanes, %wl_chunk_lanes;");
    line("vote.sync.all.pred %wl_same, %wl_same, %wl_lanes;");
    line("add.u64 %wl_after, %wl_next, %wl_size;");
    line("setp.le.and.u64 %wl_fits, %wl_after, %wl_end, %wl_same;");
    line("@%wl_fits bra " + fits + ";");
    line("selp.b32 %wl_chunk, %wl_chunk, 0, %wl_same;");
    line("shl.b32 %wl_chunk, %wl_chunk, 1;");
    line("min.u32 %wl_chunk, %wl_chunk, " + std::to_string(max_chunk) + ";");
    line("mad.lo.u32 %wl_bytes, %wl_bytes, 2, " + std::to_string(sizeof(ChunkHeader)) + ";");
    line("max.u32 %wl_chunk, %wl_chunk, %wl_bytes;");
    line("setp.eq.u64 %wl_full, %wl_end, 1;");
    line("vote.sync.any.pred %wl_full, %wl_full, %wl_lanes;");
    line("@%wl_full mov.b32 %wl_chunk, 0;");
    line("call (%wl_next), warplens_reserve, (%wl_lanes, %wl_chunk);");
    line("bar.warp.sync %wl_lanes;");  // only one of them wrote the header: the others must not run ahead of its clock
    line("mov.b32 %wl_chunk_lanes, %wl_lanes;");
    line("mov.u32 %wl_rank, %lanemask_lt;");
    line("and.b32 %wl_rank, %wl_rank, %wl_lanes;");
    line("popc.b32 %wl_rank, %wl_rank;");
    line("mov.b64 %wl_end, 1;");
    line("setp.eq.u64 %wl_full, %wl_next, 0;");
    line("@%wl_full bra " + skip_ + ";");
    line("cvt.u64.u32 %wl_end, %wl_chunk;");
    line("add.u64 %wl_end, %wl_end, %wl_next;");
    line("add.u64 %wl_next, %wl_next, " + std::to_string(sizeof(ChunkHeader)) + ";");
    lines_ += fits + ":\n";
  }

  /// The clock is read after the words have been stored: a load has its value then, since one of the words is it.
  void record(std::uint32_t site) {
    const std::uint32_t words = record_words(instruction_);
    line("mad.wide.u32 %wl_words, %wl_rank, " + lane_bytes() + ", %wl_next;");
    const auto word = [](std::uint32_t k) { return k == 0 ? std::string("%wl_address") : numbered("%wl_value", k - 1); };
    for (std::uint32_t k = 0; k < words; k += 2) {
      const std::string place = "[%wl_words+" + std::to_string(sizeof(RecordHeader) + 8 * k) + "], ";
      if (k + 1 < words)
        line("st.global.v2.b64 " + place + "{" + word(k) + ", " + word(k + 1) + "};");
      else
        line("st.global.b64 " + place + word(k) + ";");
    }
    line("mov.u64 %wl_clock, %clock64;");
    line("mov.b64 {%wl_part0, %wl_part1}, %wl_clock;");
    line("setp.eq.u32 %wl_leads, %wl_rank, 0;");
    line("@%wl_leads st.global.v4.b32 [%wl_next], {" + std::to_string(site) + ", %wl_lanes, %wl_part0, %wl_part1};");
    line("add.u64 %wl_next, %wl_next, %wl_size;");
  }

  const Module& module_;
  const Function& function_;
  const Instruction& instruction_;
  std::string lines_, guard_, skip_;
  std::size_t results_ = 0, results_read_ = 0, values_ = 0;
};

}  // namespace

std::string recorded_statement(const Module& module, const Function& function, const Instruction& instruction, std::uint32_t site,
                               std::string_view statement) {
  return RecordedStatement(module, function, instruction).text(site, statement);
}

}  // namespace warplens::ptx
