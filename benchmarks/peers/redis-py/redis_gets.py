"""Asks for many keys by a pipeline. One whole process: python3 redis_gets.py PORT SIZE"""

import sys

import redis


def prepare(size, port):
    connection = redis.Redis(port=port)
    connection.mset({f"gets:{n}": n for n in range(1, size + 1)})
    return connection, [f"gets:{n}" for n in range(1, size + 1)]


def run(prepared):
    connection, keys = prepared
    pipeline = connection.pipeline(transaction=False)
    for key in keys:
        pipeline.get(key)
    return sum(map(int, pipeline.execute()))


if __name__ == "__main__":
    print(run(prepare(int(sys.argv[2]), int(sys.argv[1]))))
