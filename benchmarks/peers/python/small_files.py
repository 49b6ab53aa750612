"""The files of a folder: how many there are, their bytes, and the SHA-256 of their SHA-256s in the order of their names."""

import hashlib
import os
import sys

folder = sys.argv[1]
files = sorted(os.listdir(folder))
total = 0
digests = hashlib.sha256()
for name in files:
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    total += len(data)
    digests.update(hashlib.sha256(data).digest())
print(f"{len(files)} files, {total} bytes, {digests.hexdigest()}")
