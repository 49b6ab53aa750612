// The rows of the Speed table in Node. Usage: node bench.js ROW MODE SIZE WARM_MS SAMPLE_MS FILE
// (the protocol is described in benchmarks/README.md).
'use strict';
const fs = require('node:fs');
const { sort, cons, next, randomList, listCheck } = require('./bubble.js');
const { transfer } = require('./scp_client.js');
const suite = require('./suite.js');
const clients = require('./http_client.js');

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));

function safe(queen, distance, placed) {
  if (placed === null) return true;
  const other = placed.head;
  return (
    other !== queen &&
    Math.abs(other - queen) !== distance &&
    safe(queen, distance + 1, placed.tail)
  );
}

function place(n, row, placed) {
  return row === 0 ? 1 : choose(n, n, row, placed);
}

function choose(queen, n, row, placed) {
  if (queen === 0) return 0;
  const rest = choose(queen - 1, n, row, placed);
  return safe(queen, 1, placed) ? rest + place(n, row - 1, cons(queen, placed)) : rest;
}

// Mutable: Node has no persistent map of its own.
function dict(n) {
  const map = new Map();
  for (let i = n, x = 42; i > 0; i--) map.set((x = next(x)), i);
  let sum = 0;
  for (const value of map.values()) sum += value;
  return sum;
}

function strings(n) {
  let text = '';
  for (let i = 0; i < n; i++) text += `${i}, `;
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

function words(text) {
  const counts = new Map();
  for (const word of text.split(/\s+/)) {
    if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordsCheck(counts) {
  let most = 0;
  let all = 0;
  for (const count of counts.values()) {
    most = Math.max(most, count);
    all += count;
  }
  return `${counts.size} ${most} ${all}`;
}

function walk(list) {
  let sum = 0;
  for (let l = list; l !== null; l = l.tail) sum += l.head;
  return sum;
}

async function lines(file) {
  const all = [];
  let rest = '';
  for await (const chunk of fs.createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 16 })) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    for (const part of parts) all.push(part);
  }
  if (rest !== '') all.push(rest);
  return all;
}

function linesCheck(all) {
  let characters = 0;
  for (const line of all) characters += line.length;
  return `${all.length} ${characters}`;
}

const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1));

// Node has no tail calls: a loop is what one writes.
function tailSelf(n) {
  let sum = 0;
  for (; n !== 0; n--) sum += n % 3;
  return sum;
}

function tailMutual(n) {
  let even = true;
  for (; n !== 0; n--) even = !even;
  return even;
}

const same = (x) => x;
const rows = {
  bubble: { prepare: (n) => [n, randomList(n)], run: ([n, list]) => sort(n, list), check: listCheck },
  fib: { prepare: same, run: fib, check: same },
  queens: { prepare: same, run: (n) => place(n, n, null), check: same },
  dict: { prepare: same, run: dict, check: same },
  strings: { prepare: same, run: strings, check: same },
  words: { prepare: (_, file) => fs.readFileSync(file, 'utf8'), run: words, check: wordsCheck },
  walk: { prepare: randomList, run: walk, check: same },
  lines: { prepare: (_, file) => file, run: lines, check: linesCheck },
  // The size is the port of the server.
  'scp-client': { prepare: (port, file) => [port, file], run: ([port, file]) => transfer(port, file), check: same },
  'file-write': {
    prepare: (size, file) => [file, Buffer.alloc(size, 'a')],
    run: async ([file, content]) => {
      await fs.promises.writeFile(file, content);
      return content.length;
    },
    check: same,
  },
  'file-read': {
    prepare: (_, file) => file,
    run: (file) => fs.promises.readFile(file),
    check: (content) => content.length,
  },
  recursion: { prepare: same, run: deep, check: same },
  'tail-self': { prepare: same, run: tailSelf, check: same },
  'tail-mutual': { prepare: same, run: tailMutual, check: same },
  'tail-pipe': { prepare: same, run: tailSelf, check: same },
  ...suite,
  ...clients,
};

async function main(name, mode, size, warmMillis, sampleMillis, file) {
  const row = rows[name];
  const input = row.prepare(Number(size), file);
  const times = [];
  let result;
  const call = async () => {
    const start = process.hrtime.bigint();
    const value = row.run(input);
    result = value instanceof Promise ? await value : value;
    return Number(process.hrtime.bigint() - start);
  };
  if (mode === 'first') {
    times.push(await call());
  } else {
    const begin = process.hrtime.bigint();
    const passed = () => Number(process.hrtime.bigint() - begin) / 1e6;
    do await call();
    while (passed() < Number(warmMillis));
    const end = passed() + Number(sampleMillis);
    while (times.length < 3 || (passed() < end && times.length < 1000)) times.push(await call());
  }
  console.log(`check ${row.check(result)}`);
  console.log(`ns ${times.join(' ')}`);
  // Connections that are kept would keep the process, too.
  process.exit();
}

main(...process.argv.slice(2));
