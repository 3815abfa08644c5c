#include "ptx/compile/assembler.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "base/process.h"

namespace warplens::ptx {
namespace {

constexpr std::chrono::seconds assemble_limit{20};
constexpr std::string_view entry_mark = "Compiling entry function '", used_mark = "Used ", registers_mark = " registers",
                           stores_mark = " bytes spill stores", loads_mark = " bytes spill loads";

/// The number before `word` in `line`: 12 for "Used 12 registers, …".
std::optional<std::uint32_t> number_before(std::string_view line, std::string_view word) {
  const std::size_t end = line.find(word);
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::uint32_t number = 0;
  const auto parsed = std::from_chars(line.data() + begin, line.data() + end, number);
  return parsed.ec == std::errc() && begin < end ? std::optional(number) : std::nullopt;
}

bool has(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

/// Calls `visit` with each line of `text`.
template <typename Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace

std::filesystem::path find_assembler() {
  const char* only = std::getenv("WARPLENS_COMPILER");
  if (only != nullptr && std::string_view(only) == "clang") return {};
  if (std::filesystem::path path = base::find_program("ptxas"); !path.empty()) return path;
  std::error_code code;
  const std::filesystem::path usual = "/usr/local/cuda/bin/ptxas";
  return std::filesystem::exists(usual, code) ? usual : std::filesystem::path();
}

std::string assembler_report(const std::filesystem::path& ptxas, const std::string& ptx, unsigned architecture) {
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return {};
  const std::filesystem::path input = folder->path() / "kernel.ptx";
  if (!base::write_file(input, ptx)) return {};
  const auto run = base::run_process(
      ptxas, {"-v", fmt::format("-arch=sm_{}", architecture), "-o", (folder->path() / "kernel.cubin").string(), input.string()},
      assemble_limit);
  if (!run || run->exit_status != 0) return {};
  std::string report;
  each_line(run->output, [&](std::string_view line) {
    // As in cmake/ptx_of.sh. The other lines have times, which differ from run to run.
    if (has(line, entry_mark) || has(line, stores_mark) || has(line, ": Used ")) report.append(line).append("\n");
  });
  return report;
}

std::vector<EntryResources> resources_in(std::string_view report) {
  std::vector<EntryResources> all;
  each_line(report, [&](std::string_view line) {
    if (const std::size_t mark = line.find(entry_mark); mark != std::string_view::npos) {
      const std::string_view name = line.substr(mark + entry_mark.size());
      all.push_back({std::string(name.substr(0, name.find('\''))), {}});
    } else if (!all.empty() && has(line, stores_mark)) {
      // An entry is followed by the functions that it calls, each with its own spills.
      all.back().resources.spill_store_bytes += number_before(line, stores_mark).value_or(0);
      all.back().resources.spill_load_bytes += number_before(line, loads_mark).value_or(0);
    } else if (!all.empty() && has(line, used_mark)) {
      all.back().resources.registers = number_before(line, registers_mark).value_or(0);
    }
  });
  std::erase_if(all, [](const EntryResources& one) { return one.resources.registers == 0 || one.resources.registers > 255; });
  return all;
}

}  // namespace warplens::ptx
