package yona.redis.generator;

import java.util.stream.Collectors;
import yona.redis.command.Shape;

/**
 * What a method gives.
 *
 * @param type in Java
 * @param decoder an expression
 * @param documentation of it
 */
record Result(String type, String decoder, String documentation) {
  static Result of(Shape shape) {
    return switch (shape) {
      case Shape.Plain plain -> plain(plain);
      case Shape.Optional(Shape inner) -> optional(inner);
      case Shape.ListOf(Shape element) -> {
        Result of = of(element);
        yield new Result(
            "List<" + boxed(of.type) + ">",
            "Decoder.list(" + of.decoder + ")",
            "a list, each element " + of.documentation);
      }
      case Shape.SetOf(Shape member) -> {
        Result of = of(member);
        yield new Result(
            "Set<" + boxed(of.type) + ">",
            "Decoder.set(" + of.decoder + ")",
            "a set, each member " + of.documentation);
      }
      case Shape.MapOf map -> map(map);
      case Shape.Tuple tuple ->
          new Result(
              "List<@Nullable Object>",
              tuple.elements().stream()
                  .map(element -> of(element).decoder)
                  .collect(Collectors.joining(", ", "Decoder.tuple(List.of(", "))")),
              tuple.elements().stream()
                  .map(element -> of(element).documentation)
                  .collect(Collectors.joining(", then ", "a list of ", "")));
      case Shape.Framed(Shape.Frame frame, Shape inner) -> {
        Result of = of(inner);
        yield switch (frame) {
          case KEYED ->
              new Result(
                  "Keyed<" + boxed(of.type) + ">",
                  "Decoder.keyed(" + of.decoder + ")",
                  "the key that it is from, and " + of.documentation);
          case PAGE ->
              new Result(
                  "ScanPage<" + boxed(of.type) + ">",
                  "Decoder.page(" + of.decoder + ")",
                  "a page, each element " + of.documentation);
          case CLAIMED ->
              new Result(
                  "Claimed<" + boxed(of.type) + ">",
                  "Decoder.claimed(" + of.decoder + ")",
                  "what was taken over, each " + of.documentation);
        };
      }
    };
  }

  private static Result optional(Shape inner) {
    if (inner == Shape.Plain.OK) {
      return new Result(
          "boolean", "Decoder.DONE", "true if it was done, false if a condition did not hold");
    }
    Result of = of(inner);
    return new Result(
        "@Nullable " + boxed(of.type),
        "Decoder.optional(" + of.decoder + ")",
        of.documentation + ", or null if there is none");
  }

  private static Result map(Shape.MapOf map) {
    if (!map.named().isEmpty()) {
      return new Result(
          "Map<String, @Nullable Object>",
          "Decoder.named(\"" + map + "\")",
          "a map of names to values");
    }
    Result key = of(map.key());
    Result value = of(map.value());
    return new Result(
        "Map<" + boxed(key.type) + ", " + boxed(value.type) + ">",
        "Decoder.map(" + key.decoder + ", " + value.decoder + ")",
        "a map, each key " + key.documentation + ", each value " + value.documentation);
  }

  private static Result plain(Shape.Plain plain) {
    return switch (plain) {
      case OK -> new Result("void", "Decoder.TEXT", "");
      case TEXT -> new Result("String", "Decoder.TEXT", "a text");
      case INTEGER -> new Result("long", "Decoder.INTEGER", "a number");
      case BOOLEAN -> new Result("boolean", "Decoder.BOOLEAN", "true for 1, false for 0");
      case DOUBLE -> new Result("double", "Decoder.DOUBLE", "a number");
      case BULK, BYTES -> new Result("BulkString", "Decoder.BULK", "bytes");
      case RAW -> new Result("RespValue", "Decoder.RAW", "the reply as it came");
      case ANY ->
          new Result("@Nullable Object", "Decoder.ANY", "a value as {@link Decoder#ANY} gives it");
      case SCORED -> new Result("ScoredMember", "Decoder.SCORED", "a member with its score");
      case RANKED -> new Result("RankedScore", "Decoder.RANKED", "a rank with its score");
      case PAIR ->
          new Result("Map.Entry<BulkString, BulkString>", "Decoder.PAIR", "a field with its value");
      case ENTRY -> new Result("StreamEntry", "Decoder.ENTRY", "an entry");
      case POSITION -> new Result("GeoPosition", "Decoder.POSITION", "a position");
      case PLACE -> new Result("GeoPlace", "Decoder.PLACE", "a member with what was asked for");
      case PENDING -> new Result("PendingSummary", "Decoder.PENDING", "what is pending");
      case DELIVERY -> new Result("PendingEntry", "Decoder.DELIVERY", "an entry that is pending");
      case SAME -> throw new IllegalArgumentException("a map like the one around it has no name");
    };
  }

  private static String boxed(String type) {
    return switch (type) {
      case "long" -> "Long";
      case "double" -> "Double";
      case "boolean" -> "Boolean";
      case "void" -> "String";
      default -> type;
    };
  }
}
