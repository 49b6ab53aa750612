"""The rows of the Speed table in Python.

Usage: python3 bench.py ROW MODE SIZE WARM_MS SAMPLE_MS FILE
(the protocol is described in benchmarks/README.md).
"""

import asyncio
import sys
from collections import Counter
from time import perf_counter_ns

import bubble
import scp_client
import sqlite_rows
import suite

sys.setrecursionlimit(3_000_000)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def safe(queen, distance, placed):
    if placed is None:
        return True
    other, rest = placed
    return other != queen and abs(other - queen) != distance and safe(queen, distance + 1, rest)


def place(n, row, placed):
    return 1 if row == 0 else choose(n, n, row, placed)


def choose(queen, n, row, placed):
    if queen == 0:
        return 0
    rest = choose(queen - 1, n, row, placed)
    return rest + place(n, row - 1, (queen, placed)) if safe(queen, 1, placed) else rest


def build_dict(n):
    """Mutable: Python has no persistent dict of its own."""
    numbers = {}
    x = 42
    for i in range(n, 0, -1):
        x = x * 16807 % 2147483647
        numbers[x] = i
    return sum(numbers.values())


def strings(n):
    text = "".join([f"{i}, " for i in range(n)])
    return sum(map(ord, text))


def read_text(_, file):
    with open(file, encoding="utf-8") as source:
        return source.read()


def words(text):
    return Counter(text.split())


def words_check(counts):
    return f"{len(counts)} {max(counts.values())} {sum(counts.values())}"


def walk(linked):
    total = 0
    while linked is not None:
        head, linked = linked
        total += head
    return total


def lines(file):
    with open(file, encoding="utf-8") as source:
        return source.read().splitlines()


def lines_aiofiles(file):
    import lines_aiofiles as program  # not every machine has what it needs

    return asyncio.run(program.lines(file))


def lines_check(all_lines):
    return f"{len(all_lines)} {sum(map(len, all_lines))}"


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def size_only(n, _):
    return n


def same(value):
    return value


ROWS = {
    "bubble": (
        lambda n, _: (n, bubble.random_list(n)),
        lambda prepared: bubble.sort(*prepared),
        bubble.list_check,
    ),
    "fib": (size_only, fib, same),
    "queens": (size_only, lambda n: place(n, n, None), same),
    "dict": (size_only, build_dict, same),
    "strings": (size_only, strings, same),
    "words": (read_text, words, words_check),
    "walk": (lambda n, _: bubble.random_list(n), walk, same),
    "lines": (lambda _, file: file, lines, lines_check),
    "lines-aiofiles": (lambda _, file: file, lines_aiofiles, lines_check),
    # The size is the port of the server.
    "scp-client": (lambda port, file: (port, file), lambda to: scp_client.transfer(*to), same),
    "recursion": (size_only, deep, same),
    **sqlite_rows.ROWS,
    **suite.ROWS,
}


def main(name, mode, size, warm_millis, sample_millis, file):
    prepare, run, check = ROWS[name]
    prepared = prepare(int(size), file)
    times = []

    def call():
        start = perf_counter_ns()
        value = run(prepared)
        return perf_counter_ns() - start, value

    if mode == "first":
        nanos, result = call()
        times.append(nanos)
    else:
        begin = perf_counter_ns()
        nanos, result = call()
        while perf_counter_ns() - begin < int(warm_millis) * 1e6:
            nanos, result = call()
        end = perf_counter_ns() + int(sample_millis) * 1e6
        while len(times) < 3 or (perf_counter_ns() < end and len(times) < 1000):
            nanos, result = call()
            times.append(nanos)
    print("check", check(result))
    print("ns", *times)


main(*sys.argv[1:])
