package yona.redis.command;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespEncoder;

/**
 * A command ready to be sent. Immutable as long as nobody changes an array of bytes that was given.
 */
public final class Command implements RespCommand {
  /** How many words {@link #toString} shows. */
  private static final int SHOWN_WORDS = 16;

  /** How many characters of a text are looked at for that: more than are shown of one. */
  private static final int SHOWN_CHARACTERS = 100;

  /** What needs no quotes. */
  private static final Pattern PLAIN = Pattern.compile("\"[\\w.:*+@/-]+\"");

  private final @Nullable CommandSpec spec;
  private final Object[] words;
  private final Shape shape;

  Command(@Nullable CommandSpec spec, Object[] words, Shape shape) {
    this.spec = spec;
    this.words = words;
    this.shape = shape;
  }

  /**
   * Makes a command from values that are told by place and by name, for those who know them only at
   * run time.
   *
   * <p>A value is a String, a byte[], a {@link BulkString} or a number where the table has any
   * bytes, a number where it has a number. What may repeat is one list; of pairs a list of lists of
   * two, or a map, from member to score where the command has the score first. Several values that
   * belong together are a list. A choice is the name of a word, or a map from the name of an option
   * to its value, with what is optional within it. The number of keys is computed.
   *
   * <p>An option is named by its token in lower case, or by its name if it has none, with {@code _}
   * for {@code -}: see {@link CommandSpec#options}. A word alone is true, or false to leave it out.
   * Null is as if the option were not there.
   *
   * @param spec of the command
   * @param values of what is required, in order
   * @param options by name
   * @return the command, with the shape of what it gives
   * @throws IllegalArgumentException if something is missing, too much, unknown or not of its kind;
   *     says what was expected and what was found
   */
  public static Command of(CommandSpec spec, List<?> values, Map<String, ?> options) {
    return ArgumentWriter.write(spec, values, options);
  }

  /**
   * Makes a command of its words, any command.
   *
   * @param words the name, the subcommand if there is one, and arguments: each a String, a byte[],
   *     a {@link BulkString} or a number
   * @return the command, whose answer is taken as it comes
   * @throws IllegalArgumentException if there is no word, or one is nothing that can be sent
   */
  public static Command raw(Object... words) {
    if (words.length == 0) {
      throw new IllegalArgumentException("expected the words of a command, found none");
    }
    Object[] copy = new Object[words.length];
    for (int i = 0; i < words.length; i++) {
      Object word = word(words[i]);
      if (word == null) {
        throw new IllegalArgumentException(
            "word " + i + " of a command: expected a text, bytes or a number, found " + words[i]);
      }
      copy[i] = word;
    }
    return new Command(CommandTable.find(copy), copy, Shape.Plain.RAW);
  }

  /**
   * Makes a command of its words. An array stands for the words in it, and a map for its keys and
   * values in turn.
   *
   * @param spec of the command
   * @param arguments each a word, an array or a map of words
   */
  static Command flat(CommandSpec spec, Object... arguments) {
    return flat(spec, spec.results().getLast().shape(), arguments);
  }

  /**
   * The same with an option that decides what it gives.
   *
   * @param option its key
   * @param spec of the command
   * @param arguments each a word, an array or a map of words
   */
  static Command flatWith(String option, CommandSpec spec, Object... arguments) {
    return flat(spec, spec.shape(Set.of(option)), arguments);
  }

  private static Command flat(CommandSpec spec, Shape shape, Object... arguments) {
    if (arguments == null) {
      throw new NullPointerException(spec.name() + ": " + named(spec, 0) + " is null");
    }
    List<@Nullable Object> words = new ArrayList<>(spec.words());
    int from = words.size();
    boolean isEmpty = arguments.length == 0;
    for (Object argument : arguments) {
      int before = words.size();
      add(words, argument);
      isEmpty |= words.size() == before;
    }
    int missing = words.indexOf(null);
    if (missing >= 0) {
      throw new NullPointerException(spec.name() + ": " + named(spec, missing - from) + " is null");
    }
    if (isEmpty) {
      requireNoElement(spec);
    }
    return new Command(spec, words.toArray(), shape);
  }

  private static void add(List<@Nullable Object> words, @Nullable Object argument) {
    switch (argument) {
      case ScoredMember[] members -> {
        for (ScoredMember member : members) {
          add(words, member);
        }
      }
      case GeoMember[] members -> {
        for (GeoMember member : members) {
          add(words, member);
        }
      }
      case ScoredMember member -> {
        words.add(member.score());
        words.add(member.member());
      }
      case GeoMember member -> {
        words.add(member.longitude());
        words.add(member.latitude());
        words.add(member.member());
      }
      case Object[] several -> Collections.addAll(words, several);
      case long[] several -> words.addAll(CommandOptions.list(several));
      case double[] several -> words.addAll(CommandOptions.list(several));
      case Map<?, ?> pairs ->
          pairs.forEach(
              (key, value) -> {
                words.add(key);
                words.add(value);
              });
      case null, default -> words.add(argument);
    }
  }

  /** The argument that a word behind the name belongs to, by name as far as that is plain. */
  private static String named(CommandSpec spec, int word) {
    List<Argument> arguments = spec.arguments();
    for (int i = 0; i < arguments.size() && arguments.get(i).isPlain(); i++) {
      if (i == word || arguments.get(i).isRepeated()) {
        return arguments.get(i).name();
      }
    }
    return "argument " + (word + 1);
  }

  /** Refuses that there is nothing of what is repeated, unless there may be. */
  private static void requireNoElement(CommandSpec spec) {
    for (Argument argument : spec.required()) {
      if (argument.isRepeated() && argument.repetition() != Argument.Repetition.ANY) {
        throw new IllegalArgumentException(
            spec.name() + ": " + argument.label() + ": expected at least one element, found none");
      }
    }
  }

  /**
   * Makes a command by description.
   *
   * @param spec of the command
   * @param values what is required, in order, each as a parameter of a method; then the names of
   *     options and their values in turn
   */
  static Command given(CommandSpec spec, Object... values) {
    return given(Map.of(), spec, values);
  }

  /**
   * The same with options.
   *
   * @param options of the command
   * @param spec of the command
   * @param values what is required, in order, each as a parameter of a method; then the names of
   *     further options and their values in turn
   */
  static Command givenWith(CommandOptions options, CommandSpec spec, Object... values) {
    if (options == null) {
      throw new NullPointerException(spec.name() + ": options is null");
    }
    return given(options.values(), spec, values);
  }

  private static Command given(Map<String, Object> options, CommandSpec spec, Object... values) {
    List<Argument> required = spec.required();
    List<Object> converted = new ArrayList<>(required.size());
    for (int i = 0; i < required.size(); i++) {
      Argument argument = required.get(i);
      boolean inPairs = argument.kind() == Argument.Kind.BLOCK;
      converted.add(CommandOptions.value(spec, argument.label(), inPairs, values[i]));
    }
    Map<String, Object> all = new HashMap<>(options);
    for (int i = required.size(); i < values.length; i += 2) {
      String key = (String) values[i];
      all.put(key, CommandOptions.value(spec, key, false, values[i + 1]));
    }
    return of(spec, converted, all);
  }

  /**
   * A value as a word: a String, a byte[], a BulkString, a Long or a Double; null if it is none.
   */
  static @Nullable Object word(@Nullable Object value) {
    return switch (value) {
      case String _, byte[] _, BulkString _, Long _, Double _ -> value;
      case Integer _, Short _, Byte _ -> ((Number) value).longValue();
      case Float number -> number.doubleValue();
      case BigInteger number -> number.bitLength() < Long.SIZE ? number.longValue() : value + "";
      case null, default -> null;
    };
  }

  /**
   * What the table says of it.
   *
   * @return null if the table does not know it, such as a module's command
   */
  public @Nullable CommandSpec spec() {
    return spec;
  }

  /**
   * What is sent.
   *
   * @return the name, in one or two words, and the arguments, each a String, a byte[], a {@link
   *     BulkString}, a Long or a Double; not to be changed
   */
  @Override
  public Object[] words() {
    return words;
  }

  @Override
  public void writeTo(RespEncoder encoder) {
    encoder.command(words);
  }

  /**
   * What it gives.
   *
   * @return {@link Shape.Plain#RAW} if it was made of words
   */
  public Shape shape() {
    return shape;
  }

  /**
   * Its keys, or the channels that are spread over a cluster as keys are.
   *
   * @return words of the command, in their order; none if the table does not know it
   */
  public List<Object> keys() {
    List<Object> keys = new ArrayList<>();
    if (spec != null) {
      for (KeyRange range : spec.keys()) {
        range.find(words, index -> keys.add(words[index]));
      }
    }
    return keys;
  }

  /**
   * Whether it does to each of its keys what it would do to that one alone, so that it may be split
   * by key: in a cluster {@code MGET}, {@code MSET} or {@code DEL} are.
   *
   * @return whether {@link #only} can be asked
   */
  public boolean isSplittable() {
    return spec != null
        && spec.requestPolicy() == RequestPolicy.MULTI_SHARD
        && spec.keys().size() == 1
        && spec.keys().getFirst().extent() == KeyRange.Extent.TO
        && spec.keys().getFirst().last() == -1
        && spec.keys().getFirst().word() == null;
  }

  /**
   * The same for some of its keys, each with the value that belongs to it.
   *
   * @param chosen which of {@link #keys}, counted from 0
   * @return a command
   * @throws IllegalStateException if it cannot be split
   */
  public Command only(List<Integer> chosen) {
    if (spec == null || !isSplittable()) {
      throw new IllegalStateException(this + " cannot be split by key");
    }
    KeyRange range = spec.keys().getFirst();
    List<Object> kept = new ArrayList<>(List.of(words).subList(0, range.from()));
    for (int key : chosen) {
      int start = range.from() + key * range.step();
      for (int i = start; i < start + range.step() && i < words.length; i++) {
        kept.add(words[i]);
      }
    }
    return new Command(spec, kept.toArray(), shape);
  }

  /**
   * Whether it only reads data, as far as the table knows.
   *
   * @return true if it may be sent again, and to a replica
   */
  public boolean onlyReads() {
    return spec != null && spec.readOnly();
  }

  /**
   * How long it may wait at the server at most.
   *
   * @return null if it does not wait; {@link Duration#ZERO} if it may wait for ever
   */
  public @Nullable Duration blocking() {
    CommandSpec.Blocking blocking = spec == null ? null : spec.blocking();
    if (blocking == null) {
      return null;
    }
    int at = blocking.index() < 0 ? words.length + blocking.index() : blocking.index();
    if (blocking.word() != null) {
      for (at = 1; at < words.length && !CommandWord.matches(words[at], blocking.word()); at++) {
        // Up to the word, if it is there.
      }
      at++;
    }
    if (at <= 0 || at >= words.length) {
      return null;
    }
    try {
      double time = Double.parseDouble(CommandWord.text(words[at]));
      double nanoseconds = time * blocking.unit().toNanos(1);
      return time > 0 ? Duration.ofNanos(Math.max(1, Math.round(nanoseconds))) : Duration.ZERO;
    } catch (NumberFormatException _) {
      // The server will refuse it.
      return null;
    }
  }

  /**
   * Whether some of its words are secret: no log may show them, nor what the server says of them.
   *
   * @return true if {@link #toString} hides something
   */
  public boolean hasSecrets() {
    return Secrets.from(spec, words) < words.length;
  }

  /**
   * The command for people, on one line of bounded length; what is secret is not shown.
   *
   * @return such as {@code SET k "some text" EX 10} or {@code AUTH (hidden)}
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int hidden = Secrets.from(spec, words);
    for (int i = 0; i < words.length && i < SHOWN_WORDS && i < hidden; i++) {
      text.append(i == 0 ? "" : " ").append(shown(words[i]));
    }
    if (hidden < Math.min(words.length, SHOWN_WORDS)) {
      text.append(hidden == 0 ? "(hidden)" : " (hidden)");
    } else if (words.length > SHOWN_WORDS) {
      text.append(" ... (").append(words.length - SHOWN_WORDS).append(" more)");
    }
    return text.toString();
  }

  private static String shown(Object word) {
    String quoted =
        switch (word) {
          case BulkString string -> string.toString();
          case byte[] bytes -> shown(bytes);
          case String text -> shown(beginning(text).getBytes(StandardCharsets.UTF_8));
          default -> shown(word.toString().getBytes(StandardCharsets.US_ASCII));
        };
    return PLAIN.matcher(quoted).matches() ? quoted.substring(1, quoted.length() - 1) : quoted;
  }

  private static String shown(byte[] bytes) {
    return BulkString.of(Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_CHARACTERS))).toString();
  }

  /** No more than what is shown, and a little. */
  private static String beginning(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS);
  }
}
