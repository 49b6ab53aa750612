import org.jspecify.annotations.NullMarked;

/** SQL databases in direct style, usable alone. */
@NullMarked
module yona.sql {
  requires com.zaxxer.hikari;
  requires io.vertx.core;
  requires io.vertx.sql.client;
  requires io.vertx.sql.client.pg;
  requires transitive java.sql;
  requires org.postgresql.jdbc;
  requires org.xerial.sqlitejdbc;
  requires static transitive org.jspecify;
  requires transitive yona.async;

  exports yona.sql;
}
