// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// What an update costs by hand if it has to do what NodeGraph promises, and nothing else is there: everything that a source
// reaches is listed beforehand, as in a plan, nodes have code behind a pointer, changes are cut off, a log says what has run
// and whether it has changed, and observers are told behind the evaluation of the value before and the one after. There are
// no kinds, types, names, failures, edits, undo, documents, or plans to make and to find: a source has one.
//
//   contract SHAPE:SIZE…    one JSON object a line: the median of 15 samples
//
// Values, and how many nodes have run, are compared with those of computing everything in order first.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "random.hpp"

static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

// The code of nodes.

struct Call {
  double *values;
  const uint32_t *arguments;
  uint32_t output, count;

  double operator[](int index) const { return values[arguments[index]]; }

  /// Whether the value is another than the one before.
  uint32_t store(double value) const {
    if (values[output] == value) return 0;
    values[output] = value;
    return 1;
  }
};

using Code = uint32_t (*)(const Call &);
enum Kind : uint32_t { source, successor, increment, scale, copy, plus, minus, sum, unstable, gather, pick };

static uint32_t runSuccessor(const Call &call) { return call.store(call[0] + 1); }
static uint32_t runIncrement(const Call &call) { return call.store(call[0] + call[1]); }
static uint32_t runScale(const Call &call) { return call.store(call[0] * call[1]); }
static uint32_t runCopy(const Call &call) { return call.store(call[0]); }
static uint32_t runPlus(const Call &call) { return call.store(call[0] + call[1]); }
static uint32_t runMinus(const Call &call) { return call.store(call[0] - call[1]); }

static uint32_t runSum(const Call &call) {
  double total = 0;
  for (uint32_t index = 0; index < call.count; index++) total += call[int(index)];
  return call.store(total);
}

static uint32_t runUnstable(const Call &call) {
  double total = 0;
  for (int turn = 0; turn < 20; turn++) total += long(call[0]) % 2 == 0 ? call[2] : call[1];
  return call.store(total);
}

using Numbers = std::vector<double>;
static Numbers *&numbers(double &cell) { return reinterpret_cast<Numbers *&>(cell); }

/// An array is a value like any other: a new one, compared with the one before.
static uint32_t runGather(const Call &call) {
  auto *fresh = new Numbers();
  fresh->reserve(call.count);
  for (uint32_t index = 0; index < call.count; index++) fresh->push_back(call[int(index)]);
  Numbers *&old = numbers(call.values[call.output]);
  bool isSame = old && *old == *fresh;
  delete (isSame ? fresh : old);
  if (!isSame) old = fresh;
  return !isSame;
}

static uint32_t runPick(const Call &call) {
  const Numbers &all = *numbers(call.values[call.arguments[0]]);
  auto index = size_t(call[1]);
  if (index >= all.size()) abort();
  return call.store(all[index]);
}

static const Code codes[] = {
    nullptr, runSuccessor, runIncrement, runScale, runCopy, runPlus, runMinus, runSum, runUnstable, runGather, runPick};

// Plans.

/// A node of a plan, in half a cache line, as NodeGraph has it.
struct Entry {
  uint64_t near;
  uint32_t slot, kind, output;
  /// Where the links to consumers in other words begin, plus one; 0 if there are none.
  uint32_t far;
  /// The arguments, or where they begin and how many there are.
  uint32_t arguments[2];
};

/// Consumers that share a word.
struct Link {
  uint64_t bits;
  uint32_t word;
  bool isLast;
};

struct Plan {
  std::vector<Entry> entries;
  std::vector<Link> links;
  /// Where the links of the source begin.
  uint32_t first;
  /// Whether nodes look whether what they read has changed, since most are read from afar.
  bool isPulled;
};

struct Observer {
  double before, after;
  void (*tell)(const Observer &);
  uint64_t *told;
};

struct Graph {
  std::string name;
  int size;
  bool isPerNode = false;
  std::vector<Kind> kinds;
  std::vector<std::vector<uint32_t>> inputs;
  std::vector<double> values;
  std::vector<bool> isObserved;
  /// The updates: a source, a value, the node that is read; and how many nodes are to run, if that is known.
  struct Update { uint32_t source; double value; uint32_t result; };
  std::vector<Update> updates;
  int evaluations = 0;

  std::vector<Plan> plans;
  std::vector<int> planOf;
  std::vector<uint16_t> status;
  std::vector<uint32_t> lists, log, notices;
  std::vector<uint64_t> words, changed;
  std::vector<Observer> observers;
  uint64_t told = 0;

  /// Adds a node; a value that is written in its kind is a source of its own.
  uint32_t add(Kind kind, std::vector<uint32_t> from = {}, double value = 0) {
    if (kind == increment || kind == scale || kind == pick) from.push_back(add(source, {}, value));
    kinds.push_back(kind);
    inputs.push_back(from);
    values.push_back(kind == source ? value : 0);
    isObserved.push_back(false);
    return uint32_t(kinds.size() - 1);
  }

  uint32_t run(uint32_t node) {
    return codes[kinds[node]]({values.data(), inputs[node].data(), node, uint32_t(inputs[node].size())});
  }

  static void count(const Observer &observer) { ++*observer.told; }

  /// Makes a plan for each source that is written.
  void prepare() {
    size_t most = 0;
    std::vector<std::vector<uint32_t>> consumers(kinds.size());
    for (uint32_t node = 0; node < kinds.size(); node++) {
      for (uint32_t input : inputs[node])
        if (consumers[input].empty() || consumers[input].back() != node) consumers[input].push_back(node);
      if (kinds[node] != source) run(node);
    }
    planOf.assign(kinds.size(), -1);
    status.assign(kinds.size(), 0);
    changed.assign(kinds.size() / 64 + 1, 0);
    observers.resize(kinds.size());
    std::vector<int> place(kinds.size(), -1);
    for (const Update &update : updates) {
      if (planOf[update.source] >= 0) continue;
      planOf[update.source] = int(plans.size());
      plans.emplace_back();
      Plan &plan = plans.back();
      std::vector<uint32_t> reached, open = {update.source};
      while (!open.empty()) {
        uint32_t next = open.back();
        open.pop_back();
        for (uint32_t node : consumers[next])
          if (place[node] < 0) place[node] = 0, reached.push_back(node), open.push_back(node);
      }
      std::sort(reached.begin(), reached.end());
      most = std::max(most, reached.size());
      for (size_t index = 0; index < reached.size(); index++) place[reached[index]] = int(index);
      auto link = [&](uint32_t node, int own) {
        uint64_t near = 0;
        size_t start = plan.links.size();
        for (uint32_t consumer : consumers[node]) {
          int at = place[consumer];
          uint64_t bit = uint64_t(1) << (at & 63);
          if (at >> 6 == own) near |= bit;
          else if (plan.links.size() > start && plan.links.back().word == uint32_t(at >> 6)) plan.links.back().bits |= bit;
          else plan.links.push_back({bit, uint32_t(at >> 6), false});
        }
        if (plan.links.size() > start) plan.links.back().isLast = true;
        return std::make_pair(near, plan.links.size() > start ? uint32_t(start + 1) : 0);
      };
      size_t farCount = 0;
      for (size_t index = 0; index < reached.size(); index++) {
        uint32_t node = reached[index];
        auto [near, far] = link(node, int(index >> 6));
        Entry entry = {near, node, kinds[node], node, far, {0, 0}};
        if (inputs[node].size() <= 2) {
          std::copy(inputs[node].begin(), inputs[node].end(), entry.arguments);
        } else {
          entry.arguments[0] = uint32_t(lists.size());
          entry.arguments[1] = uint32_t(inputs[node].size());
          lists.insert(lists.end(), inputs[node].begin(), inputs[node].end());
        }
        plan.entries.push_back(entry);
        farCount += far != 0;
      }
      plan.first = link(update.source, -1).second;
      plan.isPulled = reached.size() >= 96 && farCount * 2 >= reached.size();
      for (uint32_t node : reached) place[node] = -1;
    }
    for (uint32_t node = 0; node < kinds.size(); node++)
      if (isObserved[node]) status[node] = 8, observers[node] = {values[node], values[node], count, &told};
    log.resize(most + 1);
    notices.resize(most + 1);
    words.assign(most / 64 + 1, 0);
  }

  void queue(const Plan &plan, uint32_t far, uint64_t &bits, uint32_t word) {
    if (far == 0) return;
    for (const Link *link = &plan.links[far - 1];; link++) {
      if (link->word == word) bits |= link->bits;
      else words[link->word] |= link->bits;
      if (link->isLast) return;
    }
  }

  uint32_t call(const Entry &entry) {
    if ((status[entry.slot] & ~8) != 0) abort();
    bool isLong = entry.kind == sum || entry.kind == unstable || entry.kind == gather;
    return codes[entry.kind](
        {values.data(), isLong ? &lists[entry.arguments[0]] : entry.arguments, entry.output, entry.arguments[1]});
  }

  /// Gives a source a value. Returns how many entries the log has.
  size_t set(uint32_t node, double value) {
    if (values[node] == value) return 0;
    values[node] = value;
    size_t logged = 0, noted = 0;
    log[logged++] = node;
    Plan &plan = plans[size_t(planOf[node])];
    auto note = [&](const Entry &entry, uint32_t isChanged) {
      log[logged++] = isChanged ? entry.slot : entry.slot | 1u << 30;
      if (isChanged && status[entry.slot] != 0) notices[noted++] = entry.slot;
    };
    if (plan.isPulled) {
      auto bit = [&](uint32_t cell) { return changed[cell >> 6] >> (cell & 63); };
      changed[node >> 6] |= uint64_t(1) << (node & 63);
      for (const Entry &entry : plan.entries) {
        if (((bit(entry.arguments[0]) | bit(entry.arguments[1])) & 1) == 0) continue;
        uint64_t isChanged = call(entry);
        changed[entry.output >> 6] |= isChanged << (entry.output & 63);
        note(entry, uint32_t(isChanged));
      }
      for (const Entry &entry : plan.entries) changed[entry.output >> 6] = 0;
      changed[node >> 6] = 0;
    } else {
      uint64_t none = 0;
      queue(plan, plan.first, none, ~0u);
      for (uint32_t word = 0; word < (plan.entries.size() + 63) / 64; word++) {
        uint64_t bits = words[word];
        words[word] = 0;
        while (bits != 0) {
          const Entry &entry = plan.entries[word << 6 | uint32_t(__builtin_ctzll(bits))];
          bits &= bits - 1;
          uint32_t isChanged = call(entry);
          note(entry, isChanged);
          if (!isChanged) continue;
          bits |= entry.near;
          queue(plan, entry.far, bits, word);
        }
      }
    }
    for (size_t index = 0; index < noted; index++) {
      Observer &observer = observers[notices[index]];
      observer.after = values[notices[index]];
      observer.tell(observer);
      observer.before = observer.after;
    }
    return logged;
  }

  /// Stops unless values and counts are those of computing what reads something that has changed, in order.
  void check() {
    for (const Update &update : updates) {
      Graph other = *this;
      for (size_t node = 0; node < other.kinds.size(); node++)
        if (kinds[node] == gather) numbers(other.values[node]) = new Numbers(*numbers(values[node]));
      std::vector<bool> hasChanged(kinds.size());
      hasChanged[update.source] = other.values[update.source] != update.value;
      other.values[update.source] = update.value;
      size_t runs = 0;
      for (uint32_t node = 0; node < kinds.size(); node++) {
        bool reads = false;
        for (uint32_t input : inputs[node]) reads = reads || hasChanged[input];
        if (!reads) continue;
        runs++;
        hasChanged[node] = other.run(node) != 0;
      }
      size_t logged = set(update.source, update.value);
      bool areEqual = logged == (runs == 0 ? 0 : runs + 1);
      for (size_t node = 0; node < kinds.size(); node++)
        areEqual = areEqual && (kinds[node] == gather || values[node] == other.values[node]);
      if (!areEqual || (evaluations != 0 && runs != 0 && int(runs) != evaluations)) {
        fprintf(stderr, "%s %d: wrong values or counts, %zu nodes ran\n", name.c_str(), size, runs);
        exit(1);
      }
      if (kinds.size() > 1000 && &update - updates.data() > 3) return;
    }
  }

  void time() {
    check();
    size_t next = 0, runs = 0, calls = 0;
    double total = 0;
    auto update = [&] {
      const Update &update = updates[next];
      next = next + 1 == updates.size() ? 0 : next + 1;
      size_t logged = set(update.source, update.value);
      runs += logged == 0 ? 0 : logged - 1;
      total += values[update.result];
      calls++;
    };
    for (size_t index = 0; index < 2 * updates.size(); index++) update();
    runs = calls = 0;
    double start = now();
    do update();
    while (now() - start < 1e8 || calls < updates.size());
    size_t count = std::max(size_t(1), calls / 5);
    double evaluated = double(runs) / double(calls);
    std::vector<double> samples;
    for (int sample = 0; sample < 15; sample++) {
      start = now();
      for (size_t call = 0; call < count; call++) update();
      samples.push_back((now() - start) / double(count) / (isPerNode ? evaluated : 1));
    }
    std::sort(samples.begin(), samples.end());
    printf("{\"shape\": \"%s\", \"size\": %d, \"engine\": \"contract\", \"unit\": \"%s\", \"value\": %.4f, "
           "\"evaluations\": %.0f, \"total\": %g}\n",
           name.c_str(), size, isPerNode ? "ns/node" : "ns/update", samples[7], evaluated, total);
    fflush(stdout);
  }
};

// Shapes: as those in Swift.

static void alternate(Graph &graph, uint32_t head, double one, double two, uint32_t result) {
  graph.updates = {{head, one, result}, {head, two, result}};
}

static void observe(Graph &graph, std::vector<uint32_t> ends, uint32_t head) {
  for (uint32_t end : ends) graph.isObserved[end] = true;
  alternate(graph, head, 1, 2, ends.back());
}

/// The sparse graph: layers of nodes that read two random ones of the layer above, every tenth a source. As many of those that
/// reach about so many are written as the shape in Swift has.
static void addLayers(Graph &graph, int reach) {
  const int count = 1000000, width = count / 20;
  Random random = {42};
  for (int layer = 0; layer < 20; layer++)
    for (int index = 0; index < width; index++) {
      auto above = [&] { return uint32_t((layer - 1) * width + random.below(width)); };
      if (layer == 0 || index % 10 == 0) graph.add(source, {}, index % 97);
      else { uint32_t one = above(), other = above(); graph.add(plus, {one, other}); }
    }
  std::vector<uint32_t> starts(size_t(count) + 2), readers;
  for (auto &inputs : graph.inputs) for (uint32_t input : inputs) starts[input + 2]++;
  for (size_t node = 2; node < starts.size(); node++) starts[node] += starts[node - 1];
  readers.resize(starts.back());
  for (uint32_t node = 0; node < uint32_t(count); node++)
    for (uint32_t input : graph.inputs[node]) readers[starts[input + 1]++] = node;
  const size_t limit = reach == 10 ? 8192 : reach == 100 ? 1024 : 256;
  std::vector<int> seen(size_t(count), -1);
  std::vector<bool> wasTried(size_t(count), false);
  std::vector<std::pair<uint32_t, uint32_t>> found;
  Random other = {7};
  for (size_t turn = 0; turn < 20 * limit + 400000 && found.size() < limit; turn++) {
    auto node = uint32_t(other.below(count));
    if (graph.kinds[node] != source || wasTried[node]) continue;
    wasTried[node] = true;
    std::vector<uint32_t> open = {node};
    int reached = 0;
    uint32_t last = 0;
    while (!open.empty() && reached <= reach + reach / 10) {
      uint32_t next = open.back();
      open.pop_back();
      for (uint32_t at = starts[next]; at < starts[next + 1]; at++) {
        if (seen[readers[at]] == int(node)) continue;
        seen[readers[at]] = int(node);
        reached++;
        last = std::max(last, readers[at]);
        open.push_back(readers[at]);
      }
    }
    if (reached >= reach - reach / 10 && reached <= reach + reach / 10) found.push_back({node, last});
  }
  for (double difference : {1.0, 0.0})
    for (auto [node, last] : found) graph.updates.push_back({node, graph.values[node] + difference, last});
}

static Graph make(const std::string &shape, int size) {
  Graph graph;
  graph.name = shape;
  graph.size = size;
  if (shape == "sparse cold") return addLayers(graph, size), graph;
  if (shape == "kairo mux") {
    std::vector<uint32_t> heads;
    for (int index = 0; index < 100; index++) heads.push_back(graph.add(source));
    uint32_t all = graph.add(gather, heads);
    for (int index = 0; index < 100; index++) {
      uint32_t end = graph.add(successor, {graph.add(pick, {all}, index)});
      graph.isObserved[end] = true;
      if (index < 10)
        for (double value : {1.0, 2.0}) graph.updates.push_back({heads[size_t(index)], value + index, end});
    }
    // All heads in turn, then all with the other value.
    std::stable_sort(graph.updates.begin(), graph.updates.end(), [](auto &one, auto &other) {
      return one.value - one.source < other.value - other.source;
    });
    graph.evaluations = 102;
    return graph;
  }
  uint32_t head = graph.add(source), last = head;
  std::vector<uint32_t> ends;
  if (shape == "kairo avoidable") {
    last = graph.add(scale, {graph.add(copy, {head})}, 0);
    for (int constant = 1; constant <= 3; constant++) last = graph.add(increment, {last}, constant);
    observe(graph, {last}, head);
    graph.evaluations = 2;
  } else if (shape == "kairo broad") {
    for (int index = 0; index < 50; index++) ends.push_back(graph.add(successor, {graph.add(increment, {head}, index)}));
    observe(graph, ends, head);
    graph.evaluations = 100;
  } else if (shape == "kairo deep") {
    for (int index = 0; index < 50; index++) last = graph.add(successor, {last});
    observe(graph, {last}, head);
    graph.evaluations = 50;
  } else if (shape == "kairo diamond") {
    for (int index = 0; index < 5; index++) ends.push_back(graph.add(successor, {head}));
    observe(graph, {graph.add(sum, ends)}, head);
    graph.evaluations = 6;
  } else if (shape == "kairo repeated") {
    observe(graph, {graph.add(sum, std::vector<uint32_t>(30, head))}, head);
    graph.evaluations = 1;
  } else if (shape == "kairo triangle") {
    for (int index = 0; index < 10; index++) ends.push_back(last), last = graph.add(successor, {last});
    observe(graph, {graph.add(sum, ends)}, head);
    graph.evaluations = 11;
  } else if (shape == "kairo unstable") {
    uint32_t twice = graph.add(scale, {head}, 2), inverse = graph.add(scale, {head}, -1);
    observe(graph, {graph.add(unstable, {head, twice, inverse})}, head);
    graph.evaluations = 3;
  } else if (shape == "broad") {
    for (int index = 0; index < size; index++) last = graph.add(increment, {head}, index);
    alternate(graph, head, 1, 2, last);
    graph.evaluations = size;
    graph.isPerNode = true;
  } else {
    exit(2);
  }
  return graph;
}

int main(int count, char **arguments) {
  for (int index = 1; index < count; index++) {
    std::string argument = arguments[index];
    size_t colon = argument.find(':');
    if (colon == std::string::npos) return 2;
    Graph graph = make(argument.substr(0, colon), atoi(argument.c_str() + colon + 1));
    graph.prepare();
    graph.time();
  }
}
