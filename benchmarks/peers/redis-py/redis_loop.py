"""Sets a key and asks for it, again and again. One whole process: python3 redis_loop.py PORT SIZE"""

import sys

import redis


def prepare(size, port):
    return redis.Redis(port=port), size


def run(prepared):
    connection, size = prepared
    total = 0
    for n in range(size, 0, -1):
        connection.set("loop", n)
        total += int(connection.get("loop"))
    return total


if __name__ == "__main__":
    print(run(prepare(int(sys.argv[2]), int(sys.argv[1]))))
