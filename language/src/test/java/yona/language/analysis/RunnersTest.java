package yona.language.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.language.LibraryPart;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;

/** The compiler knows all that the library's documentation says to run functions. */
class RunnersTest {
  /** A parameter as its comment tells of it, or the head of a function. */
  private static final Pattern LINE =
      Pattern.compile("^ *## - `(\\w+)`: (.*)$|^    ([a-z]\\w*)((?: \\w+)*) =", Pattern.MULTILINE);

  @Test
  void takeWhatTheDocumentationSays() throws IOException {
    List<String> documented = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (Map.Entry<String, Path> source : sources().entrySet()) {
      Path file = source.getValue();
      String path = source.getKey();
      String module = path.substring(0, path.length() - ".yona".length()).replace('/', '\\');
      Map<String, String> comments = new HashMap<>();
      Matcher line = LINE.matcher(Files.readString(file));
      while (line.find()) {
        if (line.group(1) != null) {
          comments.put(line.group(1), line.group(2));
          continue;
        }
        List<String> parameters = List.of(line.group(4).strip().split(" "));
        StaticFunction function = function(module, line.group(3), parameters.size());
        for (int i = 0; i < parameters.size(); i++) {
          String what = comments.getOrDefault(parameters.get(i), "");
          String place = module + "::" + line.group(3) + " " + parameters.get(i);
          add(documented, place, what.equals("a function without parameters"), "one");
          add(documented, place, what.equals("a Seq of functions without parameters"), "several");
          add(known, place, Runners.takesBody(function, i), "one");
          add(known, place, Runners.takesBodies(function, i), "several");
        }
        comments.clear();
      }
    }
    assertThat(known).hasSizeGreaterThan(25).containsExactlyElementsOf(documented);
  }

  /** The texts of the modules of all parts, by their paths. */
  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    for (LibraryPart part : LibraryPart.values()) {
      String name = part.artifact().substring("yona-".length());
      Path module = Path.of("..", part.isOfBinding() ? "bindings/" + name : name);
      Path folder = module.resolve("src/main/yona");
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(file -> file.toString().endsWith(".yona"))
            .forEach(file -> sources.put(folder.relativize(file).toString(), file));
      }
    }
    return sources;
  }

  private static void add(List<String> all, String place, boolean takes, String number) {
    if (takes) {
      all.add(place + ": " + number);
    }
  }

  private static StaticFunction function(String module, String name, int arity) {
    return new StaticFunction("", "", module, name, arity, Suspension.NEVER, false, false, false);
  }
}
