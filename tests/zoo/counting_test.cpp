#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "zoo.h"

namespace warplens::zoo {
namespace {

constexpr int elements = 3001;

/// Bytes concentrated in a few of the 256 bins.
std::vector<std::uint8_t> crowded(std::size_t size) {
  auto data = integers<std::uint8_t>(size, 100, 0, 256);
  for (std::size_t i = 0; i < size; i += 3) data[i] = 42;
  return data;
}

std::vector<std::uint32_t> counts_of(const std::vector<std::uint8_t>& data) {
  std::vector<std::uint32_t> bins(256);
  for (const std::uint8_t value : data) ++bins[value];
  return bins;
}

Case histogram() {
  const auto data = crowded(elements);
  return {.grid = {5}, .block = {128}, .arguments = {input(data), output(counts_of(data)), scalar(elements)}};
}

Case histogram_warps() {
  const auto data = crowded(4 * 700);
  std::vector<std::uint32_t> words(data.size() / 4);
  std::memcpy(words.data(), data.data(), data.size());
  return {.grid = {3}, .block = {128}, .arguments = {input(words), output(counts_of(data)), scalar(700)}};
}

Case histogram_racy() {
  const auto data = crowded(elements);
  const auto counts = counts_of(data);
  const auto no_more_than = [counts](const std::vector<std::uint32_t>& bins) {
    for (std::size_t bin = 0; bin < bins.size(); ++bin) EXPECT_LE(bins[bin], counts[bin]) << "bin " << bin;
  };
  return {.grid = {24},
          .block = {128},
          .arguments = {input(data), output_where(std::vector<std::uint32_t>(256), no_more_than), scalar(elements)},
          .races = true};
}

/// A ring of `size` vertices with chords; the level of each from vertex 0.
struct Ring {
  static constexpr int size = 400, depth = 5;
  std::vector<std::int32_t> starts{0}, neighbours, levels = std::vector<std::int32_t>(size, -1), frontier{0};
  Ring() {
    for (int v = 0; v < size; ++v) {
      neighbours.insert(neighbours.end(), {(v + 1) % size, (v + size - 1) % size});
      if (v % 5 == 0) neighbours.push_back((v * 7 + 30) % size);
      starts.push_back(static_cast<std::int32_t>(neighbours.size()));
    }
    levels[0] = 0;
    for (int level = 1; level < depth; ++level) frontier = step(level);
  }
  /// The vertices first reached from `frontier`, which get `level`.
  std::vector<std::int32_t> step(int level) {
    std::set<std::int32_t> next;
    for (const std::int32_t v : frontier) {
      for (std::int32_t e = starts[static_cast<std::size_t>(v)]; e < starts[static_cast<std::size_t>(v) + 1]; ++e) {
        std::int32_t& there = levels[static_cast<std::size_t>(neighbours[static_cast<std::size_t>(e)])];
        if (there == -1) next.insert(neighbours[static_cast<std::size_t>(e)]);
        if (there == -1) there = level;
      }
    }
    return {next.begin(), next.end()};
  }
};

Case bfs_level() {
  Ring ring;
  const auto levels = ring.levels;
  std::vector<std::int32_t> next = ring.step(Ring::depth);
  const auto found = static_cast<std::int32_t>(next.size());
  next.resize(Ring::size, -1);
  std::sort(next.begin(), next.end());
  const auto in_any_order = [next](std::vector<std::int32_t> got) {
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, next);
  };
  return {.grid = {2},
          .block = {32},
          .arguments = {input(ring.starts), input(ring.neighbours), output(levels, ring.levels), input(ring.frontier),
                        scalar(static_cast<std::int32_t>(ring.frontier.size())),
                        output_where(std::vector<std::int32_t>(Ring::size, -1), in_any_order),
                        output(std::vector{0}, std::vector{found}), scalar(Ring::depth)}};
}

/// The root of each vertex's tree, by following parents.
std::vector<std::int32_t> roots(const std::vector<std::int32_t>& parents) {
  std::vector<std::int32_t> all;
  for (std::int32_t v = 0; v < static_cast<std::int32_t>(parents.size()); ++v) {
    std::int32_t root = v;
    for (std::size_t step = 0; step < parents.size() && parents[static_cast<std::size_t>(root)] != root; ++step)
      root = parents[static_cast<std::size_t>(root)];
    all.push_back(root);
  }
  return all;
}

Case union_find() {
  constexpr std::size_t vertices = 300, edges = 200;
  const auto ends = integers(2 * edges, 101, 0, vertices);
  std::vector<std::int32_t> component(vertices), single(vertices);
  std::iota(single.begin(), single.end(), 0);
  component = single;
  for (bool changed = true; changed;) {  // propagate the smaller label along every edge until nothing changes
    changed = false;
    for (std::size_t e = 0; e < edges; ++e) {
      std::int32_t& a = component[static_cast<std::size_t>(ends[2 * e])];
      std::int32_t& b = component[static_cast<std::size_t>(ends[2 * e + 1])];
      changed = changed || a != b;
      a = b = std::min(a, b);
    }
  }
  const auto same_components = [component](const std::vector<std::int32_t>& parents) { EXPECT_EQ(roots(parents), component); };
  return {
      .grid = {4}, .block = {64}, .arguments = {output_where(single, same_components), input(ends), scalar(std::int32_t{edges})}};
}

/// Points and centres on multiples of 1/4, so that float arithmetic is exact.
struct Cloud {
  static constexpr std::size_t points = 500, centres = 7;
  std::vector<float> point = integers<float>(2 * points, 102, -40, 40), centre = integers<float>(2 * centres, 103, -40, 40);
  std::vector<std::int32_t> label;
  Cloud() {
    for (float& value : point) value /= 4;
    for (float& value : centre) value /= 4;
    for (std::size_t i = 0; i < points; ++i) {
      std::size_t nearest = 0;
      for (std::size_t c = 1; c < centres; ++c) {
        if (distance(i, c) < distance(i, nearest)) nearest = c;
      }
      label.push_back(static_cast<std::int32_t>(nearest));
    }
  }
  double distance(std::size_t i, std::size_t c) const {
    const double dx = double{point[2 * i]} - double{centre[2 * c]}, dy = double{point[2 * i + 1]} - double{centre[2 * c + 1]};
    return dx * dx + dy * dy;
  }
};

Case kmeans_assign() {
  const Cloud cloud;
  return {.grid = {8},
          .block = {64},
          .arguments = {input(cloud.point), input(cloud.centre), output(cloud.label), scalar(std::int32_t{Cloud::points}),
                        scalar(std::int32_t{Cloud::centres})}};
}

Case kmeans_update() {
  const Cloud cloud;
  std::vector<float> sums(2 * Cloud::centres);
  std::vector<std::int32_t> counts(Cloud::centres);
  for (std::size_t i = 0; i < Cloud::points; ++i) {
    const auto label = static_cast<std::size_t>(cloud.label[i]);
    sums[2 * label] += cloud.point[2 * i];
    sums[2 * label + 1] += cloud.point[2 * i + 1];
    ++counts[label];
  }
  return {
      .grid = {8},
      .block = {64},
      .arguments = {input(cloud.point), input(cloud.label), output(sums), output(counts), scalar(std::int32_t{Cloud::points})}};
}

Case hash_insert() {
  const auto keys = integers<std::uint32_t>(600, 104, 1, 300);
  std::map<std::uint32_t, std::uint32_t> frequency;
  for (const std::uint32_t key : keys) ++frequency[key];
  std::vector<std::uint32_t> table(512), counts(512);
  std::size_t place = 512 - frequency.size();
  for (const auto& [key, count] : frequency) {
    table[place] = key;
    counts[place++] = count;
  }
  std::sort(counts.begin(), counts.end());
  const auto in_any_place = [](const std::vector<std::uint32_t>& expected) {
    return output_where(std::vector<std::uint32_t>(expected.size()), [expected](std::vector<std::uint32_t> values) {
      std::sort(values.begin(), values.end());
      EXPECT_EQ(values, expected);
    });
  };
  return {.grid = {5},
          .block = {128},
          .arguments = {input(keys), in_any_place(table), in_any_place(counts), scalar(511u), scalar(600)}};
}

Case spin_lock() {
  constexpr std::int64_t threads = 3 * 40, rounds = 2, times = threads * rounds;
  return {.grid = {3},
          .block = {40},
          .arguments = {output(std::vector<std::int32_t>{0}),
                        output(std::vector<std::int64_t>{0, 0}, std::vector<std::int64_t>{times, times * (times + 1) / 2}),
                        scalar(std::int32_t{rounds})}};
}

Case list_push() {
  static constexpr int nodes = 500, lists = 5;
  const auto each_once = [](const std::vector<std::int32_t>& nexts) {
    std::vector<std::int32_t> previous(nodes, -1), ends;
    for (std::int32_t i = 0; i < nodes; ++i) {
      const std::int32_t next = nexts[static_cast<std::size_t>(i)];
      if (next == -1) {
        ends.push_back(i);
        continue;
      }
      ASSERT_TRUE(next >= 0 && next < nodes && next % lists == i % lists) << i << " leads to " << next;
      ASSERT_EQ(previous[static_cast<std::size_t>(next)], -1) << "two nodes lead to " << next;
      previous[static_cast<std::size_t>(next)] = i;
    }
    ASSERT_EQ(ends.size(), std::size_t{lists});
    int reached = 0;
    for (std::int32_t node : ends) {
      for (; node != -1; node = previous[static_cast<std::size_t>(node)]) ++reached;
    }
    EXPECT_EQ(reached, nodes);
  };
  return {.grid = {4},
          .block = {128},
          .arguments = {output_where(std::vector<std::int32_t>(lists, -1),
                                     [](const std::vector<std::int32_t>& heads) {
                                       for (std::size_t l = 0; l < heads.size(); ++l)
                                         EXPECT_EQ(heads[l] % lists, static_cast<int>(l));
                                     }),
                        output_where(std::vector<std::int32_t>(nodes, -1), each_once), scalar(lists), scalar(nodes)}};
}

Case work_queue() {
  const auto sizes = integers(60, 105, 0, 200);
  std::vector<std::int32_t> results;
  for (const std::int32_t size : sizes) results.push_back(size * (size - 1) / 2);
  // Every block makes one request after the last piece.
  return {.grid = {7},
          .block = {64},
          .arguments = {output(std::vector{0}, std::vector{60 + 7}), input(sizes), output(results), scalar(60)}};
}

Case message() {
  std::vector<std::int32_t> data(200);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::int32_t>(3 * i + 1);
  const std::vector<std::int32_t> received(data.rbegin(), data.rend());
  return {.grid = {2},
          .block = {64},
          .arguments = {output(data), output(std::vector{0}, std::vector{1}), output(received), scalar(200)}};
}

Case grid_barrier() {
  std::vector<std::int32_t> squares(4 * 96);
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<std::int32_t>(i * i);
  const std::vector<std::int32_t> reversed(squares.rbegin(), squares.rend());
  return {.grid = {4}, .block = {96}, .arguments = {output(squares), output(reversed), output(std::vector{0u}, std::vector{4u})}};
}

const Kernel counting_kernels[] = {
    {"histogram_global", histogram},
    {"histogram_shared", histogram},
    {"histogram_warps", histogram_warps},
    {"histogram_racy", histogram_racy},
    {"bfs_level", bfs_level},
    {"union_find", union_find},
    {"kmeans_assign", kmeans_assign},
    {"kmeans_update", kmeans_update},
    {"hash_insert", hash_insert},
    {"spin_lock", spin_lock},
    {"list_push", list_push},
    {"work_queue", work_queue},
    {"message", message},
    {"grid_barrier", grid_barrier},
};
WARPLENS_ZOO(Counting, "counting", counting_kernels);

}  // namespace
}  // namespace warplens::zoo
