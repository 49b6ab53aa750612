import org.jspecify.annotations.NullMarked;

/** The part of Yona's standard library that asks databases. */
@NullMarked
module yona.library.sql {
  requires static transitive org.jspecify;
  requires transitive yona.library;
  requires yona.sql;

  // For sql\\Db::embedded_postgres; a host may do without.
  requires static yona.sql.embedded;

  // Those among the libraries of a project.
  uses java.sql.Driver;
}
