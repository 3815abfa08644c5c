#include "remote/answer.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace warplens::remote {
namespace {

Message refusal(const base::Error& error) { return {MessageKind::error, pack(error)}; }

/// If `admit` accepts the request, executes it with `work` and packs the result into a message of this kind. Otherwise, and on
/// any error, returns an error message.
template <typename Request, typename Work>
Message answer_with(base::Result<Request> request, const Admit& admit, MessageKind kind, Work work) {
  if (!request) return refusal(request.error());
  if (const base::Status admitted = admit(request->launch); !admitted) return refusal(admitted.error());
  auto result = work(*request);
  if (!result) return refusal(result.error());
  return {kind, pack(std::move(*result))};
}

Message answer_any(launch::Device& device, Modules& modules, const Message& request, const Admit& admit,
                   launch::Progress& progress) {
  switch (request.kind) {
    case MessageKind::run:
      return answer_with(unpack_run(request.payload, modules), admit, MessageKind::result,
                         [&](const RunRequest& asked) { return device.run(asked.launch, progress); });
    case MessageKind::search:
      return answer_with(unpack_search(request.payload, modules), admit, MessageKind::found, [&](const SearchRequest& asked) {
        return device.search(asked.launch, asked.target, asked.schedules, progress);
      });
    case MessageKind::streams:
      return answer_with(
          unpack_streams(request.payload, modules), admit, MessageKind::timelines,
          [&](const StreamsRequest& asked) { return device.in_streams(asked.launch, asked.plan, asked.whole, progress); });
    default:
      return refusal(base::error("this is not a request"));
  }
}

}  // namespace

Message answer(launch::Device& device, Modules& modules, const Message& request, const Admit& admit, launch::Progress& progress) {
  try {
    return answer_any(device, modules, request, admit, progress);
  } catch (const std::bad_alloc&) {
    return refusal(base::error("the other end has not enough memory for this launch"));
  } catch (const std::exception& exception) {
    return refusal(base::error(std::string("this should not have happened at the other end: ") + exception.what()));
  }
}

}  // namespace warplens::remote
