// The accesses of a log: how many there are of each status and of the ten most frequent paths, and the percentiles of
// their sizes. Lines that are no accesses are counted.
'use strict';
const fs = require('node:fs');
const readline = require('node:readline');

const ACCESS = /^(\S+) \S+ \S+ \[([^\]]+)\] "([A-Z]+ \S+) [^"]*" (\d\d\d) (\d+)/;

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

async function main() {
  const paths = new Map();
  const statuses = new Map();
  const sizes = [];
  let bad = 0;
  for await (const line of readline.createInterface({ input: fs.createReadStream(process.argv[2]) })) {
    const found = ACCESS.exec(line);
    if (found) {
      const [, , , path, status, size] = found;
      count(paths, path);
      count(statuses, status);
      sizes.push(Number(size));
    } else {
      bad++;
    }
  }
  sizes.sort((a, b) => a - b);
  const percentile = (p) => sizes[Math.floor(((sizes.length - 1) * p) / 100)];

  console.log(`${sizes.length} accesses, ${bad} other lines`);
  for (const [status, n] of [...statuses].sort(([a], [b]) => ascending(a, b))) console.log(`${status} ${n}`);
  const frequent = [...paths].sort(([a, n], [b, m]) => m - n || ascending(a, b));
  for (const [path, n] of frequent.slice(0, 10)) console.log(`${n} ${path}`);
  console.log(`p50 ${percentile(50)}, p90 ${percentile(90)}, p99 ${percentile(99)}`);
}

main();
