"""What was sold to each country, in cents: a table of orders grouped by the country of their customer, which another has."""

import sys

import duckdb

folder = sys.argv[1]
for country, cents in duckdb.execute(
    f"""select coalesce(country, '?'), sum("count" * cents)
        from '{folder}/orders.csv' orders left join '{folder}/customers.csv' customers on customer = customers.id
        group by 1 order by 1"""
).fetchall():
    print(country, cents)
