import org.jspecify.annotations.NullMarked;

/** SQL databases in direct style, usable alone. */
@NullMarked
module yona.sql {
  // Vert.x needs them where the server asks for a password so, and requires them of none.
  requires com.ongres.scram.client;
  requires com.ongres.scram.common;
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
