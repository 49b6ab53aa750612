/**
 * SQL databases in direct style: PostgreSQL, MySQL, H2, SQLite, and what else has a JDBC driver.
 * {@link yona.sql.Database} is the entrance.
 */
package yona.sql;
