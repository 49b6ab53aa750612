import org.jspecify.annotations.NullMarked;

/** The yona command. */
@NullMarked
module yona.tool {
  requires static transitive org.jspecify;
  requires info.picocli;
  requires java.logging;
  requires jdk.management;
  requires org.jline;
  requires org.snakeyaml.engine;
  requires org.tomlj;
  requires yona.async;
  requires yona.data;
  requires yona.io;
  requires yona.language;
  requires yona.library;
  requires yona.library.http;
  requires yona.library.redis;
  requires yona.library.sql;
  requires yona.redis.embedded;
  requires yona.sql.embedded;

  // picocli sets the fields of the commands.
  opens yona.tool to
      info.picocli;
}
