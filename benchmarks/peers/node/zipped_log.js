// How many accesses a log that is compressed has of each status.
'use strict';
const fs = require('node:fs');
const readline = require('node:readline');
const zlib = require('node:zlib');

const ACCESS = /^\S+ \S+ \S+ \[[^\]]+\] "[A-Z]+ \S+ [^"]*" (\d\d\d)/;

async function main() {
  const counts = new Map();
  const input = fs.createReadStream(process.argv[2]).pipe(zlib.createGunzip());
  for await (const line of readline.createInterface({ input })) {
    const found = ACCESS.exec(line);
    if (found) counts.set(found[1], (counts.get(found[1]) ?? 0) + 1);
  }
  for (const [status, n] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(`${status} ${n}`);
}

main();
