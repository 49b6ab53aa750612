import org.jspecify.annotations.NullMarked;

/** Yona's syntax, analysis, code generation, linkage. */
@NullMarked
module yona.language {
  requires static transitive org.jspecify;
  requires transitive yona.data;
  requires transitive yona.async;
  requires java.management;

  exports yona.language;
  exports yona.language.diagnostics;
  exports yona.language.embedding;
  exports yona.language.interop;
  exports yona.language.runtime;
  exports yona.language.syntax;

  // For eval of other languages than Yona.
  uses yona.language.interop.Languages;
}
