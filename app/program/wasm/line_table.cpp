#include "program/wasm/line_table.h"

#include <algorithm>

namespace warplens::program::wasm {
namespace {

constexpr std::size_t max_entries = 1u << 16;  // files or folders of a table
constexpr std::size_t max_file_name = 4096;    // bytes of a name of one

/// Answers addresses by the rows of a line table, in which each row lasts until the next.
class RowFinder {
 public:
  explicit RowFinder(const std::set<std::uint64_t>& addresses) : left_(addresses) {}

  void add(std::uint64_t address, LineTable::Row row, bool ends) {
    if (!begun_) first_ = address;
    // A function that the linker left out begins at 0, where no other can: the number of functions is there.
    if (begun_ && first_ != 0) {
      for (auto at = left_.lower_bound(address_); at != left_.end() && *at < address; at = left_.erase(at)) found_[*at] = row_;
    }
    begun_ = !ends;
    address_ = address;
    row_ = row;
  }
  std::map<std::uint64_t, LineTable::Row> take() { return std::move(found_); }

 private:
  std::set<std::uint64_t> left_;
  std::map<std::uint64_t, LineTable::Row> found_;
  bool begun_ = false;
  std::uint64_t first_ = 0, address_ = 0;
  LineTable::Row row_;
};

bool is_absolute(std::string_view path) { return path.starts_with('/'); }

std::string joined(std::string_view folder, std::string_view name) {
  if (folder.empty() || folder.size() > max_file_name || is_absolute(name)) return std::string(name);
  return std::string(folder) + (folder.ends_with('/') ? "" : "/") + std::string(name);
}

}  // namespace

LineTable::LineTable(const Sections& sections, std::uint64_t offset, std::string_view folder, const Encoding& encoding,
                     Work& work)
    : sections_(sections), work_(work), encoding_(encoding), program_({}, work) {
  CarefulBytes all(sections.named(".debug_line"), work);
  all.seek(offset);
  program_ = all.part(read_length(all, encoding_));
  encoding_.version = static_cast<unsigned>(program_.number(2));
  if (encoding_.version < 2 || encoding_.version > 5) program_ = CarefulBytes({}, work);
  if (encoding_.version >= 5) {
    encoding_.address_bytes = program_.byte();
    program_.byte();  // the size of segments' numbers
  }
  const std::uint64_t header_bytes = program_.number(encoding_.offset_bytes);
  const std::uint64_t begin = program_.position() + header_bytes;
  least_instruction_ = program_.byte();
  if (encoding_.version >= 4) program_.byte();  // operations in an instruction
  program_.byte();                              // whether rows begin statements at first
  line_base_ = static_cast<std::int8_t>(program_.byte());
  line_range_ = program_.byte();
  first_special_ = program_.byte();
  for (unsigned k = 1; k < first_special_; ++k) operands_.push_back(program_.byte());
  folders_.push_back({folder});
  read_names();
  program_.seek(begin);
}

void LineTable::read_names() {
  if (encoding_.version >= 5) {
    const std::string_view folder = folders_.front().name;
    folders_ = read_entries();
    files_ = read_entries();
    if (folders_.empty()) folders_.push_back({folder});
    return;
  }
  for (std::string_view name = program_.text(); !name.empty() && folders_.size() < max_entries; name = program_.text())
    folders_.push_back({name});
  files_.emplace_back();  // files are numbered from 1
  for (std::string_view name = program_.text(); !name.empty() && program_.ok(); name = program_.text()) {
    add_file({name, program_.leb()});
    program_.leb();
    program_.leb();
  }
}

/// A list of files or folders of version 5, which says itself what it tells of each.
std::vector<LineTable::Entry> LineTable::read_entries() {
  constexpr std::uint64_t name_of_it = 1, folder_of_it = 2;
  std::vector<std::pair<std::uint64_t, unsigned>> told;  // what, and its form
  for (unsigned left = program_.byte(); left > 0; --left) {
    const std::uint64_t what = program_.leb();
    told.emplace_back(what, static_cast<unsigned>(program_.leb()));
  }
  std::vector<Entry> entries;
  if (told.empty()) return entries;
  for (std::uint64_t left = program_.leb(); left > 0 && program_.ok() && entries.size() < max_entries; --left) {
    Entry& entry = entries.emplace_back();
    for (const auto& [what, form] : told) {
      const Value value = read_value(program_, form, encoding_);
      if (what == name_of_it) entry.name = text_in(value, encoding_, sections_, work_);
      if (what == folder_of_it) entry.folder = value.number;
    }
  }
  return entries;
}

void LineTable::add_file(Entry file) {
  if (files_.size() < max_entries) files_.push_back(file);
}

std::string LineTable::file(std::uint64_t number) const {
  if (number >= files_.size() || files_[number].name.empty()) return {};
  const Entry& entry = files_[number];
  if (entry.name.size() > max_file_name) return {};
  const std::string_view compiled_in = folders_.front().name;
  if (entry.folder == 0 || entry.folder >= folders_.size()) return joined(compiled_in, entry.name);
  return joined(joined(compiled_in, folders_[entry.folder].name), entry.name);
}

std::map<std::uint64_t, LineTable::Row> LineTable::rows(const std::set<std::uint64_t>& addresses) {
  if (line_range_ == 0) return {};
  const Row start{1, 1};
  RowFinder finder(addresses);
  std::uint64_t address = 0;
  Row row = start;
  CarefulBytes bytes = program_;
  const auto advance = [&](std::uint64_t operations) { address += operations * least_instruction_; };
  const auto extended = [&] {
    CarefulBytes parts = bytes.part(bytes.leb());
    const std::uint8_t code = parts.byte();
    if (code == 1) {  // end of a sequence
      finder.add(address, row, true);
      address = 0;
      row = start;
    } else if (code == 2) {
      address = parts.number(static_cast<unsigned>(std::min<std::size_t>(parts.size() - parts.position(), 8)));
    } else if (code == 3) {
      const std::string_view name = parts.text();
      add_file({name, parts.leb()});
    }
  };
  while (!bytes.ended()) {
    const unsigned code = bytes.byte();
    if (code >= first_special_) {
      advance((code - first_special_) / line_range_);
      row.line += static_cast<std::uint64_t>(line_base_ + static_cast<std::int64_t>((code - first_special_) % line_range_));
      finder.add(address, row, false);
      continue;
    }
    switch (code) {
      case 0:
        extended();
        break;
      case 1:
        finder.add(address, row, false);
        break;
      case 2:
        advance(bytes.leb());
        break;
      case 3:
        row.line += static_cast<std::uint64_t>(bytes.signed_leb());
        break;
      case 4:
        row.file = bytes.leb();
        break;
      case 8:
        advance((255 - first_special_) / line_range_);
        break;
      case 9:
        address += bytes.number(2);
        break;
      default:  // of columns, statements and the like: the header tells how many numbers follow
        for (unsigned left = operands_[code - 1]; left > 0; --left) bytes.leb();
    }
  }
  return finder.take();
}

}  // namespace warplens::program::wasm
