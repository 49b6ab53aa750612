"""Reads a text file into its lines and prints how many there are: one whole process."""

import sys

with open(sys.argv[1], encoding="utf-8") as source:
    lines = source.read().splitlines()
print(len(lines))
