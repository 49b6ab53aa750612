"""The accesses of a log: how many there are of each status and of the ten most frequent paths, and the percentiles of their
sizes. Lines that are no accesses are counted."""

import collections
import re
import sys

ACCESS = re.compile(r'(\S+) \S+ \S+ \[([^\]]+)\] "([A-Z]+ \S+) [^"]*" (\d\d\d) (\d+)')

paths = collections.Counter()
statuses = collections.Counter()
sizes = []
bad = 0
with open(sys.argv[1]) as lines:
    for line in lines:
        found = ACCESS.match(line)
        if found:
            _, _, path, status, size = found.groups()
            paths[path] += 1
            statuses[status] += 1
            sizes.append(int(size))
        else:
            bad += 1
sizes.sort()


def percentile(p):
    return sizes[(len(sizes) - 1) * p // 100]


print(f"{len(sizes)} accesses, {bad} other lines")
for status, n in sorted(statuses.items()):
    print(status, n)
for path, n in sorted(paths.items(), key=lambda entry: (-entry[1], entry[0]))[:10]:
    print(n, path)
print(f"p50 {percentile(50)}, p90 {percentile(90)}, p99 {percentile(99)}")
