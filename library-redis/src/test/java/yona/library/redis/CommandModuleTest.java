package yona.library.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import yona.language.StandardLibrary;
import yona.redis.command.CommandSpec;
import yona.redis.command.CommandTable;

/**
 * The functions of module {@code redis\Client} are what the table of the commands says. With {@code
 * -Dyona.generate=true}, as {@code ./generate} does, those that it makes are made anew first.
 */
final class CommandModuleTest {
  private static final Path SOURCE = Path.of("src/main/yona/redis/Client.yona");

  /** What stands before the functions that the table makes; behind them is the end. */
  private static final String MARK =
      "    # The commands, made from their table by CommandModuleTest.\n";

  private static final String END = "end\n";
  private static final String EXPORTS = " exports\n";
  private static final int WIDTH = 100;

  @Test
  void theCommandsAreAsTheTableSays() throws IOException {
    String source = Files.readString(SOURCE);
    String made = made(source);
    if (Boolean.getBoolean("yona.generate")) {
      Files.writeString(SOURCE, made);
      source = made;
    }
    assertThat(source.equals(made)).as("%s is outdated; made anew by ./generate", SOURCE).isTrue();
  }

  private static String made(String source) {
    int exports = source.indexOf(EXPORTS) + EXPORTS.length();
    int body = source.indexOf(" as\n", exports);
    int mark = source.indexOf(MARK, body);
    String byHand = source.substring(body, mark);
    List<String> names = new ArrayList<>();
    for (String line : byHand.split("\n", -1)) {
      if (line.matches("    [a-z_]+ .*") && !line.startsWith("    #")) {
        names.add(line.strip().split(" ", 2)[0]);
      }
    }
    names.addAll(CommandSection.names());
    return source.substring(0, exports)
        + wrapped(names)
        + byHand
        + MARK
        + CommandSection.functions()
        + END;
  }

  private static String wrapped(List<String> names) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder("   ");
    for (String name : names) {
      if (line.length() + name.length() + 2 > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder("   ");
      }
      line.append(' ').append(name).append(',');
    }
    return text.append(line, 0, line.length() - 1).toString();
  }

  /** The walk over the commands of both servers, which the table has all. */
  @Test
  void everyCommandHasAFunction() {
    Set<String> functions =
        new TreeSet<>(new StandardLibrary(getClass().getClassLoader()).functions("redis\\Client"));
    List<String> missing = new ArrayList<>();
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      if (spec.noMethod() == null && !functions.contains(function(spec))) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  /** The function that does what a command does. */
  private static String function(CommandSpec spec) {
    String elsewhere = spec.elsewhere();
    if (elsewhere != null) {
      // Closing is what a with does at its end.
      return elsewhere.equals("close") ? "connect" : elsewhere;
    }
    return spec.functionName() + (spec.needsOption() ? "_with" : "");
  }
}
