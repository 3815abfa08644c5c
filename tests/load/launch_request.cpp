#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "remote/message.h"
#include "remote/pack.h"
#include "tests/bench/launches.h"

// The request that a browser sends to run a launch of course size at `warplens serve`, for load.py: traced and checked, as the
// page asks for it. The argument names the launch.

namespace {

using namespace warplens;

launch::Launch counter() {
  return bench::of_kernel("counter", "counter_racy", 32, 32,
                          {bench::buffer(launch::ElementType::i32, std::vector<std::int32_t>(1))});
}

launch::Launch histogram() {
  constexpr std::int32_t samples = 100'000, bins = 150;
  return bench::of_kernel("histogram", "histogram_atomic", 64, 64,
                          {bench::buffer(launch::ElementType::f32, bench::uniform_numbers(samples, 1)), bench::number(samples),
                           bench::buffer(launch::ElementType::i32, std::vector<std::int32_t>(bins)), bench::number(bins),
                           bench::number(0.0f), bench::number(1.0f)});
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<launch::Launch()>> launches{
      {"counter", counter}, {"histogram", histogram}, {"increment", [] { return bench::increment_of(16'384); }}};
  const auto chosen = launches.find(argc == 2 ? argv[1] : "");
  if (chosen == launches.end()) {
    std::fprintf(stderr, "launch_request counter|histogram|increment\n");
    return 2;
  }
  launch::Launch launch = chosen->second();
  launch.trace_level = trace::Level::memory;
  launch.check = true;
  const std::string request =
      remote::bytes_of(remote::Greeting{}, remote::Message{remote::MessageKind::run, remote::pack(remote::RunRequest{launch})});
  return std::fwrite(request.data(), 1, request.size(), stdout) == request.size() ? 0 : 1;
}
