// Writes the lines that a client sends to a file. Prints its port.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const readline = require('node:readline');
const { once } = require('node:events');

const target = process.argv[2];
const server = net.createServer({ allowHalfOpen: true }, async (connection) => {
  const file = fs.createWriteStream(target);
  for await (const line of readline.createInterface({ input: connection })) {
    if (!file.write(line + '\n')) await once(file, 'drain');
  }
  file.end(() => connection.end());
});

server.listen({ host: '127.0.0.1', port: 0 }, () => console.log(server.address().port));
