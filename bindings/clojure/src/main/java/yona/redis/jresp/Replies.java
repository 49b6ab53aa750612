package yona.redis.jresp;

import clojure.lang.ExceptionInfo;
import clojure.lang.IPersistentMap;
import clojure.lang.ITransientMap;
import clojure.lang.Keyword;
import clojure.lang.LazilyPersistentVector;
import clojure.lang.PersistentArrayMap;
import clojure.lang.PersistentHashMap;
import clojure.lang.PersistentHashSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.AttributedValue;
import yona.redis.resp.BigNumber;
import yona.redis.resp.BooleanValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.DoubleValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;
import yona.redis.resp.SimpleString;
import yona.redis.resp.VerbatimString;

/** What replies are in Clojure: raw, and as data. */
public final class Replies {

  private static final Keyword TYPE = Keyword.intern("type");
  private static final Keyword REDIS = Keyword.intern("redis");
  private static final Keyword MSG = Keyword.intern("msg");
  private static final Keyword CODE = Keyword.intern("code");
  private static final Keyword MAY_HAVE_RUN = Keyword.intern("may-have-run");
  private static final Keyword GAP = Keyword.intern("gap");
  private static final Keyword BYTES = Keyword.intern("bytes");
  private static final Keyword TIMED_OUT = Keyword.intern("timed-out");

  private static final BulkStr NOTHING = new BulkStr();

  private Replies() {}

  /**
   * A reply as a raw one.
   *
   * @param reply a {@link RespValue}, or the {@link UnansweredException} that came instead
   * @return the raw reply
   */
  public static RespType raw(Object reply) {
    return switch (reply) {
      case BulkString string -> new BulkStr(string);
      case SimpleString(String text) -> new SimpleStr(text);
      case IntegerValue(long number) -> new Int(number);
      case NullValue _ -> NOTHING;
      case ArrayValue(List<RespValue> elements) -> {
        List<RespType> all = new ArrayList<>(elements.size());
        for (RespValue each : elements) {
          all.add(raw(each));
        }
        yield new Ary(all);
      }
      case ErrorValue error -> new Err(error.message());
      case UnansweredException reason -> Err.unanswered(reason);
      case RespValue value -> new Resp3(value);
      default -> throw new IllegalArgumentException("expected a reply, found " + reply);
    };
  }

  /**
   * A reply as data of Clojure: a string, a number, a vector, a map, a set, true, false or nil. An
   * error is an {@link ExceptionInfo}, which is not thrown; so are bytes that are no text.
   *
   * @param reply a {@link RespValue}, an {@link UnansweredException} or a raw reply
   * @return the data
   */
  public static @Nullable Object data(@Nullable Object reply) {
    return switch (reply) {
      case BulkString string -> text(string);
      case SimpleString(String text) -> text;
      case IntegerValue(long number) -> number;
      case NullValue _ -> null;
      case ArrayValue(List<RespValue> elements) -> vector(elements);
      case ErrorValue error -> error(new Err(error.message()));
      case UnansweredException reason -> error(Err.unanswered(reason));
      case PushValue(List<RespValue> elements) -> vector(elements);
      case MapValue(List<MapValue.Entry> entries) -> map(entries);
      case SetValue(List<RespValue> members) -> PersistentHashSet.create(datas(members));
      case DoubleValue(double number) -> number;
      case BooleanValue truth -> truth.value();
      case BigNumber(var number) -> clojure.lang.BigInt.fromBigInteger(number);
      case VerbatimString(String _, BulkString content) -> text(content);
      case AttributedValue(MapValue _, RespValue value) -> data(value);
      case Ary(List<RespType> values) -> vector(values);
      case Err error -> error(error);
      case Resp3(RespValue value) -> data(value);
      case BulkStr string when string.payload() != null -> text(string.payload());
      case RespType value -> value.unwrap();
      case null, default ->
          throw new IllegalArgumentException("expected a reply of Redis, found " + reply);
    };
  }

  /**
   * The errors of a reply: itself, or those in an array, such as the results of a transaction.
   *
   * @param reply as {@link #data} takes it
   * @return the errors, in order, raw
   */
  public static List<Err> errors(@Nullable Object reply) {
    List<Err> found = new ArrayList<>();
    addErrors(reply, found);
    return found;
  }

  private static void addErrors(@Nullable Object reply, List<Err> found) {
    switch (reply) {
      case Err error -> found.add(error);
      case ErrorValue error -> found.add(new Err(error.message()));
      case UnansweredException reason -> found.add(Err.unanswered(reason));
      case Ary(List<RespType> values) -> values.forEach(each -> addErrors(each, found));
      case ArrayValue(List<RespValue> values) -> values.forEach(each -> addErrors(each, found));
      case null, default -> {}
    }
  }

  private static @Nullable Object[] datas(List<?> values) {
    @Nullable Object[] all = new Object[values.size()];
    int i = 0;
    for (Object each : values) {
      all[i++] = data(each);
    }
    return all;
  }

  private static Object text(BulkString string) {
    try {
      return string.text();
    } catch (IllegalStateException noText) {
      String message =
          "the reply is not text: "
              + noText.getMessage()
              + "; clojure.core.async/<! gives it raw, and yona.redis.protocol/->bytes its bytes";
      return new ExceptionInfo(
          message,
          PersistentArrayMap.createAsIfByAssoc(
              new Object[] {TYPE, REDIS, MSG, message, BYTES, string.bytes()}));
    }
  }

  private static Object vector(List<?> values) {
    return LazilyPersistentVector.createOwning(datas(values));
  }

  private static Object map(List<MapValue.Entry> entries) {
    ITransientMap map = PersistentHashMap.EMPTY.asTransient();
    for (MapValue.Entry entry : entries) {
      map = map.assoc(data(entry.key()), data(entry.value()));
    }
    return map.persistent();
  }

  private static ExceptionInfo error(Err error) {
    String message = error.raw();
    UnansweredException unanswered = error.unanswered();
    IPersistentMap facts =
        PersistentArrayMap.createAsIfByAssoc(new Object[] {TYPE, REDIS, MSG, message});
    if (error.isGap()) {
      facts = facts.assoc(GAP, true);
    } else if (unanswered == null) {
      int end = message.indexOf(' ');
      facts = facts.assoc(CODE, end < 0 ? message : message.substring(0, end));
    } else {
      facts = facts.assoc(MAY_HAVE_RUN, unanswered.mayHaveRun());
      facts = facts.assoc(TIMED_OUT, unanswered.timedOut());
    }
    return new ExceptionInfo(
        error.isGap() ? message : "Error from Redis: " + message, facts, unanswered);
  }

  /**
   * What an argument is sent as.
   *
   * @param argument a string, a keyword, a number, bytes, a raw reply; also a character, a symbol,
   *     true or false, or a UUID
   * @return a word of a command: a {@code String}, a {@code Long}, a {@code byte[]} or a {@code
   *     BulkString}; null if that is none
   */
  static @Nullable Object wordOrNull(@Nullable Object argument) {
    return switch (argument) {
      case String _, Long _, byte[] _, BulkString _ -> argument;
      case Keyword word -> word.getName().toUpperCase(java.util.Locale.ROOT);
      case Integer _, Short _, Byte _ -> ((Number) argument).longValue();
      case BulkStr string -> string.payload();
      case SimpleStr(String text) -> text;
      case Int(long number) -> number;
      case Number _, CharSequence _, Character _, clojure.lang.Symbol _, Boolean _ ->
          argument.toString();
      case java.util.UUID _ -> argument.toString();
      case null, default -> null;
    };
  }

  /**
   * What an argument of a command is sent as.
   *
   * @param command the command's name, for the message
   * @param index of the argument, from 1, for the message
   * @param argument the argument
   * @return a word: a {@code String}, a {@code Long}, a {@code byte[]} or a {@code BulkString}
   * @throws IllegalArgumentException if it is nothing that can be sent
   */
  public static Object word(Object command, int index, @Nullable Object argument) {
    Object word = wordOrNull(argument);
    if (word == null) {
      throw new IllegalArgumentException(
          command
              + ": argument "
              + index
              + ": expected a string, a keyword, a number, bytes or a raw reply, found "
              + (argument == null ? "nil" : "a " + argument.getClass().getName()));
    }
    return word;
  }
}
