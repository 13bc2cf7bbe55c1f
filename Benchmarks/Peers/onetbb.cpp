// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// Times oneTBB's flow graph on the shapes: a continue_node for each node, which reads and writes plain doubles and passes
// on nothing but the signal that it has run. That is the cheapest node there is, and the one of its manual's dependence
// graphs. Each shape is timed three ways: as tasks on all cores, as tasks on one thread, and with the lightweight policy,
// which runs/node where it is signalled, by recursion, for which it gets a thread with a stack of 8 GB. Values and
// counts are checked first.
//
//   onetbb SHAPE:SIZE…    one JSON object a line: the median of 15 samples

#include <pthread.h>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/version.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>
#include <vector>

using namespace tbb::flow;

/// Nanoseconds: of this thread where it does everything, else of the clock on the wall.
static double now(bool isAlone) {
  timespec time;
  clock_gettime(isAlone ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

/// What is the same for both policies: values, and the nodes' operations on them.
struct Operation {
  enum Kind : char { plus, copy, add, subtract, half, sum } kind;
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
    } else {
      fprintf(stderr, "no such shape: %s\n", name.c_str());
      exit(2);
    }
    return shape;
  }

  /// What the sources hold after update number `round`.
  std::vector<double> written(long round) const {
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

  void check() {
    for (long round = 1; round <= 2; round++) {
      std::fill(runs.begin(), runs.end(), 0);
      update(round);
      std::vector<double> expected = shape.written(round);
      for (auto &operation : shape.operations) expected.push_back(Shape::result(operation, expected.data()));
      if (values != expected || std::count(runs.begin(), runs.end(), 1) != long(runs.size())) {
        fprintf(stderr, "%s %d: wrong values or counts\n", shape.name.c_str(), shape.size);
        exit(1);
      }
    }
    counts = false;
  }

  void time(const char *policy, bool isAlone) {
    check();
    long round = 2, calls = 0;
    double start = now(isAlone);
    do { update(++round); calls++; } while (now(isAlone) - start < 1e8);
    calls = std::max(1L, calls / 5);
    std::vector<double> samples;
    for (int sample = 0; sample < 15; sample++) {
      start = now(isAlone);
      for (long call = 0; call < calls; call++) update(++round);
      samples.push_back((now(isAlone) - start) / double(calls) / double(nodes.size()));
    }
    std::sort(samples.begin(), samples.end());
    printf("{\"shape\": \"%s\", \"size\": %d, \"engine\": \"oneTBB %d.%d%s\", \"unit\": \"ns/node\", \"value\": %.4f, "
           "\"evaluations\": %zu}\n",
           shape.name.c_str(), shape.size, TBB_VERSION_MAJOR, TBB_VERSION_MINOR, policy, samples[7], nodes.size());
    fflush(stdout);
  }
};

static void *runLightweight(void *argument) {
  const Shape &shape = *static_cast<const Shape *>(argument);
  tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  Peer<lightweight>(shape).time(", lightweight", true);
  return nullptr;
}

int main(int count, char **arguments) {
  for (int index = 1; index < count; index++) {
    std::string argument = arguments[index];
    size_t colon = argument.find(':');
    if (colon == std::string::npos) return 2;
    Shape shape = Shape::make(argument.substr(0, colon), atoi(argument.c_str() + colon + 1));
    Peer<queueing>(shape).time(", tasks", false);
    {
      tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
      Peer<queueing>(shape).time(", tasks on one thread", true);
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, size_t(8) << 30);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, runLightweight, &shape) != 0) return 1;
    pthread_join(thread, nullptr);
  }
}
