"""The files of a folder: how many there are, their bytes, and the SHA-256 of their SHA-256s in the order of their names.
Threads read and hash at the same time."""

import concurrent.futures
import hashlib
import os
import sys

folder = sys.argv[1]


def content(name):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    return len(data), hashlib.sha256(data).digest()


files = sorted(os.listdir(folder))
total = 0
digests = hashlib.sha256()
with concurrent.futures.ThreadPoolExecutor() as threads:
    for length, digest in threads.map(content, files, chunksize=100):
        total += length
        digests.update(digest)
print(f"{len(files)} files, {total} bytes, {digests.hexdigest()}")
