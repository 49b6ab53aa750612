"""How many lines of a log are errors, and how many characters these have."""

import sys

count = length = 0
with open(sys.argv[1]) as lines:
    for line in lines:
        if " ERROR " in line:
            count += 1
            length += len(line) - 1
print(f"{count} errors, {length} characters")
