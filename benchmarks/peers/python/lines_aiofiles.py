"""Reads a text file into its lines with aiofiles and prints how many there are."""

import asyncio
import sys

import aiofiles


async def lines(file):
    async with aiofiles.open(file, encoding="utf-8") as source:
        return [line.rstrip("\n") async for line in source]


if __name__ == "__main__":  # one whole process
    print(len(asyncio.run(lines(sys.argv[1]))))
