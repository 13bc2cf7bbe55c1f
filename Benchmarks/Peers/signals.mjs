// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// Times engines in JavaScript on the shapes.
//
//   signals.mjs FOLDER ENGINE WAY SHAPE:SIZE…    one JSON object a line: the median of 9 samples, in thread time
//
// FOLDER holds the engines' packages, as a folder named node_modules does. The WAY says who asks for results: after
// each write, `reads` reads all nodes at the ends of the graph that the write has reached, and `effects` reads one of
// them, where an effect has been put on each end. `sparse` stands for six shapes, which share a graph. Nodes are
// closures as users of an engine write them: an engine says how a value is read, and that is put into their text.
// Values and counts of evaluations are checked before anything is timed.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { engines } from "./engines.mjs";
import { layered, Oracle, shape, touching } from "./shapes.mjs";

const [folder, name, way, ...shapes] = process.argv.slice(2);

const place = `${folder}/${name}`;
const { file, read, adapt } = engines[name];
const library = await import(pathToFileURL(`${place}/${file}`));
const engine = { settle: () => {}, scope: (build) => build(), ...adapt(library, way) };
const { version } = JSON.parse(readFileSync(`${place}/package.json`, "utf8"));

/** Makes closures that read as the engine's users do, and count if they are asked to. */
function kernels(isCounting) {
  const of = (node) => read.replaceAll("$", node);
  const closure = (inputs, body) => `(${inputs}) => () => { ${isCounting ? "counts.evaluations++;" : ""} ${body} }`;
  const total = (count, term) => `let sum = 0; for (let i = 0; i < ${count}; i++) sum += ${term}; return sum`;
  return new Function("library", "counts", `return {
    successor: ${closure("x", `return ${of("x")} + 1`)},
    increment: ${closure("x, constant", `return ${of("x")} + constant`)},
    scale: ${closure("x, constant", `return ${of("x")} * constant`)},
    copy: ${closure("x", `return ${of("x")}`)},
    add: ${closure("x, y", `return ${of("x")} + ${of("y")}`)},
    subtract: ${closure("x, y", `return ${of("x")} - ${of("y")}`)},
    mean: ${closure("x, y", `return (${of("x")} + ${of("y")}) / 2`)},
    sum: ${closure("all", total("all.length", of("all[i]")))},
    unstable: ${closure("x, odd, even", total("20", `${of("x")} % 2 === 0 ? ${of("even")} : ${of("odd")}`))},
    gate: ${closure("x, y", `return ${of("x")} ? ${of("y")} + 1 : 1`)},
    gather: ${closure("all", `return all.map((x) => ${of("x")})`)},
    pick: ${closure("x, constant", `return ${of("x")}[constant]`)},
    tell: (x, node, told) => () => { told[node] = ${of("x")} },
    get: (x) => ${of("x")},
  }`)(library, counts);
}

const counts = { evaluations: 0 };
const fail = (reason) => {
  console.error(`${name}, ${way}: ${reason}`);
  process.exit(1);
};

/** A plan in nodes of the engine. */
class Built {
  constructor(plan, oracle, isCounting) {
    const { kinds, inputs, constants } = plan;
    const kernel = kernels(isCounting);
    this.get = kernel.get;
    // Filled, because an array with large holes would be slow.
    this.told = new Array(kinds.length).fill(null);
    this.nodes = [];
    engine.scope(() => {
      for (let node = 0; node < kinds.length; node++) {
        this.nodes.push(this.#node(kernel, kinds[node], inputs[node], constants[node]));
      }
      if (way !== "effects") return;
      for (let node = 0; node < kinds.length; node++) {
        if (oracle.consumers[node].length === 0 && kinds[node] !== "source") {
          engine.effect(kernel.tell(this.nodes[node], node, this.told));
        }
      }
    }, kinds.length);
  }

  #node(kernel, kind, inputs, constant) {
    if (kind === "source") return engine.signal(constant);
    const from = inputs.map((input) => this.nodes[input]);
    let compute;
    if (kind === "sum" || kind === "gather") compute = kernel[kind](from);
    else if (from.length === 1) compute = kernel[kind](from[0], constant);
    else compute = kernel[kind](...from);
    const node = engine.computed(compute);
    // So that the first reading of the last node need not go back to the first.
    this.get(node);
    return node;
  }

  /** Updates so that going through them costs next to nothing. */
  script(updates, oracle) {
    return updates.map((update) => {
      const writes = update.writes.map(([node, value]) => [this.nodes[node], value]);
      const ends = oracle.ends(update).map((node) => this.nodes[node]);
      const all = () => {
        for (let index = 0; index < writes.length; index++) engine.write(writes[index][0], writes[index][1]);
      };
      const [[node, value]] = writes;
      return { node, value, all: writes.length > 1 ? all : null, read: way === "effects" ? ends.slice(-1) : ends };
    });
  }

  /** Carries out so many updates, beginning with number `next`, and returns the number of the one after them. */
  run(script, count, next) {
    const { write, batch, settle } = engine;
    const get = this.get;
    let total = 0;
    for (; count > 0; count--) {
      const update = script[next];
      if (update.all === null) write(update.node, update.value);
      else batch(update.all);
      settle();
      const ends = update.read;
      for (let index = 0; index < ends.length; index++) total += get(ends[index]);
      next = next + 1 === script.length ? 0 : next + 1;
    }
    this.total = total;
    return next;
  }

  /** Carries out all updates and compares values with the oracle's and, if they are given, counts with the plan's. */
  check(what, plan, updates, oracle, isCounting) {
    const script = this.script(updates, oracle);
    // The first of two updates may find what it writes at the first time.
    const rounds = updates.length <= 2 ? 2 : 1;
    let evaluations = 0;
    for (let round = 1; round <= rounds; round++) {
      evaluations = 0;
      updates.forEach((update, number) => {
        const expected = oracle.apply(update);
        counts.evaluations = 0;
        this.run(script, 1, number);
        const [least, most] = plan.evaluations ?? [expected, expected];
        if (isCounting && round === rounds && (counts.evaluations < least || counts.evaluations > most)) {
          fail(`${what}: ${counts.evaluations} nodes ran, not ${expected}`);
        }
        evaluations += counts.evaluations;
        for (const node of oracle.ends(update)) {
          const value = this.get(this.nodes[node]);
          if (value !== oracle.values[node]) fail(`${what}: node ${node} is ${value}, not ${oracle.values[node]}`);
          if (way === "effects" && this.told[node] !== value) fail(`${what}: nobody was told of node ${node}`);
        }
        for (const [at, node, value] of plan.expectations) {
          if (at === number && this.get(this.nodes[node]) !== value) fail(`${what}: node ${node} is not ${value}`);
        }
      });
    }
    return evaluations / updates.length;
  }
}

/** Milliseconds that this thread has worked, or that have passed where that can't be told. */
function now() {
  if (!process.threadCpuUsage) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function time(built, script) {
  let next = 0;
  let calls = 0;
  let start = now();
  let together = 1;
  // Until the compiler has had its time.
  while (now() - start < 150) {
    next = built.run(script, together, next);
    calls += together;
    if (together < 1000 && now() - start < 20) together *= 2;
  }
  calls = Math.max(1, Math.round(calls / 10));
  const samples = [];
  for (let sample = 0; sample < 9; sample++) {
    start = now();
    next = built.run(script, calls, next);
    samples.push(((now() - start) / calls) * 1e6);
  }
  // So that what comes next finds things as the last update leaves them.
  built.run(script, script.length - next, next);
  return samples.sort((left, right) => left - right)[4];
}

function measure(what, size, plan, updates, built, oracle, evaluations) {
  built.check(what, plan, updates, oracle, false);
  const value = time(built, built.script(updates, oracle)) / (plan.unit === "ns/node" ? evaluations : 1);
  const row = { shape: what, size, engine: `${name} ${version}, ${way}`, unit: plan.unit, value, evaluations };
  console.log(JSON.stringify(row));
}

/** Six kinds of updates of one graph of a million nodes. */
function sparse(size) {
  const plan = layered(size);
  const oracle = new Oracle(plan);
  const rows = [[10, 8192], [100, 1024], [1000, 256]].flatMap(([reach, cold]) => [
    { what: "sparse warm", reach, updates: touching(plan, oracle, reach, 1) },
    { what: "sparse cold", reach, updates: touching(plan, oracle, reach, cold) },
  ]);
  let built = new Built(plan, oracle, true);
  for (const row of rows) row.evaluations = built.check(row.what, plan, row.updates, oracle, true);
  built = new Built(plan, oracle, false);
  for (const row of rows) measure(row.what, row.reach, plan, row.updates, built, oracle, row.evaluations);
}

for (const argument of shapes) {
  const [what, size] = argument.split(":");
  if (what === "sparse") {
    sparse(Number(size));
    continue;
  }
  const plan = shape(what, Number(size));
  if ((plan.hasEffects && way !== "effects") || (plan.updates[0].writes.length > 1 && !engine.batch)) continue;
  const evaluations = new Built(plan, new Oracle(plan), true).check(what, plan, plan.updates, new Oracle(plan), true);
  const oracle = new Oracle(plan);
  measure(what, Number(size), plan, plan.updates, new Built(plan, oracle, false), oracle, evaluations);
}
