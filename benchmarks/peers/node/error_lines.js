// How many lines of a log are errors, and how many characters these have.
'use strict';
const fs = require('node:fs');
const readline = require('node:readline');

async function main() {
  let count = 0;
  let length = 0;
  for await (const line of readline.createInterface({ input: fs.createReadStream(process.argv[2]) })) {
    if (line.includes(' ERROR ')) {
      count++;
      length += line.length;
    }
  }
  console.log(`${count} errors, ${length} characters`);
}

main();
