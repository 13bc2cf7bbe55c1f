// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/**
 * Each engine by the name of its package: its file, how a node $ is read, and what of it is called here.
 *
 * `batch` carries out several writes as one, `settle` does what is left to do after a write, `scope` is where nodes are
 * made. `way` is who asks for results: reads or effects.
 */
export const engines = {
  "alien-signals": {
    file: "esm/index.mjs",
    read: "$()",
    adapt: ({ signal, computed, effect, startBatch, endBatch }) => ({
      signal, computed, effect,
      write: (node, value) => node(value),
      batch: (writes) => {
        startBatch();
        writes();
        endBatch();
      },
    }),
  },
  "@preact/signals-core": {
    file: "dist/signals-core.mjs",
    read: "$.value",
    adapt: ({ signal, computed, effect, batch }) => ({
      signal, computed, effect, batch,
      write: (node, value) => (node.value = value),
    }),
  },
  vue: {
    file: "dist/vue.esm-browser.prod.js",
    read: "$.value",
    adapt: ({ shallowRef, computed, effect }, way) => ({
      signal: shallowRef, computed, effect,
      write: (node, value) => (node.value = value),
      // Effects run at each write if nobody schedules them.
      batch: way === "reads" ? (writes) => writes() : null,
    }),
  },
  "@reactively/core": {
    file: "dist/core.js",
    read: "$.get()",
    adapt: ({ Reactive, stabilize }, way) => ({
      signal: (value) => new Reactive(value),
      computed: (compute) => new Reactive(compute),
      effect: (run) => (new Reactive(run, true), stabilize()),
      write: (node, value) => node.set(value),
      batch: (writes) => writes(),
      settle: way === "effects" ? stabilize : () => {},
    }),
  },
  "solid-js": {
    file: "dist/solid.js",
    read: "$()",
    adapt: ({ createSignal, createMemo, createEffect, createRoot, batch }) => ({
      signal: (value) => {
        const [read, write] = createSignal(value);
        read.write = write;
        return read;
      },
      computed: (compute) => createMemo(compute),
      effect: (run) => createEffect(run),
      write: (node, value) => node.write(value),
      batch,
      scope: (build) => createRoot((_) => build()),
    }),
  },
  mobx: {
    file: "dist/mobx.esm.production.min.js",
    read: "$.get()",
    adapt: ({ observable, computed, autorun, transaction, configure }, way) => {
      configure({ enforceActions: "never" });
      return {
        signal: (value) => observable.box(value, { deep: false }),
        // Who is not observed forgets its value if it is not kept.
        computed: (compute) => computed(compute, { keepAlive: way === "reads" }),
        effect: autorun,
        write: (node, value) => node.set(value),
        batch: transaction,
      };
    },
  },
  r3: {
    file: "dist/index.js",
    read: "library.read($)",
    adapt: ({ signal, computed, read, setSignal, stabilize, increaseHeapSize }) => ({
      signal, computed,
      effect: (run) => read(computed(run)),
      write: setSignal,
      batch: (writes) => writes(),
      settle: stabilize,
      scope: (build, depth) => (increaseHeapSize(depth + 2), build()),
    }),
  },
};
