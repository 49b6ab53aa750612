package yona.redis.command;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the table says of a command. The package describes the table.
 *
 * @param name in capitals, with its subcommand: {@code CLIENT LIST}
 * @param group of the servers' documentation: {@code connection}
 * @param summary what it does, in sentences
 * @param since the first version of the server that has it
 * @param arguments in order
 * @param results what it gives: the first that applies, the last one always does
 * @param needsOption whether one of its options has to be given
 * @param anyOrder whether the order of what is repeated makes no difference
 * @param readOnly whether it only reads data: it may be sent again, and to a replica
 * @param write whether it may change data
 * @param keys where its keys are
 * @param requestPolicy which servers of a cluster it is for
 * @param responsePolicy how the answers of several servers become one
 * @param blocking how long it may wait at the server; null if it does not
 * @param secret which of its words no log may show; null if none is secret
 * @param instead the way to go, as its meaning is the connection and it is refused on a shared one;
 *     null if it is not
 * @param elsewhere the client's method that does it; null if it has one made from the table
 * @param noMethod why it has no method at all; null if it has
 * @param replacedBy what is to be used instead; null if nothing is
 * @param words of its name: one or two, in capitals
 * @param required what a caller has to give, in order: those arguments that are neither optional
 *     nor words alone
 * @param options what a caller may give by name, each with a {@link Argument#key}, in the order of
 *     the command
 */
public record CommandSpec(
    String name,
    String group,
    String summary,
    String since,
    List<Argument> arguments,
    List<Result> results,
    boolean needsOption,
    boolean anyOrder,
    boolean readOnly,
    boolean write,
    List<KeyRange> keys,
    RequestPolicy requestPolicy,
    ResponsePolicy responsePolicy,
    @Nullable Blocking blocking,
    @Nullable Secret secret,
    @Nullable String instead,
    @Nullable String elsewhere,
    @Nullable String noMethod,
    @Nullable String replacedBy,
    List<String> words,
    List<Argument> required,
    List<Argument> options) {

  /**
   * What a command gives.
   *
   * @param shape of it
   * @param options with any one of which it gives that; none if it does without them
   */
  public record Result(Shape shape, Set<String> options) {
    /** Makes a result. */
    public Result {
      options = Set.copyOf(options);
    }
  }

  /**
   * Where a command says how long it waits at most.
   *
   * @param word after which the time is, without which it does not wait; null if it has a place
   * @param index of the time, from the end if negative; 0 if it comes after a word
   * @param unit seconds with fractions, or milliseconds; 0 is for ever
   */
  public record Blocking(@Nullable String word, int index, TimeUnit unit) {}

  /**
   * What of a command is secret: all from some word on.
   *
   * @param words after the first of which all is secret; empty if it is by place
   * @param index from which on all is secret; 0 if it is by word
   */
  public record Secret(Set<String> words, int index) {
    /** Makes a rule. */
    public Secret {
      words = Set.copyOf(words);
    }
  }

  /** Makes a description. */
  public CommandSpec {
    arguments = List.copyOf(arguments);
    results = List.copyOf(results);
    keys = List.copyOf(keys);
    words = List.copyOf(words);
    required = List.copyOf(required);
    options = List.copyOf(options);
  }

  /**
   * What it is called in Yona.
   *
   * @return such as {@code client_list}
   */
  public String functionName() {
    return Argument.identifier(name);
  }

  /**
   * What it is called in Java.
   *
   * @return such as {@code clientList}
   */
  public String methodName() {
    // Every object has a method wait, which a call with two integers would be taken for.
    return name.equals("WAIT") ? "waitReplicas" : camel(name);
  }

  /** Words in lower case, all but the first with a capital. */
  static String camel(String words) {
    StringBuilder camel = new StringBuilder();
    for (String word : words.toLowerCase(Locale.ROOT).split("[ _-]", -1)) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }

  /**
   * The arguments in the form of the table.
   *
   * @return such as {@code key value [NX | XX]}
   */
  public String synopsis() {
    return Synopsis.write(arguments);
  }

  /**
   * What it gives.
   *
   * @param given the keys of the options that are given
   * @return the shape
   */
  public Shape shape(Set<String> given) {
    for (Result result : results) {
      if (result.options().isEmpty() || !Collections.disjoint(result.options(), given)) {
        return result.shape();
      }
    }
    throw new IllegalStateException(name + " has no result");
  }
}
