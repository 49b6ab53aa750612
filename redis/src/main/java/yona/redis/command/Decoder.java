package yona.redis.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BooleanValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.resp.VerbatimString;

/**
 * Makes a value of Java of a reply, the same of version 2 and of version 3 of the protocol: where
 * version 2 has a flat list, version 3 may have a map, a set, or pairs; where version 2 has a text,
 * version 3 may have a number. Attributes are left out. Collections cannot be changed and keep the
 * order of the reply.
 *
 * @param <T> the kind of value
 */
@FunctionalInterface
public interface Decoder<T extends @Nullable Object> {
  /** The reply as it is, attributes too. */
  Decoder<RespValue> RAW = reply -> reply;

  /** A text of the server; what is no UTF-8 becomes U+FFFD. */
  Decoder<String> TEXT = reply -> Replies.text(reply, "a text");

  /** True for OK, false for null: a condition did not hold. */
  Decoder<Boolean> DONE = reply -> !Replies.isNull(reply) && !TEXT.decode(reply).isEmpty();

  /** A number of 64 bits, also as a text. */
  Decoder<Long> INTEGER = Replies::integer;

  /** True for 1 and false for 0. */
  Decoder<Boolean> BOOLEAN =
      reply ->
          Replies.bare(reply) instanceof BooleanValue truth
              ? truth.value()
              : Replies.integer(reply) != 0;

  /** A floating point number, also as a text. */
  Decoder<Double> DOUBLE = Replies::number;

  /** Bytes. */
  Decoder<BulkString> BULK =
      reply ->
          switch (Replies.bare(reply)) {
            case BulkString string -> string;
            case VerbatimString verbatim -> verbatim.content();
            case SimpleString simple -> BulkString.of(simple.text());
            default -> throw new UnexpectedReplyException("bytes", reply);
          };

  /**
   * The natural value: String if it is UTF-8, else BulkString; Long, Double, Boolean, BigInteger,
   * List, Map, Set, null; an {@link ErrorValue} as it is.
   */
  Decoder<@Nullable Object> ANY = Replies::any;

  /** A member with its score. */
  Decoder<ScoredMember> SCORED =
      (Pair<ScoredMember>)
          (member, score) -> {
            double number = DOUBLE.decode(score);
            Replies.require(!Double.isNaN(number), "a score", score);
            return new ScoredMember(BULK.decode(member), number);
          };

  /** A field with its value. */
  Decoder<Map.Entry<BulkString, BulkString>> PAIR =
      (Pair<Map.Entry<BulkString, BulkString>>)
          (field, value) -> Map.entry(BULK.decode(field), BULK.decode(value));

  /** A rank with its score. */
  Decoder<RankedScore> RANKED =
      (Pair<RankedScore>)
          (rank, score) -> new RankedScore(Replies.integer(rank), DOUBLE.decode(score));

  /** A longitude with its latitude. */
  Decoder<GeoPosition> POSITION =
      (Pair<GeoPosition>)
          (longitude, latitude) ->
              new GeoPosition(DOUBLE.decode(longitude), DOUBLE.decode(latitude));

  /** An entry of a stream. */
  Decoder<StreamEntry> ENTRY =
      (Pair<StreamEntry>)
          (id, fields) ->
              new StreamEntry(
                  TEXT.decode(id), Replies.isNull(fields) ? List.of() : list(PAIR).decode(fields));

  /** A member of a geospatial index, with whatever there is of distance, hash and position. */
  Decoder<GeoPlace> PLACE = Replies::place;

  /** What is pending in a consumer group. */
  Decoder<PendingSummary> PENDING =
      reply -> {
        List<RespValue> parts = Replies.elements(reply, "what is pending");
        Replies.require(parts.size() == 4, "what is pending", reply);
        Map<BulkString, Long> consumers = optional(map(BULK, INTEGER)).decode(parts.get(3));
        return new PendingSummary(
            Replies.integer(parts.get(0)),
            optional(TEXT).decode(parts.get(1)),
            optional(TEXT).decode(parts.get(2)),
            consumers == null ? Map.of() : consumers);
      };

  /** An entry that is pending. */
  Decoder<PendingEntry> DELIVERY =
      reply -> {
        List<RespValue> parts = Replies.elements(reply, "a pending entry");
        Replies.require(parts.size() == 4, "a pending entry", reply);
        return new PendingEntry(
            TEXT.decode(parts.get(0)),
            BULK.decode(parts.get(1)),
            Duration.ofMillis(Replies.integer(parts.get(2))),
            Replies.integer(parts.get(3)));
      };

  /**
   * Makes the value.
   *
   * @param reply what the server sent; no error
   * @return the value
   * @throws UnexpectedReplyException if it is not of this kind
   */
  T decode(RespValue reply) throws UnexpectedReplyException;

  /**
   * Of two values, which may stand in a list of two or one after the other in a list of more.
   *
   * @param <T> the kind of value
   */
  interface Pair<T> extends Decoder<T> {
    /**
     * Makes the value.
     *
     * @param first of two
     * @param second of two
     * @return the value
     * @throws UnexpectedReplyException if they are not of this kind
     */
    T decode(RespValue first, RespValue second) throws UnexpectedReplyException;

    @Override
    default T decode(RespValue reply) throws UnexpectedReplyException {
      List<RespValue> two = Replies.elements(reply, "a list of two");
      Replies.require(two.size() == 2, "a list of two", reply);
      return decode(two.get(0), two.get(1));
    }
  }

  /**
   * Null for null.
   *
   * @param decoder of all else
   * @return the decoder
   * @param <T> the kind of value
   */
  static <T> Decoder<@Nullable T> optional(Decoder<T> decoder) {
    return reply -> Replies.isNull(reply) ? null : decoder.decode(reply);
  }

  /**
   * A list; of {@link Pair pairs} also flat, or a map.
   *
   * @param element of each element
   * @return the decoder
   * @param <T> the kind of element
   */
  static <T extends @Nullable Object> Decoder<List<T>> list(Decoder<T> element) {
    return reply -> {
      List<RespValue> values = Replies.elements(reply, "a list");
      List<T> list = new ArrayList<>(values.size());
      if (element instanceof Pair<?> && !values.isEmpty() && !Replies.isList(values.getFirst())) {
        Replies.require(values.size() % 2 == 0, "a list of pairs", reply);
        for (int i = 0; i < values.size(); i += 2) {
          list.add(element.decode(new ArrayValue(values.subList(i, i + 2))));
        }
      } else {
        for (RespValue value : values) {
          list.add(element.decode(value));
        }
      }
      return Collections.unmodifiableList(list);
    };
  }

  /**
   * A set.
   *
   * @param member of each member
   * @return the decoder
   * @param <T> the kind of member
   */
  static <T> Decoder<Set<T>> set(Decoder<T> member) {
    return reply -> {
      List<RespValue> values = Replies.elements(reply, "a set");
      Set<T> set = LinkedHashSet.newLinkedHashSet(values.size());
      for (RespValue value : values) {
        set.add(member.decode(value));
      }
      return Collections.unmodifiableSet(set);
    };
  }

  /**
   * A map: also a flat list, or a list of pairs.
   *
   * @param key of each key
   * @param value of each value
   * @return the decoder
   * @param <K> the kind of key
   * @param <V> the kind of value
   */
  static <K, V extends @Nullable Object> Decoder<Map<K, V>> map(Decoder<K> key, Decoder<V> value) {
    return reply -> {
      List<RespValue> flat = Replies.keysAndValues(reply);
      Map<K, V> map = LinkedHashMap.newLinkedHashMap(flat.size() / 2);
      for (int i = 0; i < flat.size(); i += 2) {
        map.put(key.decode(flat.get(i)), value.decode(flat.get(i + 1)));
      }
      return Collections.unmodifiableMap(map);
    };
  }

  /**
   * The key that a value is from, and the value.
   *
   * @param value of the value, which may stand in several parts
   * @return the decoder
   * @param <T> the kind of value
   */
  static <T> Decoder<Keyed<T>> keyed(Decoder<T> value) {
    return reply -> {
      List<RespValue> parts = Replies.elements(reply, "a key and what is from it");
      Replies.require(parts.size() >= 2, "a key and what is from it", reply);
      RespValue rest =
          parts.size() == 2 ? parts.get(1) : new ArrayValue(parts.subList(1, parts.size()));
      return new Keyed<>(BULK.decode(parts.getFirst()), value.decode(rest));
    };
  }

  /**
   * A cursor and elements.
   *
   * @param element of each element
   * @return the decoder
   * @param <T> the kind of element
   */
  static <T> Decoder<ScanPage<T>> page(Decoder<T> element) {
    return reply -> {
      List<RespValue> parts = Replies.elements(reply, "a cursor and elements");
      Replies.require(parts.size() == 2, "a cursor and elements", reply);
      return new ScanPage<>(TEXT.decode(parts.get(0)), list(element).decode(parts.get(1)));
    };
  }

  /**
   * Entries that were taken over.
   *
   * @param element of each of them
   * @return the decoder
   * @param <T> the kind of element
   */
  static <T> Decoder<Claimed<T>> claimed(Decoder<T> element) {
    return reply -> {
      List<RespValue> parts = Replies.elements(reply, "an id and entries");
      Replies.require(parts.size() >= 2, "an id and entries", reply);
      return new Claimed<>(
          TEXT.decode(parts.get(0)),
          list(element).decode(parts.get(1)),
          parts.size() == 2 ? List.of() : list(TEXT).decode(parts.get(2)));
    };
  }

  /**
   * A list of a fixed length.
   *
   * @param elements of each element
   * @return the decoder
   */
  static Decoder<List<@Nullable Object>> tuple(
      List<? extends Decoder<? extends @Nullable Object>> elements) {
    return reply -> {
      List<RespValue> parts = Replies.elements(reply, "a list");
      Replies.require(
          parts.size() == elements.size(), "a list of " + elements.size() + " elements", reply);
      List<@Nullable Object> tuple = new ArrayList<>(parts.size());
      for (int i = 0; i < parts.size(); i++) {
        tuple.add(elements.get(i).decode(parts.get(i)));
      }
      return Collections.unmodifiableList(tuple);
    };
  }

  /**
   * Of a shape of the table, for those who know it only at run time. OK is the text, true and false
   * are {@link Boolean}, a list of a fixed length is a list.
   *
   * @param shape of what a command gives
   * @return the decoder
   */
  static Decoder<? extends @Nullable Object> of(Shape shape) {
    return ShapeDecoder.of(shape);
  }

  /**
   * A map some of whose values have shapes of their own.
   *
   * @param shape of the map, whose keys are texts, as the table writes it
   * @return the decoder
   */
  @SuppressWarnings("unchecked")
  static Decoder<Map<String, @Nullable Object>> named(String shape) {
    return (Decoder<Map<String, @Nullable Object>>) of(Shape.read(shape));
  }
}
