/** A real PostgreSQL server for development and tests. */
package yona.sql.embedded;
