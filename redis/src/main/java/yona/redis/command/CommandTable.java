package yona.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All commands of Redis 7 and Valkey 9, from the text files beside this class. Each file is read
 * when the first command is asked for, each command when it is. Thread-safe.
 */
public final class CommandTable {
  /** The groups of the servers' documentation, each a file. */
  private static final List<String> GROUPS =
      List.of(
          "string",
          "hash",
          "list",
          "set",
          "sorted-set",
          "stream",
          "geo",
          "bitmap",
          "hyperloglog",
          "generic",
          "scripting",
          "pubsub",
          "transactions",
          "connection",
          "server",
          "cluster");

  private static final Map<String, Row> ROWS = load();

  /** The first words of commands that have subcommands. */
  private static final Set<String> CONTAINERS = containers();

  private CommandTable() {}

  /**
   * A command by its name.
   *
   * @param name in any case, with its subcommand after a space: {@code client list}
   * @return what the table says of it
   * @throws IllegalArgumentException if there is none
   */
  public static CommandSpec spec(String name) {
    Row row = ROWS.get(name);
    if (row == null) {
      row = ROWS.get(name.toUpperCase(Locale.ROOT));
    }
    if (row == null) {
      throw new IllegalArgumentException("there is no command " + name);
    }
    return row.spec();
  }

  /**
   * The command of words that are to be sent.
   *
   * @param words each a String, a byte[], a BulkString or a number; the first one or two are the
   *     name, in any case
   * @return what the table says of it; null if it does not know it, such as a module's command
   */
  public static @Nullable CommandSpec find(Object... words) {
    if (words.length == 0) {
      return null;
    }
    String first = CommandWord.upper(words[0]);
    Row row =
        words.length > 1 && CONTAINERS.contains(first)
            ? ROWS.get(first + " " + CommandWord.upper(words[1]))
            : ROWS.get(first);
    return row == null ? null : row.spec();
  }

  /**
   * All names.
   *
   * @return in capitals, with subcommands after a space, sorted
   */
  public static Set<String> names() {
    return new TreeSet<>(ROWS.keySet());
  }

  private static Map<String, Row> load() {
    Map<String, Row> rows = new HashMap<>();
    for (String group : GROUPS) {
      for (String text : read(group).split("\n\n", -1)) {
        String head = text.substring(0, text.indexOf('\n'));
        int colon = head.indexOf(':');
        String name = colon < 0 ? head : head.substring(0, colon);
        rows.put(name, new Row(group, name, text));
      }
    }
    return rows;
  }

  private static Set<String> containers() {
    Set<String> containers = new HashSet<>();
    for (String name : ROWS.keySet()) {
      int space = name.indexOf(' ');
      if (space > 0) {
        containers.add(name.substring(0, space));
      }
    }
    return containers;
  }

  private static String read(String group) {
    try (InputStream in = CommandTable.class.getResourceAsStream(group + ".txt")) {
      if (in == null) {
        throw new IllegalStateException("the table of the commands " + group + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command, not read before it is asked for. */
  private static final class Row {
    private final String group;
    private final String name;
    private final String text;

    /** Immutable, so that it does not matter who of several threads sets it. */
    private @Nullable CommandSpec spec;

    Row(String group, String name, String text) {
      this.group = group;
      this.name = name;
      this.text = text;
    }

    CommandSpec spec() {
      CommandSpec known = spec;
      if (known == null) {
        known = CommandReader.read(group, name, text);
        spec = known;
      }
      return known;
    }
  }
}
