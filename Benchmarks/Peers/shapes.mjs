// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// The shapes for engines in JavaScript: graphs of numbers, what is done to them, and what that must lead to. They are
// those of Benchmarks/Sources/Shapes, the random ones included: the same numbers make them.

/** A graph, its updates, and what is known of them. Nodes are numbered in an order in which they can be evaluated. */
class Plan {
  kinds = [];
  inputs = [];
  constants = [];
  updates = [];
  /** How many nodes an update evaluates, at least and at most; without it the oracle alone tells. */
  evaluations = null;
  /** [update, node, value]: what some updates lead to, stated by hand. */
  expectations = [];
  unit = "ns/node";
  /** Whether the shape itself has effects. */
  hasEffects = false;

  add(kind, inputs = [], constant = 0) {
    this.inputs.push(inputs);
    this.constants.push(constant);
    return this.kinds.push(kind) - 1;
  }

  source(value = 0) {
    return this.add("source", [], value);
  }

  /** Adds so many nodes of a kind in a row and returns the last. */
  row(kind, from, count, constant = 0) {
    for (; count > 0; count--) from = this.add(kind, [from], constant);
    return from;
  }

  alternate(source, first, second) {
    this.updates = [first, second].map((value) => ({ writes: [[source, value]] }));
    return this;
  }

  /** Updates that write 1 and 2 in turn to the first source; the second makes the last node `value`. */
  stating(evaluations, value) {
    this.evaluations = [evaluations, evaluations];
    this.expectations = [[1, this.kinds.length - 1, value]];
    return this.alternate(0, 1, 2);
  }

  per(unit) {
    this.unit = unit;
    return this;
  }

  observed() {
    this.hasEffects = true;
    return this.per("ns/update");
  }
}

function regular(fill) {
  const plan = new Plan();
  return fill(plan, plan.source());
}

const chain = (size) => regular((plan, source) => (plan.row("successor", source, size), plan.stating(size, size + 2)));

const broad = (size) =>
  regular((plan, source) => {
    for (let index = 0; index < size; index++) plan.add("increment", [source], index);
    return plan.stating(size, size + 1);
  });

const diamond = (size) =>
  regular((plan, source) => {
    plan.add("sum", Array.from({ length: size }, () => plan.add("successor", [source])));
    return plan.stating(size + 1, 3 * size);
  });

const stackedDiamonds = (size) =>
  regular((plan, top) => {
    for (let index = 0; index < size; index++) {
      top = plan.add("mean", [plan.add("successor", [top]), plan.add("increment", [top], -1)]);
    }
    return plan.stating(3 * size, 2);
  });

function cellx(layers) {
  const plan = new Plan();
  let [a, b, c, d] = [1, 2, 3, 4].map((value) => plan.source(value));
  for (let layer = 0; layer < layers; layer++) {
    const below = [plan.add("copy", [b]), plan.add("subtract", [a, c]), plan.add("add", [b, d])];
    [a, b, c, d] = [...below, plan.add("copy", [c])];
  }
  plan.updates = [[4, 3, 2, 1], [1, 2, 3, 4]].map((values) => ({ writes: [...values.entries()] }));
  plan.evaluations = [4 * layers, 4 * layers];
  if (layers === 1000) {
    const stated = [[-2, -4, 2, 3], [-3, -6, -2, 2]];
    const ends = [a, b, c, d];
    plan.expectations = stated.flatMap((values, update) => values.map((value, index) => [update, ends[index], value]));
  }
  return plan;
}

const cutoff = (size) =>
  regular((plan, source) => {
    plan.row("successor", plan.add("scale", [source], 0), size);
    return plan.stating(1, size).per("ns/update");
  });

/** An edge that is there or not: a node that reads a source, or doesn't, and `size - 1` nodes that read it. */
function toggle(size) {
  const plan = new Plan();
  const first = plan.add("gate", [plan.source(1), plan.source(10)]);
  for (let index = 1; index < size; index++) plan.add("successor", [first]);
  plan.evaluations = [size, size];
  plan.expectations = [[0, first, 1], [1, first, 11]];
  return plan.alternate(0, 0, 1).per("ns/toggle");
}

const kairo = {
  avoidable: () =>
    regular((plan, head) => {
      let last = plan.add("scale", [plan.add("copy", [head])], 0);
      for (const constant of [1, 2, 3]) last = plan.add("increment", [last], constant);
      return plan.stating(2, 6);
    }),
  broad: () =>
    regular((plan, head) => {
      for (let index = 0; index < 50; index++) plan.row("successor", plan.add("increment", [head], index), 1);
      return plan.stating(100, 52);
    }),
  deep: () => regular((plan, head) => (plan.row("successor", head, 50), plan.stating(50, 52))),
  diamond: () =>
    regular((plan, head) => {
      plan.add("sum", Array.from({ length: 5 }, () => plan.add("successor", [head])));
      return plan.stating(6, 15);
    }),
  mux: () => {
    const plan = new Plan();
    const heads = Array.from({ length: 100 }, () => plan.source());
    const gather = plan.add("gather", heads);
    const ends = heads.map((_, index) => plan.row("successor", plan.add("pick", [gather], index), 1));
    const values = Array.from({ length: 20 }, (_, update) => [update % 10, update < 10 ? update + 1 : 2 * update + 3]);
    plan.updates = values.map((write) => ({ writes: [write] }));
    plan.evaluations = [102, 102];
    plan.expectations = values.map(([head, value], update) => [update, ends[head], value + 1]);
    return plan;
  },
  repeated: () => regular((plan, head) => (plan.add("sum", Array(30).fill(head)), plan.stating(1, 60))),
  triangle: () =>
    regular((plan, head) => {
      const row = [head];
      for (let index = 0; index < 9; index++) row.push(plan.add("successor", [row.at(-1)]));
      plan.add("successor", [row.at(-1)]);
      plan.add("sum", row);
      return plan.stating(11, 65);
    }),
  unstable: () =>
    regular((plan, head) => {
      plan.add("unstable", [head, plan.add("scale", [head], 2), plan.add("scale", [head], -1)]);
      plan.stating(3, -40);
      // Who reads only what it needs evaluates only that.
      plan.evaluations[0] = 2;
      return plan;
    }),
};

/** SplitMix64, whose numbers are cut to those below a bound. */
class Random {
  constructor(state) {
    this.state = BigInt(state);
  }

  below(bound) {
    const cut = (bits) => BigInt.asUintN(64, bits);
    this.state = cut(this.state + 0x9e3779b97f4a7c15n);
    let bits = this.state;
    bits = cut((bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = cut((bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return Number((bits ^ (bits >> 31n)) % BigInt(bound));
  }
}

/** Layers of nodes that read two random ones of the layer above; every tenth is a source. */
export function layered(count, layers = 20) {
  const plan = new Plan().per("ns/update");
  const random = new Random(42);
  const width = count / layers;
  for (let layer = 0; layer < layers; layer++) {
    for (let index = 0; index < width; index++) {
      if (layer === 0 || index % 10 === 0) plan.source(index % 97);
      else {
        const above = (layer - 1) * width;
        plan.add("add", [above + random.below(width), above + random.below(width)]);
      }
    }
  }
  return plan;
}

/** Updates of sources of which a change reaches about so many nodes: of one source, or of many in turn. */
export function touching(plan, oracle, reach, limit) {
  const random = new Random(7);
  const tolerance = Math.floor(reach / 10);
  const found = [];
  const tried = new Set();
  for (let attempt = 0; attempt < 20 * limit + 400_000 && found.length < limit; attempt++) {
    const node = random.below(plan.kinds.length);
    if (plan.kinds[node] !== "source" || tried.has(node)) continue;
    tried.add(node);
    const reached = oracle.reached([node], reach + tolerance);
    if (reached && reached.length >= reach - tolerance) found.push(node);
  }
  return [1, 0].flatMap((difference) => found.map((node) => ({ writes: [[node, plan.constants[node] + difference]] })));
}

/** Says what an update must lead to, by the plain definition: a node runs if an input has changed. */
export class Oracle {
  #seen;
  #calls = 0;

  constructor(plan) {
    this.plan = plan;
    this.consumers = plan.kinds.map(() => []);
    plan.inputs.forEach((inputs, node) => new Set(inputs).forEach((input) => this.consumers[input].push(node)));
    this.values = [];
    for (let node = 0; node < plan.kinds.length; node++) this.values.push(this.#value(node));
    this.#seen = new Int32Array(plan.kinds.length);
  }

  #value(node) {
    const { kinds, inputs, constants } = this.plan;
    const constant = constants[node];
    if (kinds[node] === "source") return this.values[node] ?? constant;
    const [x, y, z] = inputs[node].map((input) => this.values[input]);
    switch (kinds[node]) {
      case "successor": return x + 1;
      case "increment": return x + constant;
      case "scale": return x * constant;
      case "copy": return x;
      case "add": return x + y;
      case "subtract": return x - y;
      case "mean": return (x + y) / 2;
      case "sum": return inputs[node].reduce((total, input) => total + this.values[input], 0);
      case "unstable": return 20 * (x % 2 === 0 ? z : y);
      case "gate": return x ? y + 1 : 1;
      case "gather": return inputs[node].map((input) => this.values[input]);
      case "pick": return x[constant];
    }
  }

  /** What depends on some nodes, or nothing if that is more than `limit`. */
  reached(nodes, limit = Infinity) {
    const call = ++this.#calls;
    const reached = [];
    const follow = (node) => {
      for (const consumer of this.consumers[node]) {
        if (this.#seen[consumer] === call) continue;
        this.#seen[consumer] = call;
        reached.push(consumer);
      }
    };
    nodes.forEach(follow);
    for (let next = 0; next < reached.length && reached.length <= limit; next++) follow(reached[next]);
    return reached.length <= limit ? reached : null;
  }

  /** What an update reaches, in order. */
  cone(update) {
    return this.reached(update.writes.map(([node]) => node)).sort((left, right) => left - right);
  }

  /** Those of the reached nodes that nobody reads. */
  ends(update) {
    return this.cone(update).filter((node) => this.consumers[node].length === 0);
  }

  /** Carries out an update and returns how many nodes run. */
  apply(update) {
    const changed = new Set();
    for (const [node, value] of update.writes) {
      if (this.values[node] !== value) changed.add(node);
      this.values[node] = value;
    }
    let evaluations = 0;
    for (const node of this.cone(update)) {
      if (!this.plan.inputs[node].some((input) => changed.has(input))) continue;
      evaluations++;
      const before = this.values[node];
      this.values[node] = this.#value(node);
      if (this.values[node] !== before) changed.add(node);
    }
    return evaluations;
  }
}

/** The plan of a shape with a name and a size, but for the random ones. */
export function shape(name, size) {
  if (name.startsWith("kairo ")) return kairo[name.slice("kairo ".length)]().observed();
  return { chain, broad, diamond, "stacked diamonds": stackedDiamonds, cellx, cutoff, toggle }[name](size);
}
