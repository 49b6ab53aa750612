import org.jspecify.annotations.NullMarked;

/** Yona's the yona command. */
@NullMarked
module yona.tool {
  requires static transitive org.jspecify;
  requires transitive yona.data;
  requires transitive yona.async;
  requires transitive yona.io;
  requires transitive yona.language;
  requires transitive yona.library;
}
