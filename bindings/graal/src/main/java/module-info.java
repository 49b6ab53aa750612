import org.jspecify.annotations.NullMarked;

/** Yona among GraalVM's languages. */
@NullMarked
module yona.graal {
  requires static transitive org.jspecify;
  requires transitive yona.library;
  requires org.graalvm.polyglot;
  requires org.graalvm.truffle;

  provides com.oracle.truffle.api.provider.TruffleLanguageProvider with
      yona.graal.YonaLanguageProvider;
  provides yona.language.interop.Languages with
      yona.graal.EngineLanguages;
}
