// The ten most frequent words of a text.
'use strict';
const fs = require('node:fs');

const words = new Map();
for (const word of fs.readFileSync(process.argv[2], 'utf8').split(/\s+/)) {
  if (word !== '') words.set(word, (words.get(word) ?? 0) + 1);
}
const frequent = [...words].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
for (const [word, n] of frequent.slice(0, 10)) console.log(`${n} ${word}`);
