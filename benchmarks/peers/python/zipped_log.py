"""How many accesses a log that is compressed has of each status."""

import collections
import gzip
import re
import sys

ACCESS = re.compile(r'\S+ \S+ \S+ \[[^\]]+\] "[A-Z]+ \S+ [^"]*" (\d\d\d)')

counts = collections.Counter()
with gzip.open(sys.argv[1], "rt") as lines:
    for line in lines:
        found = ACCESS.match(line)
        if found:
            counts[found.group(1)] += 1
for status, n in sorted(counts.items()):
    print(status, n)
