#include "remote/pack.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "ptx/compile/module_cache.h"
#include "ptx/module_bytes.h"
#include "remote/schema.h"
#include "remote/stranger.h"
#include "trace/file.h"

// A payload: the number of contents of memory, the size of each, their bytes, then the fields (launch/field_archive.h).

namespace warplens::remote {
namespace {

using launch::Bytes, launch::Contents;

void append(Bytes& to, std::span<const std::byte> bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }
void append(Bytes& to, std::uint64_t number) { append(to, std::as_bytes(std::span(&number, 1))); }

template <typename... T>
Bytes packed(const T&... values) {
  Contents contents;
  launch::FieldWriter<Schema> writer(contents);
  writer(values...);
  const Bytes fields = writer.take();
  std::uint64_t size = fields.size();
  for (const auto& content : contents) size += content->size();
  Bytes payload;
  payload.reserve(size + (contents.size() + 1) * sizeof size);
  append(payload, contents.size());
  for (const auto& content : contents) append(payload, content->size());
  for (const auto& content : contents) append(payload, *content);
  append(payload, fields);
  return payload;
}

std::optional<std::uint64_t> take_number(Payload& rest) {
  std::uint64_t number = 0;
  if (rest.size() < sizeof number) return std::nullopt;
  std::memcpy(&number, rest.data(), sizeof number);
  rest = rest.subspan(sizeof number);
  return number;
}

std::optional<Contents> take_contents(Payload& rest) {
  const auto count = take_number(rest);
  if (!count || *count > rest.size() / sizeof(std::uint64_t)) return std::nullopt;
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t k = 0; k < *count; ++k) sizes.push_back(*take_number(rest));
  Contents contents;
  for (const std::uint64_t size : sizes) {
    if (size > rest.size()) return std::nullopt;
    contents.push_back(std::make_shared<const Bytes>(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size)));
    rest = rest.subspan(size);
  }
  return contents;
}

base::Error broken(const std::string& what, const std::string& why) { return base::error(what + " cannot be read: " + why); }

/// Read a payload that is exactly these values. `what`: its name in errors.
template <typename... T>
base::Status unpack(Payload payload, const std::string& what, T&... values) {
  const auto contents = take_contents(payload);
  if (!contents) return broken(what, "its fields do not fit its length");
  launch::FieldReader<Schema> reader(payload, *contents);
  reader(values...);
  if (!reader.at_end()) return broken(what, printable(reader.problem()));
  return base::Nothing{};
}

PackedLaunch packed_of(const launch::Launch& launch) {
  PackedLaunch packed{launch.module->text, launch.module->path, launch.module->functions[launch.entry].name, launch};
  packed.launch.module = nullptr;
  return packed;
}

base::Result<launch::Launch> launch_of(PackedLaunch packed, Modules& modules) {
  auto module = modules.of(std::move(packed.ptx), packed.path);
  if (!module) return module.error();
  const auto& functions = (*module)->functions;
  const auto entry = std::ranges::find_if(
      functions, [&](const ptx::Function& function) { return function.entry && function.name == packed.entry; });
  if (entry == functions.end()) return broken("the launch", "its PTX has no kernel of its name");
  packed.launch.module = std::move(*module);
  packed.launch.entry = static_cast<std::uint32_t>(entry - functions.begin());
  if (const std::string why = contradiction(packed.launch); !why.empty()) return broken("the launch", why);
  return std::move(packed.launch);
}

/// Read a request: its launch, and then the values of these members. `what`: its name in errors.
template <typename Request, typename... Member>
base::Result<Request> unpack_request(Payload payload, Modules& modules, const std::string& what, Member Request::*... members) {
  PackedLaunch packed;
  Request request;
  if (const auto read = unpack(payload, what, packed, request.*members...); !read) return read.error();
  auto launch = launch_of(std::move(packed), modules);
  if (!launch) return launch.error();
  request.launch = std::move(*launch);
  return request;
}

}  // namespace

base::Result<std::shared_ptr<const ptx::Module>> Modules::of(std::string text, const std::string& path) {
  constexpr std::size_t max_modules = 4;
  const auto known =
      std::ranges::find_if(latest_, [&](const Latest& each) { return each.module->text == text && each.module->path == path; });
  if (known != latest_.end()) {
    std::rotate(latest_.begin(), known, known + 1);
    return latest_.front().module;
  }
  auto module = ptx::parse_compiled(std::move(text), path);
  if (!module) return module.error();
  const std::uint64_t bytes = ptx::bytes_of(**module);
  if (bytes > max_bytes_) return *module;
  latest_.insert(latest_.begin(), {*module, bytes});
  while (latest_.size() > max_modules || this->bytes() > max_bytes_) latest_.pop_back();
  return *module;
}

std::uint64_t Modules::bytes() const {
  std::uint64_t sum = 0;
  for (const Latest& each : latest_) sum += each.bytes;
  return sum;
}

Bytes pack(const Offer& offer) { return packed(offer.version, offer.properties); }
Bytes pack(const RunRequest& request) { return packed(packed_of(request.launch)); }
Bytes pack(const SearchRequest& request) { return packed(packed_of(request.launch), request.target, request.schedules); }
Bytes pack(const StreamsRequest& request) { return packed(packed_of(request.launch), request.plan, request.whole); }
Bytes pack(const State& state) { return packed(state.blocks_done, state.schedules_done, state.before); }
Bytes pack(const base::Error& error) { return packed(error); }
Bytes pack(const launch::SearchResult& result) { return packed(result); }
Bytes pack(const std::vector<launch::StreamTimeline>& timelines) { return packed(timelines); }

Bytes pack(launch::LaunchResult result) {
  PackedResult whole;
  if (result.trace != trace::Trace{}) whole.trace = trace::content_of_file(result.trace);
  result.trace = {};
  whole.result = std::move(result);
  return packed(whole);
}

base::Result<Offer> unpack_offer(Payload payload) {
  Offer offer;
  const std::string what = "what the other end says of itself";
  if (const auto read = unpack(payload, what, offer.version, offer.properties); !read) return read.error();
  if (const std::string why = contradiction(offer.properties); !why.empty()) return broken(what, why);
  offer.version = printable(offer.version);
  make_printable(offer.properties);
  return offer;
}

base::Result<RunRequest> unpack_run(Payload payload, Modules& modules) {
  return unpack_request<RunRequest>(payload, modules, "the launch");
}

base::Result<SearchRequest> unpack_search(Payload payload, Modules& modules) {
  return unpack_request<SearchRequest>(payload, modules, "the search", &SearchRequest::target, &SearchRequest::schedules);
}

base::Result<StreamsRequest> unpack_streams(Payload payload, Modules& modules) {
  const std::string what = "the launch in streams";
  auto request = unpack_request<StreamsRequest>(payload, modules, what, &StreamsRequest::plan, &StreamsRequest::whole);
  if (!request) return request.error();
  if (const std::string why = contradiction(request->launch, request->plan, request->whole); !why.empty())
    return broken(what, why);
  return request;
}

base::Result<State> unpack_state(Payload payload) {
  State state;
  const auto read = unpack(payload, "the state of the run", state.blocks_done, state.schedules_done, state.before);
  if (!read) return read.error();
  return state;
}

base::Error unpack_error(Payload payload) {
  base::Error error;
  if (const auto read = unpack(payload, "an error", error); !read) return read.error();
  error.file = printable(error.file);
  error.message = printable(error.message);
  return error;
}

base::Result<launch::LaunchResult> unpack_result(Payload payload, const launch::Launch& launch) {
  PackedResult whole;
  const std::string what = "the result";
  if (const auto read = unpack(payload, what, whole); !read) return read.error();
  if (!whole.trace.empty()) {
    auto trace = trace::parse_trace(whole.trace, "the trace");
    if (!trace) return broken(what, trace.error().message);
    whole.trace = {};
    whole.result.trace = std::move(*trace);
  }
  if (const std::string why = contradiction(launch, whole.result); !why.empty()) return broken(what, why);
  make_printable(whole.result);
  return std::move(whole.result);
}

base::Result<launch::SearchResult> unpack_found(Payload payload, const launch::Launch& launch) {
  launch::SearchResult result;
  const std::string what = "the result of the search";
  if (const auto read = unpack(payload, what, result); !read) return read.error();
  if (const std::string why = contradiction(launch, result); !why.empty()) return broken(what, why);
  make_printable(result);
  return result;
}

base::Result<std::vector<launch::StreamTimeline>> unpack_timelines(Payload payload, const launch::StreamPlan& plan) {
  std::vector<launch::StreamTimeline> timelines;
  const std::string what = "the timelines";
  if (const auto read = unpack(payload, what, timelines); !read) return read.error();
  if (const std::string why = contradiction(plan, timelines); !why.empty()) return broken(what, why);
  return timelines;
}

}  // namespace warplens::remote
