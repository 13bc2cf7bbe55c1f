// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// Times oneTBB's flow graph on the shapes: a continue_node for each node, which reads and writes plain doubles and passes
// on nothing but the signal that it has run. That is the cheapest node there is, and the one of its manual's dependence
// graphs. Each shape is timed three ways: as tasks on all cores, as tasks on one thread, and with the lightweight policy,
// which runs a node where it is signalled, by recursion, for which it gets a thread with a stack of 8 GB. Shapes in which a
// change reaches everything are timed as tasks on all cores, and without a flow graph: level by level, with parallel_for.
// Values and counts are checked first.
//
//   onetbb SHAPE:SIZE…    one JSON object a line: the median of 15 samples

#include <pthread.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/version.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>
#include <vector>

#include "random.hpp"

using namespace tbb::flow;

/// Nanoseconds: of this thread where it does everything, else of the clock on the wall.
static double now(bool isAlone) {
  timespec time;
  clock_gettime(isAlone ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

/// What is the same for both policies: values, and the nodes' operations on them.
struct Operation {
  enum Kind : char { plus, copy, sum, add, subtract, half, lean, tilt, drift } kind;
  int first, second;
  double constant;
};

/// A graph as data, and what one update of it has to give.
struct Shape {
  std::string name;
  int size;
  std::vector<double> sources;
  std::vector<Operation> operations;  // The value of operation i is number sources.size() + i.

  int add(Operation operation) {
    operations.push_back(operation);
    return int(sources.size() + operations.size()) - 1;
  }

  static double result(const Operation &o, const double *values) {
    switch (o.kind) {
    case Operation::plus: return values[o.first] + o.constant;
    case Operation::copy: return values[o.first];
    case Operation::add: return values[o.first] + values[o.second];
    case Operation::subtract: return values[o.first] - values[o.second];
    case Operation::half: return (values[o.first] + values[o.second]) / 2;
    case Operation::lean: return values[o.first] * 0.75 + values[o.second] * 0.25;
    case Operation::tilt: return values[o.first] * 0.25 + values[o.second] * 0.75;
    case Operation::drift: return values[o.first] * 1.25 - values[o.second] * 0.25;
    case Operation::sum: {
      double total = 0;
      for (int index = o.first; index < o.second; index++) total += values[index];
      return total;
    }
    }
    return NAN;
  }

  static Shape make(const std::string &name, int size) {
    using O = Operation;
    Shape shape{name, size, {0}, {}};
    if (name == "chain") {
      for (int index = 0; index < size; index++) shape.add({O::plus, index, 0, 1});
    } else if (name == "broad") {
      for (int index = 0; index < size; index++) shape.add({O::plus, 0, 0, double(index)});
    } else if (name == "diamond") {
      for (int index = 0; index < size; index++) shape.add({O::plus, 0, 0, 1});
      shape.add({O::sum, 1, size + 1, 0});
    } else if (name == "stacked diamonds") {
      for (int index = 0, top = 0; index < size; index++) {
        int left = shape.add({O::plus, top, 0, 1}), right = shape.add({O::plus, top, 0, -1});
        top = shape.add({O::half, left, right, 0});
      }
    } else if (name == "cellx") {
      shape.sources = {1, 2, 3, 4};
      for (int layer = 0; layer < size; layer++) {
        int p = layer * 4;
        shape.add({O::copy, p + 1, 0, 0});
        shape.add({O::subtract, p, p + 2, 0});
        shape.add({O::add, p + 1, p + 3, 0});
        shape.add({O::copy, p + 2, 0, 0});
      }
    } else if (name == "dense: everything") {
      shape.addLayers(20);
    } else if (name == "dense: a reach of all") {
      Random random{3};
      shape.add({O::copy, 0, 0, 0});
      for (int index = 1; index < size; index++) {
        int window = std::min(index, 1000);
        O::Kind kind = blend(random);
        int first = index - random.below(window), second = index - random.below(window);
        shape.add({kind, first, second, 0});
      }
    } else {
      fprintf(stderr, "no such shape: %s\n", name.c_str());
      exit(2);
    }
    return shape;
  }

  static Operation::Kind blend(Random &random) {
    return std::vector{Operation::half, Operation::lean, Operation::tilt, Operation::drift}[random.below(4)];
  }

  /// Layers of nodes that read two random nodes of the layer above. Every tenth node is a source.
  void addLayers(int layers) {
    int width = size / layers;
    auto isSource = [&](int layer, int index) { return layer == 0 || index % 10 == 0; };
    std::vector<int> numbers(size);
    sources.clear();
    for (int layer = 0; layer < layers; layer++)
      for (int index = 0; index < width; index++)
        if (isSource(layer, index)) {
          numbers[layer * width + index] = int(sources.size());
          sources.push_back(index % 97);
        }
    Random random{42};
    for (int layer = 1; layer < layers; layer++)
      for (int index = 0; index < width; index++)
        if (!isSource(layer, index)) {
          Operation::Kind kind = blend(random);
          int above = (layer - 1) * width;
          int first = numbers[above + random.below(width)], second = numbers[above + random.below(width)];
          numbers[layer * width + index] = add({kind, first, second, 0});
        }
  }

  /// Whether the shape is one in which a change reaches everything, and that is timed level by level.
  bool isDense() const { return name.rfind("dense", 0) == 0; }

  /// What the sources hold after update number `round`.
  std::vector<double> written(long round) const {
    if (isDense()) {
      std::vector<double> written = sources;
      for (double &value : written) value += double(round % 2);
      return written;
    }
    if (sources.size() == 1) return {double(round)};
    return round % 2 ? std::vector<double>{4, 3, 2, 1} : std::vector<double>{1, 2, 3, 4};
  }
};

/// The shape in flow graph nodes of one policy.
template <class Policy> struct Peer {
  using Node = continue_node<continue_msg, Policy>;
  const Shape &shape;
  graph flow;
  std::deque<Node> nodes;
  std::deque<broadcast_node<continue_msg>> starts;
  std::vector<double> values;
  std::vector<unsigned char> runs;
  bool counts = true;

  explicit Peer(const Shape &shape) : shape(shape), values(shape.sources), runs(shape.operations.size()) {
    int sources = int(shape.sources.size());
    values.resize(sources + shape.operations.size());
    for (int index = 0; index < sources; index++) starts.emplace_back(flow);
    for (int index = 0; index < int(shape.operations.size()); index++) {
      Operation operation = shape.operations[index];
      double *all = values.data();
      unsigned char *ran = runs.data();
      const bool *counts = &this->counts;
      nodes.emplace_back(flow, [=](const continue_msg &) {
        if (*counts) ran[index]++;
        all[sources + index] = Shape::result(operation, all);
        return continue_msg();
      });
      auto connect = [&](int from) {
        if (from < sources) make_edge(starts[from], nodes.back());
        else make_edge(nodes[from - sources], nodes.back());
      };
      if (operation.kind == Operation::sum) {
        for (int from = operation.first; from < operation.second; from++) connect(from);
      } else {
        connect(operation.first);
        if (operation.kind >= Operation::add) connect(operation.second);
      }
    }
  }

  double update(long round) {
    std::vector<double> written = shape.written(round);
    std::copy(written.begin(), written.end(), values.begin());
    for (auto &start : starts) start.try_put(continue_msg());
    flow.wait_for_all();
    return values.back();
  }

};

/// The levels of a shape, one after the other, each of them split over all cores. Nodes of a level are in the order of their
/// operations, and every node has run after an update.
struct Sweep {
  const Shape &shape;
  std::vector<double> values;
  std::vector<unsigned char> runs;
  bool counts = true;

  explicit Sweep(const Shape &shape) : shape(shape), values(shape.sources), runs(shape.operations.size()) {
    size_t sources = shape.sources.size();
    values.resize(sources + shape.operations.size());
    std::vector<int> levels(values.size());
    int count = 0;
    for (size_t index = 0; index < shape.operations.size(); index++) {
      const Operation &operation = shape.operations[index];
      int level = levels[operation.first];
      if (operation.kind >= Operation::add) level = std::max(level, levels[operation.second]);
      levels[sources + index] = level + 1;
      count = std::max(count, level + 1);
    }
    starts.assign(count + 1, 0);
    for (size_t index = 0; index < shape.operations.size(); index++) starts[levels[sources + index]]++;
    for (int level = 0; level < count; level++) starts[level + 1] += starts[level];
    ordered.resize(shape.operations.size());
    std::vector<size_t> next(starts.begin(), starts.end() - 1);
    for (size_t index = 0; index < shape.operations.size(); index++)
      ordered[next[levels[sources + index] - 1]++] = {shape.operations[index], int(index)};
  }

  double update(long round) {
    std::vector<double> written = shape.written(round);
    std::copy(written.begin(), written.end(), values.begin());
    double *all = values.data(), *results = all + shape.sources.size();
    auto run = [&](size_t begin, size_t end) {
      for (size_t index = begin; index < end; index++) {
        results[ordered[index].number] = Shape::result(ordered[index].operation, all);
        if (counts) runs[ordered[index].number]++;
      }
    };
    for (size_t level = 0; level + 1 < starts.size(); level++) {
      size_t begin = starts[level], end = starts[level + 1];
      if (end - begin < 2 * grain) {
        run(begin, end);
      } else {
        tbb::parallel_for(tbb::blocked_range<size_t>(begin, end, grain), [&](const tbb::blocked_range<size_t> &part) {
          run(part.begin(), part.end());
        });
      }
    }
    return values.back();
  }

private:
  struct Ordered {
    Operation operation;
    int number;
  };
  static constexpr size_t grain = 1024;
  std::vector<Ordered> ordered;
  std::vector<size_t> starts;
};

template <class Runner> static void check(Runner &runner) {
  const Shape &shape = runner.shape;
  for (long round = 1; round <= 2; round++) {
    std::fill(runner.runs.begin(), runner.runs.end(), 0);
    runner.update(round);
    std::vector<double> expected = shape.written(round);
    expected.reserve(runner.values.size());
    for (auto &operation : shape.operations) expected.push_back(Shape::result(operation, expected.data()));
    if (runner.values != expected || std::count(runner.runs.begin(), runner.runs.end(), 1) != long(runner.runs.size())) {
      fprintf(stderr, "%s %d: wrong values or counts\n", shape.name.c_str(), shape.size);
      exit(1);
    }
  }
  runner.counts = false;
}

template <class Runner> static void measure(Runner &&runner, const char *way, bool isAlone) {
  check(runner);
  const Shape &shape = runner.shape;
  size_t count = shape.operations.size();
  long round = 2, calls = 0;
  double start = now(isAlone);
  do { runner.update(++round); calls++; } while (now(isAlone) - start < 1e8);
  calls = std::max(1L, calls / 5);
  std::vector<double> samples;
  for (int sample = 0; sample < 15; sample++) {
    start = now(isAlone);
    for (long call = 0; call < calls; call++) runner.update(++round);
    samples.push_back((now(isAlone) - start) / double(calls) / double(count));
  }
  std::sort(samples.begin(), samples.end());
  printf("{\"shape\": \"%s\", \"size\": %d, \"engine\": \"oneTBB %d.%d%s\", \"unit\": \"ns/node\", \"value\": %.4f, "
         "\"evaluations\": %zu}\n",
         shape.name.c_str(), shape.size, TBB_VERSION_MAJOR, TBB_VERSION_MINOR, way, samples[7], count);
  fflush(stdout);
}

static void *runLightweight(void *argument) {
  const Shape &shape = *static_cast<const Shape *>(argument);
  tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  measure(Peer<lightweight>(shape), ", lightweight", true);
  return nullptr;
}

int main(int count, char **arguments) {
  for (int index = 1; index < count; index++) {
    std::string argument = arguments[index];
    size_t colon = argument.rfind(':');
    if (colon == std::string::npos) return 2;
    Shape shape = Shape::make(argument.substr(0, colon), atoi(argument.c_str() + colon + 1));
    measure(Peer<queueing>(shape), ", tasks", false);
    if (shape.isDense()) {
      measure(Sweep(shape), ", levels on all cores", false);
      continue;
    }
    {
      tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
      measure(Peer<queueing>(shape), ", tasks on one thread", true);
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t(8) << 30);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, runLightweight, &shape) != 0) return 1;
    pthread_join(thread, nullptr);
  }
}
