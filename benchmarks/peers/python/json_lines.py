"""Orders in lines of JSON, as CSV. Lines that are no orders are told on standard error, with their numbers."""

import csv
import json
import sys

COLUMNS = ["id", "user", "item", "price", "count"]

rows = csv.writer(sys.stdout, lineterminator="\n")
rows.writerow(COLUMNS)
with open(sys.argv[1]) as lines:
    for number, line in enumerate(lines, 1):
        try:
            order = json.loads(line)
            rows.writerow([order[column] for column in COLUMNS])
        except (ValueError, KeyError, TypeError) as error:
            print(f"line {number}: {error}", file=sys.stderr)
