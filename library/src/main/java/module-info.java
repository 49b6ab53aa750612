import org.jspecify.annotations.NullMarked;

/** Yona's the standard library: Yona modules and their Java halves. */
@NullMarked
module yona.library {
  requires static transitive org.jspecify;
  requires transitive yona.data;
  requires transitive yona.async;
  requires transitive yona.io;
  requires transitive yona.language;
  requires tools.jackson.core;
  requires yona.redis;

  // For redis\\Client::connect :embedded; a host may do without.
  requires static yona.redis.embedded;

  // For hosts that find Yona by it; the yona command does without.
  requires static java.scripting;

  // The test command runs cases as Test::run does.
  exports yona.library.test;

  // Called by the classes of programs.
  exports yona.library.program;

  provides javax.script.ScriptEngineFactory with
      yona.library.script.YonaScriptEngineFactory;
}
