// Reads a text file into its lines and prints how many there are: one whole process.
'use strict';
const fs = require('node:fs');

async function main(file) {
  const lines = [];
  let rest = '';
  for await (const chunk of fs.createReadStream(file, { encoding: 'utf8' })) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    for (const part of parts) lines.push(part);
  }
  if (rest !== '') lines.push(rest);
  console.log(lines.length);
}

main(process.argv[2]);
