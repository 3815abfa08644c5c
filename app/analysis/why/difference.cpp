#include "analysis/why/difference.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/why/arithmetic.h"
#include "analysis/why/expression.h"
#include "base/number_format.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t max_computed = 90;

/// A location as of an access; at the end of the launch, before = trace::no_row.
struct Moment {
  Location location;
  std::uint32_t before = trace::no_row;  ///< row of Trace::accesses
  std::uint64_t bits = 0;                ///< the value that was read there
  ptx::Type type = ptx::Type::b32;       ///< as which it is used
};

/// The writes of a location before a moment, and what the last of them computed.
struct History {
  std::vector<LaneStep> writes;
  Expression value;
  std::vector<const Expression*> loads;
};

/// Answers one question.
class DifferenceAnswer {
 public:
  DifferenceAnswer(const Executed& here, const OtherRun& there) : here_(here), there_(there) {}

  Answer answer(std::uint32_t buffer, std::uint64_t element) {
    const Location own = location_of(here_, buffer, element);
    const std::string name = here_.name(own);
    const auto others = launch::buffers_of(there_.executed.launch());
    auto same = std::ranges::find(others, launch::buffers_of(here_.launch())[buffer]->name, &launch::Buffer::name);
    if (same == others.end() && buffer < others.size()) same = others.begin() + buffer;
    Answer answer;
    if (same == others.end() || element >= (*same)->size || bytes(**same) != own.bytes) {
      answer.question = "Why does " + name + " differ?";
      answer.missing = capitalised(there_.name) + ", there is no " + name + " of this type.";
      return answer;
    }
    const auto other = static_cast<std::uint32_t>(same - others.begin());
    const std::uint64_t now = final_bits(here_, buffer, element), then = final_bits(there_.executed, other, element);
    const std::string text = here_.value_text(own, now);
    if (now == then) {
      answer.question = "Why is " + name + " " + text + "?";
      answer.missing = capitalised(there_.name) + ", it is " + text + ", too.";
      return answer;
    }
    answer.question = "Why is " + name + " " + text + ", and " + here_.value_text(own, then) + " " + there_.name + "?";
    compare({own, trace::no_row, now}, {location_of(there_.executed, other, element), trace::no_row, then}, 0);
    answer.answers = std::move(causes_);
    const bool cut =
        here_.trace().truncation != trace::Truncation::none || there_.executed.trace().truncation != trace::Truncation::none;
    if (cut) answer.missing = "The trace of one of the runs was cut: later steps are not known.";
    return answer;
  }

 private:
  static constexpr std::size_t max_depth = Answer::max_sentences - 1;

  static std::uint32_t bytes(const launch::Buffer& buffer) { return static_cast<std::uint32_t>(launch::bytes(buffer.type)); }

  static Location location_of(const Executed& executed, std::uint32_t buffer, std::uint64_t element) {
    Location location;
    location.buffer = buffer;
    location.bytes = bytes(*launch::buffers_of(executed.launch())[buffer]);
    location.offset = element * location.bytes;
    return location;
  }

  static std::uint64_t final_bits(const Executed& executed, std::uint32_t buffer, std::uint64_t element) {
    return launch::element(launch::buffers_of(executed.launch())[buffer]->type, executed.result().outputs[buffer], element).bits;
  }

  static History history(const Executed& executed, const Moment& moment) {
    History history;
    history.writes = executed.writes({moment.location}).front();
    std::erase_if(history.writes, [&](const LaneStep& write) { return write.row >= moment.before; });
    if (history.writes.empty()) return history;
    history.value = Slices(executed).stored(history.writes.back());
    history.loads = loads_of(history.value);
    std::ranges::sort(history.loads, {}, [](const Expression* load) { return load->load.row; });
    return history;
  }

  std::uint32_t step_of(const Moment& moment) const { return here_.trace().accesses.step[moment.before]; }

  /// Bits that were at a moment's location, as a number. PTX does not say which numbers in shared memory are floating-point; the
  /// instruction that uses them does.
  std::string text_of_bits(const Moment& moment, std::uint64_t bits) const {
    if (!is_real(moment.type) || ptx::bits(moment.type) != 8 * static_cast<int>(moment.location.bytes))
      return here_.value_text(moment.location, bits);
    Expression number;
    number.kind = Expression::Kind::number;
    number.type = moment.type;
    number.bits = bits;
    return value_text(number);
  }

  static std::string who(const Executed& executed, const LaneStep& write) {
    return executed.thread_text(executed.thread(write.step, write.lane));
  }
  static std::string at_line(const Executed& executed, const LaneStep& write) {
    return " at line " + std::to_string(executed.line(write.step));
  }

  void add(const std::string& sentence, const LaneStep& write, const std::string& element) {
    Cause cause = here_.cause(sentence, write.step, here_.thread(write.step, write.lane));
    cause.element = element;
    causes_.push_back(std::move(cause));
  }
  void add(const std::string& sentence, const std::string& element) {
    Cause cause;
    cause.sentence = sentence;
    cause.element = element;
    causes_.push_back(std::move(cause));
  }

  /// Tell what made the two values differ; what they were computed from comes first.
  void compare(const Moment& now, const Moment& then, std::size_t depth) {
    const History here = history(here_, now), there = history(there_.executed, then);
    const std::string name = here_.name(now.location), value = text_of_bits(now, now.bits), other = text_of_bits(now, then.bits);
    if (here.writes.empty() && there.writes.empty())
      return add(name + " was " + value + " when the kernel began, and " + other + " " + there_.name + ".", name);
    if (here.writes.empty())
      return add("No thread had written " + name + "; " + there_.name + ", " + who(there_.executed, there.writes.back()) +
                     " wrote " + other + at_line(there_.executed, there.writes.back()) + ".",
                 name);
    const LaneStep& last = here.writes.back();
    const std::string did = here_.thread_first(here_.thread(last.step, last.lane));
    if (there.writes.empty())
      return add(
          did + " wrote " + value + " to " + name + at_line(here_, last) + "; " + there_.name + ", no thread had written it.",
          last, name);
    if (const auto loads = first_difference(here, there, now.location); loads && depth < max_depth) {
      const auto [own, others] = *loads;
      compare({here_.location(own->load.row, own->load.lane), own->load.row, own->load.value, own->type},
              {there_.executed.location(others->load.row, others->load.lane), others->load.row, others->load.value, others->type},
              depth + 1);
      return add("So " + here_.thread_text(here_.thread(last.step, last.lane)) + " wrote " + value + " to " + name +
                     at_line(here_, last) + ", and not " + other + ".",
                 last, name);
    }
    if (tell_first_write(here, there, now)) return;
    add(did + " wrote " + value + " to " + name + at_line(here_, last) + computed(here) + "; " + there_.name + ", " +
            who(there_.executed, there.writes.back()) + " wrote " + other + at_line(there_.executed, there.writes.back()) +
            computed(there) + ".",
        last, name);
  }

  static std::string computed(const History& history) {
    const std::string text = text_of(history.value);
    const bool operation = history.value.kind == Expression::Kind::operation;
    if (operation && text.size() <= max_computed) return ", " + text + " = " + values_of(history.value);
    if (history.value.kind == Expression::Kind::loaded) return ", read from " + text;
    return history.loads.empty() ? "" : ", computed from " + base::counted(history.loads.size(), "value");
  }

  /// The first pair of loads of one name that read different values: the k-th load here and the k-th there. The element's own
  /// loads are left out; tell_first_write() compares its writes one by one.
  std::optional<std::pair<const Expression*, const Expression*>> first_difference(const History& here, const History& there,
                                                                                  const Location& self) const {
    std::map<std::string, std::vector<const Expression*>> by_name;
    for (const Expression* load : there.loads) by_name[load->text].push_back(load);
    std::map<std::string, std::size_t> seen;
    for (const Expression* load : here.loads) {
      const std::size_t k = seen[load->text]++;
      const auto others = by_name.find(load->text);
      if (others == by_name.end() || k >= others->second.size() || load->load.value == others->second[k]->load.value) continue;
      if (here_.location(load->load.row, load->load.lane) != self) return std::pair{load, others->second[k]};
    }
    return std::nullopt;
  }

  /// An element that is written many times: tell the first write with another value than there. False: the last ones are
  /// compared.
  bool tell_first_write(const History& here, const History& there, const Moment& now) {
    const Location& location = now.location;
    if (here.writes.size() < 2 && there.writes.size() < 2) return false;  // and each has one at least
    std::size_t k = 0;
    while (k < here.writes.size() && k < there.writes.size() && here.writes[k].stored == there.writes[k].stored) ++k;
    const std::string name = here_.name(location), times = base::counted(here.writes.size(), "write"),
                      others_times = base::grouped(std::uint64_t{there.writes.size()});
    const std::string counts = now.before == trace::no_row
                                   ? name + " has " + times + ", and " + others_times + " " + there_.name
                                   : name + " was read at line " + std::to_string(here_.line(step_of(now))) + " after " + times +
                                         ", and " + there_.name + " after " + others_times;
    if (k == here.writes.size() || k == there.writes.size()) {
      const bool missing = k < there.writes.size();
      const LaneStep& also = missing ? there.writes[k] : here.writes[k];
      const Executed& side = missing ? there_.executed : here_;
      add(counts + ": " + (missing ? "there, " : "") + who(side, also) + " had also written " + text_of_bits(now, also.stored) +
              at_line(side, also) + ".",
          here.writes[missing ? k - 1 : k], name);
      return true;
    }
    const LaneStep &own = here.writes[k], &others = there.writes[k];
    const std::string first =
        k == 0 ? "The first write differs: " : "After " + base::counted(std::uint64_t{k}, "equal write") + ", ";
    add(first + who(here_, own) + " wrote " + text_of_bits(now, own.stored) + from(here_, own, now) + at_line(here_, own) + "; " +
            there_.name + ", " + who(there_.executed, others) + " wrote " + text_of_bits(now, others.stored) +
            from(there_.executed, others, now) + at_line(there_.executed, others) + ".",
        own, name);
    if (here.writes.size() != there.writes.size()) add(counts + ".", here.writes.back(), name);
    return true;
  }

  /// ", having read 3": what the thread of a write had read of the element.
  std::string from(const Executed& executed, const LaneStep& write, const Moment& now) const {
    if (write.kind == trace::AccessKind::atomic) return " over " + text_of_bits(now, write.value);
    const Expression value = Slices(executed).stored(write);
    for (const Expression* load : loads_of(value))
      if (executed.name(executed.location(load->load.row, load->load.lane)) == here_.name(now.location))
        return ", having read " + text_of_bits(now, load->load.value) + ",";
    return "";
  }

  const Executed& here_;
  const OtherRun& there_;
  std::vector<Cause> causes_;
};

}  // namespace

Answer why_different(const Executed& here, const OtherRun& there, std::uint32_t buffer, std::uint64_t element) {
  return DifferenceAnswer(here, there).answer(buffer, element);
}

}  // namespace warplens::analysis
