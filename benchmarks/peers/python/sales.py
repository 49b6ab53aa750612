"""Sums up the sales to each country, in cents: joins a table of orders with a table of customers."""

import collections
import csv
import sys

folder = sys.argv[1]
with open(f"{folder}/customers.csv", newline="") as table:
    countries = {row["id"]: row["country"] for row in csv.DictReader(table)}
sold = collections.Counter()
with open(f"{folder}/orders.csv", newline="") as table:
    for row in csv.DictReader(table):
        sold[countries.get(row["customer"], "?")] += int(row["count"]) * int(row["cents"])
for country, cents in sorted(sold.items()):
    print(country, cents)
