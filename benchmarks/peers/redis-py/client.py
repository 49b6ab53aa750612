"""The rows of Redis with redis-py: one connection and its pipelines where one caller asks, asyncio with
50 connections where many do.

Usage: python3 client.py ROW MODE SIZE WARM_MS SAMPLE_MS PORT
(the protocol is described in benchmarks/README.md).
"""

import asyncio
import sys
from statistics import median
from time import perf_counter_ns

import redis
import redis.asyncio

import redis_gets
import redis_loop

CONNECTIONS = 50


def batch(connection, size):
    pipeline = connection.pipeline(transaction=False)
    for _ in range(size):
        pipeline.ping()
    return sum(pipeline.execute())


def lone(connection, size):
    return sum(connection.ping() for _ in range(size))


def value_set(connection, size):
    value = bytes(size)
    key = f"value:{size}"
    return lambda: connection.strlen(key) if connection.set(key, value) else 0


def value_get(connection, size):
    return lambda: len(connection.get(f"value:{size}"))


async def asks(pool, size):
    return sum(await asyncio.gather(*[pool.ping() for _ in range(size)]))


def call(row, size, port, loop):
    """What is timed in a row."""
    if row == "redis-fibers":
        pool = pooled(port)
        return lambda: loop.run_until_complete(asks(pool, size))
    if row in ("redis-gets", "redis-loop"):
        program = redis_gets if row == "redis-gets" else redis_loop
        prepared = program.prepare(size, port)
        return lambda: program.run(prepared)
    connection = redis.Redis(port=port)
    if row == "redis-value-set":
        return value_set(connection, size)
    if row == "redis-value-get":
        return value_get(connection, size)
    work = {"redis-batch": batch, "redis-lone": lone}[row]
    return lambda: work(connection, size)


def pooled(port):
    pool = redis.asyncio.BlockingConnectionPool(
        port=port, max_connections=CONNECTIONS, timeout=None
    )
    return redis.asyncio.Redis(connection_pool=pool)


def take_turn(work, nanos):
    times = []
    begin = end = perf_counter_ns()
    while not times or end - begin < nanos:
        start = end
        work()
        end = perf_counter_ns()
        times.append(end - start)
    return int(median(times))


def turns(work, warm, sample):
    take_turn(work, warm)
    check = work()
    print("ready", flush=True)
    for _ in sys.stdin:
        print(take_turn(work, sample), flush=True)
    print("check", check)


def load(row, size, warm, port, loop):
    def made(length):
        redis.Redis(port=port).setrange(f"value:{length}", length - 1, "x")
        return call(row, length, port, loop)

    take_turn(made(size // 100), warm)
    work = made(size)
    start = perf_counter_ns()
    check = work()
    nanos = perf_counter_ns() - start
    print("check", check)
    print("ns", nanos)


async def callers(size, warm, sample, port):
    connections = pooled(port)
    await together(connections, size, warm)
    start = perf_counter_ns()
    commands = await together(connections, size, sample)
    nanos = perf_counter_ns() - start
    print("check ok")
    print("ns", nanos / commands)


async def together(connections, size, nanos):
    end = perf_counter_ns() + nanos
    return sum(await asyncio.gather(*[caller(connections, n, end) for n in range(size)]))


async def caller(connections, number, end):
    key = f"key:{number:012d}"
    done = 0
    while done == 0 or perf_counter_ns() < end:
        await connections.set(key, "xxx")
        if await connections.get(key) != b"xxx":
            sys.exit(f"error: another value came back for {key}")
        done += 2
    return done


def main():
    row, mode, size, warm, sample, port = sys.argv[1:]
    size, warm, sample, port = int(size), int(warm) * 10**6, int(sample) * 10**6, int(port)
    loop = asyncio.new_event_loop()
    if mode == "turns":
        turns(call(row, size, port, loop), warm, sample)
    elif mode == "load":
        load(row, size, warm, port, loop)
    else:
        loop.run_until_complete(callers(size, warm, sample, port))


if __name__ == "__main__":
    main()
