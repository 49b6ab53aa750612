// Sets a key and asks for it, again and again. One whole process: node redis_loop.js PORT SIZE
'use strict';
const { Redis } = require('ioredis');

async function prepare(size, port) {
  return { connection: new Redis(port, '127.0.0.1'), size };
}

async function run({ connection, size }) {
  let sum = 0;
  for (let n = size; n > 0; n--) {
    await connection.set('loop', n);
    sum += Number(await connection.get('loop'));
  }
  return sum;
}

async function main([port, size]) {
  const prepared = await prepare(Number(size), Number(port));
  console.log(await run(prepared));
  prepared.connection.disconnect();
}

module.exports = { prepare, run };
if (require.main === module) main(process.argv.slice(2));
