package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.AttributedValue;
import yona.redis.resp.BooleanValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.DoubleValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;
import yona.redis.resp.SimpleString;

/** Whatever callers give and servers answer: it is taken, or refused in words. */
class CommandPropertyTest {
  private static final List<String> NAMES = List.copyOf(CommandTable.names());

  private static CommandSpec spec(Choices choices) {
    return CommandTable.spec(NAMES.get(choices.below(NAMES.size())));
  }

  private static @Nullable Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 8 : 10)) {
      case 0 -> "text";
      case 1 -> (long) choices.below(5);
      case 2 -> 1.5;
      case 3 -> true;
      case 4 -> BulkString.of("bytes");
      case 5 -> List.of("left", "0", "nx", "").get(choices.below(4));
      case 6 -> null;
      case 7 ->
          List.of(new byte[] {-1}, BigInteger.TEN.pow(30), Double.NaN, 'c').get(choices.below(4));
      case 8 -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int left = choices.below(4); left > 0; left--) {
          list.add(value(choices, depth - 1));
        }
        yield list;
      }
      default -> {
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int left = choices.below(3); left > 0; left--) {
          Object key = choices.below(2) == 0 ? "byradius" : value(choices, 0);
          map.put(key, value(choices, depth - 1));
        }
        yield map;
      }
    };
  }

  @Test
  void whatIsGivenIsWrittenOrRefusedInWords() {
    Property.check(
        5000,
        choices -> {
          CommandSpec spec = spec(choices);
          List<@Nullable Object> values = new ArrayList<>();
          for (int left = spec.required().size(); left > 0; left--) {
            values.add(value(choices, 3));
          }
          Map<String, @Nullable Object> options = new LinkedHashMap<>();
          List<Argument> known = spec.options();
          for (int left = choices.below(4); left > 0; left--) {
            String key =
                known.isEmpty() || choices.below(8) == 0
                    ? "other"
                    : known.get(choices.below(known.size())).key();
            options.put(key, value(choices, 3));
          }
          choices.note(spec.name() + " " + values + " " + options);
          Command command;
          try {
            command = Command.of(spec, values, options);
          } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith(spec.name());
            assertThat(Objects.requireNonNull(e.getMessage())).hasSizeLessThan(1000);
            return;
          }
          assertThat(CommandTable.find(command.words())).isSameAs(spec);
          check(command);
        });
  }

  @Test
  void anyWordsAreACommandOfWhichAllCanBeAsked() {
    Property.check(
        5000,
        choices -> {
          List<Object> words = new ArrayList<>(spec(choices).words());
          for (int left = choices.below(8); left > 0; left--) {
            Object word =
                switch (choices.below(8)) {
                  case 0 -> "STREAMS";
                  case 1 -> (long) choices.below(5) - 1;
                  case 2 -> Long.MAX_VALUE;
                  case 3 -> "store";
                  case 4 -> "KEYS";
                  case 5 -> "BLOCK";
                  case 6 -> new byte[] {-1, 0};
                  default -> Double.NaN;
                };
            words.add(word);
          }
          choices.note(words.toString());
          check(Command.raw(words.toArray()));
        });
  }

  private static void check(Command command) {
    assertThat(command.keys()).hasSizeLessThanOrEqualTo(3 * command.words().length);
    assertThat(command.toString()).hasSizeLessThan(2000).doesNotContain("\n");
    if (command.blocking() != null) {
      assertThat(command.blocking().isNegative()).isFalse();
    }
  }

  private static RespValue reply(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 6 : 10)) {
      case 0 -> IntegerValue.of(choices.below(3));
      case 1 -> BulkString.of(List.of("a", "1", "1.5", "nan", "").get(choices.below(5)));
      case 2 -> NullValue.NULL;
      case 3 -> new SimpleString("OK");
      case 4 -> new DoubleValue(choices.below(2) == 0 ? 1.5 : Double.NaN);
      case 5 -> BooleanValue.TRUE;
      case 6 -> new SetValue(replies(choices, depth));
      case 7 -> {
        List<MapValue.Entry> entries = new ArrayList<>();
        for (int left = choices.below(3); left > 0; left--) {
          entries.add(new MapValue.Entry(reply(choices, 0), reply(choices, depth - 1)));
        }
        yield new MapValue(entries);
      }
      case 8 -> new AttributedValue(new MapValue(List.of()), reply(choices, depth - 1));
      default -> new ArrayValue(replies(choices, depth));
    };
  }

  private static List<RespValue> replies(Choices choices, int depth) {
    List<RespValue> replies = new ArrayList<>();
    for (int left = choices.below(5); left > 0; left--) {
      replies.add(reply(choices, depth - 1));
    }
    return replies;
  }

  @Test
  void anyReplyIsDecodedOrRefusedInWords() {
    Property.check(
        5000,
        choices -> {
          CommandSpec spec = spec(choices);
          Shape shape = spec.results().get(choices.below(spec.results().size())).shape();
          RespValue reply = reply(choices, 4);
          choices.note(shape + " " + reply);
          try {
            Object value = Decoder.of(shape).decode(reply);
            assertThat(String.valueOf(value)).isNotNull();
          } catch (UnexpectedReplyException e) {
            assertThat(e).hasMessageStartingWith("expected ");
          }
        });
  }
}
