// Asks for many keys at the same time. One whole process: node redis_gets.js PORT SIZE
'use strict';
const { Redis } = require('ioredis');

async function prepare(size, port, options = {}) {
  const connection = new Redis(port, '127.0.0.1', options);
  const keys = Array.from({ length: size }, (_, i) => `gets:${i + 1}`);
  await connection.mset(new Map(keys.map((key, i) => [key, i + 1])));
  return { connection, keys };
}

async function run({ connection, keys }) {
  const values = await Promise.all(keys.map((key) => connection.get(key)));
  return values.reduce((sum, value) => sum + Number(value), 0);
}

async function main([port, size]) {
  const prepared = await prepare(Number(size), Number(port));
  console.log(await run(prepared));
  prepared.connection.disconnect();
}

module.exports = { prepare, run };
if (require.main === module) main(process.argv.slice(2));
