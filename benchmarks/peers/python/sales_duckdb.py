"""Sums up the sales to each country, in cents: joins a table of orders with a table of customers."""

import sys

import duckdb

folder = sys.argv[1]
for country, cents in duckdb.execute(
    f"""select coalesce(country, '?'), sum("count" * cents)
        from '{folder}/orders.csv' orders left join '{folder}/customers.csv' customers on customer = customers.id
        group by 1 order by 1"""
).fetchall():
    print(country, cents)
