"""The ten most frequent words of a text."""

import collections
import sys

with open(sys.argv[1]) as text:
    words = collections.Counter(text.read().split())
for word, n in sorted(words.items(), key=lambda entry: (-entry[1], entry[0]))[:10]:
    print(n, word)
