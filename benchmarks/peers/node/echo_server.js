// Gives each line back, until the client closes. Prints its port.
'use strict';
const net = require('node:net');

const server = net.createServer((connection) => {
  let rest = '';
  connection.setEncoding('utf8');
  connection.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) connection.write(line + '\n');
  });
});

server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  console.log(server.address().port);
});
