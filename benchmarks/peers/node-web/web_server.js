// The tests of TechEmpower's framework benchmarks in Node, those of the database if its URI is given;
// as the third argument "h2" speaks HTTP/2. Prints its port.
'use strict';
const http = require('node:http');
const http2 = require('node:http2');

const [, , , uri, protocol] = process.argv;
const pool = uri && uri !== '-' ? new (require('pg').Pool)({ connectionString: uri, max: 10 }) : null;

const random = () => 1 + Math.floor(Math.random() * 10000);

const wanted = (query) => Math.min(Math.max(parseInt(query.get('queries'), 10) || 1, 1), 500);

async function world() {
  const { rows } = await pool.query({
    name: 'world',
    text: 'select id, randomnumber as "randomNumber" from world where id = $1',
    values: [random()],
  });
  return rows[0];
}

const worlds = (count) => Promise.all(Array.from({ length: count }, world));

async function changed(count) {
  const rows = await worlds(count);
  for (const row of rows) row.randomNumber = random();
  const sorted = [...rows].sort((a, b) => a.id - b.id);
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { id, randomNumber } of sorted) {
      await client.query({
        name: 'update',
        text: 'update world set randomnumber = $1 where id = $2',
        values: [randomNumber, id],
      });
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  return rows;
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => text.replace(/[&<>"']/g, (each) => ESCAPES[each]);

async function fortunes() {
  const { rows } = await pool.query({ name: 'fortunes', text: 'select id, message from fortune' });
  rows.push({ id: 0, message: 'Additional fortune added at request time.' });
  rows.sort((a, b) => (a.message < b.message ? -1 : 1));
  const lines = rows.map(({ id, message }) => `<tr><td>${id}</td><td>${escape(message)}</td></tr>`);
  return (
    '<!DOCTYPE html><html><head><title>Fortunes</title></head><body><table>' +
    `<tr><th>id</th><th>message</th></tr>${lines.join('')}</table></body></html>`
  );
}

function answer(response, type, text) {
  response.writeHead(200, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    server: 'node',
  });
  response.end(text);
}

async function handle(request, response) {
  const [path, query] = request.url.split('?');
  const json = (value) => answer(response, 'application/json', JSON.stringify(value));
  switch (path) {
    case '/plaintext':
      return answer(response, 'text/plain; charset=utf-8', 'Hello, World!');
    case '/json':
      return json({ message: 'Hello, World!' });
    case '/db':
      return json(await world());
    case '/queries':
      return json(await worlds(wanted(new URLSearchParams(query))));
    case '/updates':
      return json(await changed(wanted(new URLSearchParams(query))));
    case '/fortunes':
      return answer(response, 'text/html; charset=utf-8', await fortunes());
    default:
      response.writeHead(404).end();
  }
}

const server = (protocol === 'h2' ? http2 : http).createServer((request, response) => {
  handle(request, response).catch(() => response.writeHead(500).end());
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => console.log(server.address().port));
