package yona.tool.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The languages of GraalVM's engine that a project can have, and the artifacts that they are in.
 */
public final class EngineLanguages {
  /** The artifact that brings them to Yona; what it needs of Yona runs already. */
  static final String OF_YONA = "org.yona-lang:yona-graal";

  /** 25.0.4 wants a newer JDK for its compiler. */
  private static final String VERSION = "25.0.3";

  private static final List<String> ENGINE =
      List.of("org.graalvm.polyglot:polyglot", "org.graalvm.truffle:truffle-runtime");

  private static final Map<String, List<String>> LANGUAGES =
      new TreeMap<>(
          Map.of(
              "js",
              List.of("org.graalvm.js:js-language"),
              "python",
              List.of(
                  "org.graalvm.python:python-language", "org.graalvm.python:python-resources")));

  private EngineLanguages() {}

  /** The ids of all languages, in ascending order. */
  static List<String> ids() {
    return List.copyOf(LANGUAGES.keySet());
  }

  /**
   * What has to be resolved for some languages.
   *
   * @param ids those of {@link #ids}
   * @param version Yona's
   */
  public static List<Dependency> artifacts(List<String> ids, String version) {
    List<Dependency> all = new ArrayList<>();
    add(OF_YONA, version, all);
    ENGINE.forEach(name -> add(name, VERSION, all));
    for (String id : ids) {
      LANGUAGES.get(id).forEach(name -> add(name, VERSION, all));
    }
    return all;
  }

  private static void add(String name, String version, List<Dependency> all) {
    Dependency dependency = Dependency.of(name, version);
    if (dependency != null) {
      all.add(dependency);
    }
  }
}
