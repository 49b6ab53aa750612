package yona.library.script;

import java.util.List;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Text;
import yona.library.system.SystemFunctions;

/**
 * Makes Yona known to {@code javax.script}: {@code new
 * ScriptEngineManager().getEngineByName("yona")}.
 */
public final class YonaScriptEngineFactory implements ScriptEngineFactory {
  /** Called by the service loader. */
  public YonaScriptEngineFactory() {}

  @Override
  public String getEngineName() {
    return "Yona";
  }

  @Override
  public String getEngineVersion() {
    return Text.plain(SystemFunctions.version());
  }

  @Override
  public List<String> getExtensions() {
    return List.of("yona");
  }

  @Override
  public List<String> getMimeTypes() {
    return List.of("application/x-yona", "text/x-yona");
  }

  @Override
  public List<String> getNames() {
    return List.of("yona", "Yona");
  }

  @Override
  public String getLanguageName() {
    return "Yona";
  }

  @Override
  public String getLanguageVersion() {
    return getEngineVersion();
  }

  /** Scripts run on any number of threads, as long as these do not change the same bindings. */
  @Override
  public @Nullable Object getParameter(String key) {
    return switch (key) {
      case ScriptEngine.ENGINE -> getEngineName();
      case ScriptEngine.ENGINE_VERSION -> getEngineVersion();
      case ScriptEngine.LANGUAGE -> getLanguageName();
      case ScriptEngine.LANGUAGE_VERSION -> getLanguageVersion();
      case ScriptEngine.NAME -> getNames().getFirst();
      case "THREADING" -> "MULTITHREADED";
      default -> null;
    };
  }

  @Override
  public String getMethodCallSyntax(String object, String method, String... arguments) {
    return object
        + "::"
        + method
        + (arguments.length == 0 ? "" : " ")
        + String.join(" ", arguments);
  }

  @Override
  public String getOutputStatement(String text) {
    return "println " + Text.source(Seq.text(text));
  }

  @Override
  public String getProgram(String... statements) {
    return "do\n    " + String.join("\n    ", statements) + "\nend\n";
  }

  @Override
  public ScriptEngine getScriptEngine() {
    return new YonaScriptEngine(this);
  }
}
