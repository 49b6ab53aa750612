"""The rows of SQLite in Python; bench.py measures them."""

import sqlite3

INSERT = "insert into sale values (?, ?, ?)"


def opened(n, file):
    db = sqlite3.connect(file)
    # As Yona opens it.
    db.execute("pragma journal_mode = wal")
    return db, n


def new_table(db):
    db.execute("drop table if exists sale")
    db.execute("create table sale (id integer primary key, amount integer, what text)")


def amounts(db):
    return db.execute("select sum(amount) from sale").fetchone()[0]


def inserts(db, n):
    new_table(db)
    with db:
        for i in range(n, 0, -1):
            db.execute(INSERT, (i, i * 7, f"sale {i}"))
    return amounts(db)


def batch(db, n):
    new_table(db)
    with db:
        db.executemany(INSERT, [(i, i * 7, f"sale {i}") for i in range(1, n + 1)])
    return amounts(db)


def filled(n, file):
    db, _ = opened(n, file)
    batch(db, n)
    return db, n


def reads(db, n):
    total = 0
    for i in range(n, 0, -1):
        amount, what = db.execute("select amount, what from sale where id = ?", (i,)).fetchone()
        total += amount + len(what)
    return total


def same(value):
    return value


ROWS = {
    "sqlite-inserts": (opened, lambda prepared: inserts(*prepared), same),
    "sqlite-batch": (opened, lambda prepared: batch(*prepared), same),
    "sqlite-reads": (filled, lambda prepared: reads(*prepared), same),
}
