import org.jspecify.annotations.NullMarked;

/** Yona's standard library: Yona modules and their Java halves. */
@NullMarked
// The other parts of the library are built later; JLine and tomlj are automatic modules.
@SuppressWarnings({"module", "requires-automatic"})
module yona.library {
  requires static transitive org.jspecify;
  requires transitive yona.data;
  requires transitive yona.async;
  requires transitive yona.io;
  requires transitive yona.language;
  requires java.xml;
  requires tools.jackson.core;

  // Asked how wide the terminal is, by programs whose host has it.
  requires static org.jline;

  // For YAML; a host may do without.
  requires static org.snakeyaml.engine;

  // For TOML::parse; a host may do without.
  requires static org.tomlj;

  // For hosts that find Yona by it; the yona command does without.
  requires static java.scripting;

  // The test command runs cases as Test::run does.
  exports yona.library.test;

  // Called by the classes of programs.
  exports yona.library.program;

  // What the Java halves of other parts of the library need too: arguments, options, errors.
  exports yona.library.argument to
      yona.graal,
      yona.haskell,
      yona.library.http,
      yona.library.redis,
      yona.library.sql;

  // Messages of a server come through a channel; a client asks again as a schedule says.
  exports yona.library.concurrent to
      yona.library.http,
      yona.library.redis,
      yona.library.sql;

  // What a server gives page by page is a stream.
  exports yona.library.stream to
      yona.library.http,
      yona.library.redis,
      yona.library.sql;

  // A client sends and gets JSON; documents in databases are values.
  exports yona.library.json to
      yona.library.http,
      yona.library.sql;

  // The command colours its reports as programs colour texts.
  exports yona.library.terminal to
      yona.tool;

  // A server logs what its handlers raise.
  exports yona.library.system to
      yona.library.http;

  provides javax.script.ScriptEngineFactory with
      yona.library.script.YonaScriptEngineFactory;
}
