// Orders in lines of JSON, as CSV. Lines that are no orders are told on standard error, with their numbers.
'use strict';
const fs = require('node:fs');
const readline = require('node:readline');

const COLUMNS = ['id', 'user', 'item', 'price', 'count'];

function field(value) {
  if (value === undefined) throw new Error('a column is missing');
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function main() {
  let number = 0;
  let out = COLUMNS.join(',') + '\n';
  for await (const line of readline.createInterface({ input: fs.createReadStream(process.argv[2]) })) {
    number++;
    try {
      const order = JSON.parse(line);
      out += COLUMNS.map((column) => field(order[column])).join(',') + '\n';
    } catch (error) {
      console.error(`line ${number}: ${error.message}`);
    }
    if (out.length > 65536) {
      process.stdout.write(out);
      out = '';
    }
  }
  process.stdout.write(out);
}

main();
