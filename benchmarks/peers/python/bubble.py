"""Bubble sort of random integers, recursive on an immutable list: (head, tail) or None."""

import sys


def sort(n, linked):
    for _ in range(n):  # no tail calls: a loop is what one writes
        linked = bubble_pass(linked)
    return linked


def bubble_pass(linked):
    if linked is None or linked[1] is None:
        return linked
    a, (b, rest) = linked
    if a > b:
        return (b, bubble_pass((a, rest)))
    return (a, bubble_pass((b, rest)))


def random_list(n):
    numbers = []
    x = 42
    for _ in range(n):
        x = following(x)
        numbers.append(x)
    linked = None
    for number in reversed(numbers):
        linked = (number, linked)
    return linked


def following(x):
    """The Lehmer generator "minstd": every peer draws the same numbers."""
    return x * 16807 % 2147483647


def list_check(linked):
    check = 0
    while linked is not None:
        head, linked = linked
        check = (check * 31 + head) % 1000003
    return check


if __name__ == "__main__":  # one whole process
    size = int(sys.argv[1])
    print(list_check(sort(size, random_list(size))))
