#include "runtime/graphs.h"

#include <gtest/gtest.h>

namespace warplens::runtime {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct Made {
  Graphs graphs;
  std::uint32_t graph = graphs.create();

  std::uint32_t add(Numbers after, Work work = EmptyWork{}) { return graphs.add(graph, std::move(work), std::move(after), {}); }
  Numbers order() const {
    Numbers numbers;
    const auto nodes = graphs.in_order(graph).value();
    for (const ExecutableNode& node : nodes) numbers.push_back(node.node);
    return numbers;
  }
};

TEST(Graphs, RunInTheOrderInWhichNodesWereMadeAsFarAsDependenciesAllow) {
  Made made;
  const auto a = made.add({}), b = made.add({}), c = made.add({a}), d = made.add({c, b});
  EXPECT_EQ(made.order(), (Numbers{a, b, c, d}));
  made.graphs.node(a)->after = {b};
  EXPECT_EQ(made.order(), (Numbers{b, a, c, d}));
}

TEST(Graphs, ACycleHasNoOrder) {
  Made made;
  const auto a = made.add({}), b = made.add({a});
  made.graphs.node(a)->after = {b};
  EXPECT_FALSE(made.graphs.in_order(made.graph).has_value());
}

TEST(Graphs, ABranchIsAPathOfDependencies) {
  Made made;
  const auto root = made.add({});
  made.add({root});
  const auto right = made.add({root});
  made.add({root + 1, right});
  const auto nodes = made.graphs.in_order(made.graph).value();
  Numbers branches;
  for (const ExecutableNode& node : nodes) branches.push_back(node.branch);
  EXPECT_EQ(branches, (Numbers{0, 0, 1, 0}));
}

TEST(Graphs, AGraphInsideRunsBetweenWhatIsBeforeAndAfterItsNode) {
  Made made;
  const auto inside = made.graphs.create(true);
  const auto one = made.graphs.add(inside, EmptyWork{}, {}, {}), two = made.graphs.add(inside, EmptyWork{}, {}, {});
  const auto before = made.add({});
  const auto child = made.add({before}, ChildWork{inside});
  const auto after = made.add({child});
  const auto nodes = made.graphs.in_order(made.graph).value();
  EXPECT_EQ(made.order(), (Numbers{before, one, two, after}));
  EXPECT_EQ(nodes[1].after, Numbers{0});
  EXPECT_EQ(nodes[2].after, Numbers{0});
  EXPECT_EQ(nodes[3].after, (Numbers{1, 2}));
}

TEST(Graphs, AnEmptyGraphInsideOrdersAsItsNodeDoes) {
  Made made;
  const auto before = made.add({});
  const auto child = made.add({before}, ChildWork{made.graphs.create(true)});
  made.add({child});
  const auto nodes = made.graphs.in_order(made.graph).value();
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[1].after, Numbers{0});
}

TEST(Graphs, BranchesAreUsedAgainOnceTheirWorkHasBeenWaitedFor) {
  Effect effect;
  Streams streams({.bytes_per_ms = 1, .start_ms = 1, .call_ms = 0}, effect);
  Made made;
  made.add({});
  made.add({});
  const auto instantiate = [&] { return made.graphs.instantiate(made.graph, 0, streams).value(); };
  const auto first = instantiate();
  const auto branch = made.graphs.executable(first)->branches.at(0);
  streams.issue(branch, Unit::kernels, 1, Issuer::graph);
  made.graphs.destroy_executable(first);
  EXPECT_NE(made.graphs.executable(instantiate())->branches.at(0), branch);
  streams.wait_for_all();
  EXPECT_EQ(made.graphs.executable(instantiate())->branches.at(0), branch);
}

TEST(Graphs, ACloneIsIndependent) {
  Made made;
  const auto a = made.add({}), b = made.add({a});
  const auto copy = made.graphs.clone(made.graph);
  made.graphs.destroy(made.graph);
  EXPECT_EQ(made.graphs.node(b), nullptr);
  const Numbers nodes = made.graphs.graph(copy)->nodes;
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(made.graphs.node(nodes[1])->after, Numbers{nodes[0]});
  EXPECT_EQ(made.graphs.node(nodes[1])->original, b);
}

TEST(Graphs, ANodeReachesWhatItDependsOn) {
  Made made;
  const auto a = made.add({}), b = made.add({a}), c = made.add({b}), d = made.add({a});
  EXPECT_TRUE(made.graphs.reaches(Numbers{c}, Numbers{a, b, c}));
  EXPECT_FALSE(made.graphs.reaches(Numbers{c}, Numbers{d}));
  made.graphs.remove(b);
  EXPECT_FALSE(made.graphs.reaches(Numbers{c}, Numbers{a}));
}

}  // namespace
}  // namespace warplens::runtime
