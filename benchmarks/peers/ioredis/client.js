// The rows of Redis with ioredis, one connection for all callers.
// Usage: node client.js ROW MODE SIZE WARM_MS SAMPLE_MS PORT (the protocol is described in
// benchmarks/README.md). AUTO_PIPELINING=yes in the environment turns that option on.
'use strict';
const readline = require('node:readline');
const { Redis } = require('ioredis');
const programs = {
  'redis-gets': require('./redis_gets.js'),
  'redis-loop': require('./redis_loop.js'),
};

const options = { enableAutoPipelining: process.env.AUTO_PIPELINING === 'yes' };
const now = process.hrtime.bigint;
const pongs = (replies) => replies.filter((reply) => reply === 'PONG').length;

async function batch(connection, size) {
  const pipeline = connection.pipeline();
  for (let i = 0; i < size; i++) pipeline.ping();
  return pongs((await pipeline.exec()).map(([, reply]) => reply));
}

const together = async (connection, size) =>
  pongs(await Promise.all(Array.from({ length: size }, () => connection.ping())));

async function lone(connection, size) {
  let count = 0;
  for (let i = 0; i < size; i++) count += (await connection.ping()) === 'PONG' ? 1 : 0;
  return count;
}

// What is timed in a row.
async function call(connection, row, size, port) {
  if (row in programs) {
    const prepared = await programs[row].prepare(size, port, options);
    return () => programs[row].run(prepared);
  }
  const key = `value:${size}`;
  switch (row) {
    case 'redis-batch': return () => batch(connection, size);
    case 'redis-fibers': return () => together(connection, size);
    case 'redis-lone': return () => lone(connection, size);
    case 'redis-value-get': return async () => (await connection.getBuffer(key)).length;
    case 'redis-value-set': {
      const value = Buffer.alloc(size);
      return async () => ((await connection.set(key, value)) === 'OK' ? connection.strlen(key) : 0);
    }
    default: throw new Error(`no such row: ${row}`);
  }
}

async function takeTurn(work, millis) {
  const times = [];
  const end = now() + BigInt(millis) * 1000000n;
  do {
    const start = now();
    await work();
    times.push(Number(now() - start));
  } while (now() < end);
  return times.sort((a, b) => a - b)[times.length >> 1];
}

async function turns(work, warm, sample) {
  await takeTurn(work, warm);
  const check = await work();
  console.log('ready');
  for await (const _ of readline.createInterface({ input: process.stdin })) {
    console.log(await takeTurn(work, sample));
  }
  console.log(`check ${check}`);
}

async function load(connection, row, size, warm, port) {
  const made = async (length) => {
    await connection.setrange(`value:${length}`, length - 1, 'x');
    return call(connection, row, length, port);
  };
  await takeTurn(await made(size / 100), warm);
  const work = await made(size);
  const start = now();
  const check = await work();
  const nanos = now() - start;
  console.log(`check ${check}`);
  console.log(`ns ${nanos}`);
}

async function callers(connection, size, warm, sample) {
  await callersFor(connection, size, warm);
  const start = now();
  const commands = await callersFor(connection, size, sample);
  const nanos = Number(now() - start);
  console.log('check ok');
  console.log(`ns ${nanos / commands}`);
}

async function callersFor(connection, size, millis) {
  const end = now() + BigInt(millis) * 1000000n;
  const one = async (_, number) => {
    const key = `key:${String(number).padStart(12, '0')}`;
    let done = 0;
    do {
      await connection.set(key, 'xxx');
      if ((await connection.get(key)) !== 'xxx') {
        throw new Error(`another value came back for ${key}`);
      }
      done += 2;
    } while (now() < end);
    return done;
  };
  const counts = await Promise.all(Array.from({ length: size }, one));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function main([row, mode, ...numbers]) {
  const [size, warm, sample, port] = numbers.map(Number);
  const connection = new Redis(port, '127.0.0.1', options);
  if (mode === 'turns') await turns(await call(connection, row, size, port), warm, sample);
  else if (mode === 'load') await load(connection, row, size, warm, port);
  else await callers(connection, size, warm, sample);
  process.exit();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
