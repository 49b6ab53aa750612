// The three thread tests in Node. Usage: node threads.js TEST WAIT ITERATIONS MILLIS DEPTH...
// (the protocol is described in benchmarks/README.md).
'use strict';

// As one would write them, a function for each wait: a call in between costs another turn.
const tests = {
  basic: {
    quick: async (n) => {
      let waits = 0;
      for (let i = 0; i < n; i++) {
        await null;
        waits++;
      }
      return waits;
    },
    medium: async (n) => {
      let waits = 0;
      for (let i = 0; i < n; i++) {
        await new Promise(setImmediate);
        waits++;
      }
      return waits;
    },
    slow: async (n) => {
      let waits = 0;
      for (let i = 0; i < n; i++) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        waits++;
      }
      return waits;
    },
  },
  // A wait at every level.
  recurse2: {
    quick: async function sum(n) {
      if (n === 0) return 0;
      await null;
      return n + (await sum(n - 1));
    },
    medium: async function sum(n) {
      if (n === 0) return 0;
      await new Promise(setImmediate);
      return n + (await sum(n - 1));
    },
    slow: async function sum(n) {
      if (n === 0) return 0;
      await new Promise((resolve) => setTimeout(resolve, 0));
      return n + (await sum(n - 1));
    },
  },
  // A wait at the base.
  recurse: {
    quick: async function sum(n) {
      if (n === 0) {
        await null;
        return 0;
      }
      return n + (await sum(n - 1));
    },
    medium: async function sum(n) {
      if (n === 0) {
        await new Promise(setImmediate);
        return 0;
      }
      return n + (await sum(n - 1));
    },
    slow: async function sum(n) {
      if (n === 0) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return 0;
      }
      return n + (await sum(n - 1));
    },
  },
};

// Runs it so many times, or as often as fits into the time.
async function times(run, n, count, millis) {
  const start = process.hrtime.bigint();
  const until = start + BigInt(Math.round(millis * 1e6));
  let iterations = 0;
  let result = 0;
  do {
    result = await run(n);
    iterations++;
  } while (iterations < count && process.hrtime.bigint() < until);
  return { iterations, nanos: process.hrtime.bigint() - start, result };
}

async function main([test, wait, iterations, millis, ...depths]) {
  const run = tests[test][wait];
  for (const depth of depths) {
    const n = Number(depth);
    await times(run, n, Number(iterations), Number(millis) / 2);
    const round = await times(run, n, Number(iterations), Number(millis));
    console.log(`${n} ${round.iterations} ${round.nanos} -1 ${round.result}`);
  }
}

main(process.argv.slice(2));
