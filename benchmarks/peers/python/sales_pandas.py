"""Sums up the sales to each country, in cents: joins a table of orders with a table of customers."""

import sys

import pandas

folder = sys.argv[1]
customers = pandas.read_csv(f"{folder}/customers.csv", keep_default_na=False)
orders = pandas.read_csv(f"{folder}/orders.csv").merge(customers, left_on="customer", right_on="id", how="left")
orders["sold"] = orders["count"] * orders["cents"]
for country, cents in orders.groupby(orders["country"].fillna("?"))["sold"].sum().sort_index().items():
    print(country, cents)
