// Sends a file to a server, line by line.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const readline = require('node:readline');
const { once } = require('node:events');

// Gives how many lines there were, when the server has all of them.
async function transfer(port, path) {
  const connection = net.connect(port, '127.0.0.1');
  const closed = once(connection.resume(), 'close');
  let lines = 0;
  for await (const line of readline.createInterface({ input: fs.createReadStream(path) })) {
    if (!connection.write(line + '\n')) await once(connection, 'drain');
    lines++;
  }
  connection.end();
  await closed;
  return lines;
}

module.exports = { transfer };

if (require.main === module) {
  transfer(Number(process.argv[2]), process.argv[3]).then((lines) => console.log(lines));
}
