package yona.library.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** CSV against itself, against FastCSV's reading of it, and against texts that nobody meant. */
@Tag("slow")
final class CsvTest {
  private static final CsvReader.CsvReaderBuilder READER =
      CsvReader.builder()
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .allowUnclosedQuote(false);

  private static final String[] PIECES = {
    "a", ",", "\"", "\n", "\r\n", "\"\"", "\r", " ", ";", "#", "'", "é", "😀", "\ufeff", "1.5", "=",
    "\t", "\"b\"", ",,", "\n\n", "\0"
  };

  @Test
  void whatIsWrittenIsReadAgain() {
    Property.check(
        1000,
        choices -> {
          Dict format = format(choices);
          Dict writing =
              put(format, "quoting", Symbol.of(choices.oneOf("needed", "all")))
                  .put(Symbol.of("line_end"), Symbol.of(choices.oneOf("lf", "crlf")))
                  .put(Symbol.of("ragged"), true);
          Dict reading = put(put(format, "trim", choices.yes()), "ragged", true);
          Seq rows = rows(choices);
          Seq text = (Seq) yona.module.CSV.generate_with(writing, rows);
          choices.note(writing + " " + rows + " " + text);
          assertThat(yona.module.CSV.parse_with(reading, text)).isEqualTo(rows);
          assertThat(yona.module.CSV.parse_with(reading, Seq.bytes(text.toUtf8()))).isEqualTo(rows);
        });
  }

  @Test
  void rowsThatComeOneByOneAreWrittenAsAllAtOnce() {
    Property.check(
        300,
        choices -> {
          Seq rows = rows(choices);
          Dict options = put(Dict.EMPTY, "ragged", true);
          Stream chunks = (Stream) yona.module.CSV.generate_stream_with(options, Stream.of(rows));
          StringBuilder text = new StringBuilder();
          for (Object chunk : read(chunks).rows) {
            text.append(((Seq) chunk).asString());
          }
          assertThat(yona.module.CSV.generate_with(options, rows))
              .isEqualTo(Seq.text(text.toString()));
        });
  }

  /** Wrong texts too: the rows before the error, its place, and what it says. */
  @Test
  void howATextIsCutChangesNothing() {
    Property.check(
        2000,
        choices -> {
          byte[] bytes = pieces(choices).getBytes(StandardCharsets.UTF_8);
          if (choices.below(5) == 1 && bytes.length > 0) {
            bytes[choices.below(bytes.length)] = (byte) choices.below(256);
          }
          Dict options = put(format(choices), "trim", choices.yes());
          options = put(options, "header", choices.yes());
          options = put(options, "ragged", choices.yes());
          options = put(options, "blank_lines", Symbol.of(choices.oneOf("skip", "keep")));
          options = put(options, "max_field", choices.oneOf(1000L, 3L));
          choices.note(options + " " + new String(bytes, StandardCharsets.UTF_8));
          Read whole = read(options, List.of(Seq.bytes(bytes)));
          assertThat(read(options, cut(choices, bytes))).isEqualTo(whole);
          try {
            assertThat(yona.module.CSV.parse_with(options, Seq.bytes(bytes)))
                .isEqualTo(Calls.seq(whole.rows));
          } catch (YonaError error) {
            assertThat(error.getMessage().replace("parse_with", "parse_stream_with"))
                .isEqualTo(whole.error);
          }
        });
  }

  @Test
  void fastCsvReadsTheSame() {
    Property.check(
        3000,
        choices -> {
          // It takes the mark for a character.
          String text = pieces(choices).replace("\ufeff", "");
          choices.note(text);
          Read ours = read(put(Dict.EMPTY, "ragged", true), List.of(Seq.text(text)));
          assertThat(theirs(text)).isEqualTo(ours.error.isEmpty() ? ours.rows : null);
        });
  }

  private static @Nullable List<Object> theirs(String text) {
    List<Object> rows = new ArrayList<>();
    try {
      for (CsvRecord row : READER.ofCsvRecord(text)) {
        rows.add(Calls.texts(row.getFields().toArray(String[]::new)));
      }
      return rows;
    } catch (CsvParseException e) {
      return null;
    }
  }

  @Test
  void numbersAreThoseOfTheirTexts() {
    Property.check(
        2000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(20); n >= 0; n--) {
            text.append(choices.oneOf("0", "1", "9", "5", "7", "3", ".", "-", "e", "_", "+"));
          }
          choices.note(text.toString());
          Seq field = Seq.text(text.toString());
          for (String type : List.of("int", "float")) {
            Object expected =
                type.equals("int")
                    ? yona.module.String.to_int(field)
                    : yona.module.String.to_float(field);
            Dict options = put(Dict.EMPTY, "types", Dict.EMPTY.put(0L, Symbol.of(type)));
            Read read = read(options, List.of(field));
            if (expected.equals(Symbol.of("none"))) {
              assertThat(read.error).contains("line 1, column 1: expected a");
            } else {
              Object number = ((Seq) read.rows.getFirst()).head();
              assertThat(Tuple.of(Symbol.of("ok"), number)).hasToString(expected.toString());
            }
          }
        });
  }

  /** Of each row what it is by itself, and the line that it stands in. */
  @Test
  void rowsThatAreWrongHideNoOthers() {
    Dict reading =
        put(put(Dict.EMPTY, "bad", Symbol.of("keep")), "header", Calls.seq(Seq.text("a")))
            .put(Symbol.of("types"), Dict.EMPTY.put(Seq.text("a"), Symbol.of("int")));
    Property.check(
        1000,
        choices -> {
          StringBuilder text = new StringBuilder();
          List<Object> expected = new ArrayList<>();
          long line = 1;
          for (long n = choices.below(6); n > 0; n--) {
            String row = choices.oneOf("-1", "\"-2\"", "x", "1,2", "\"a\nb\"", "é");
            // Ints that are read are negative here, and lines positive.
            boolean right = row.equals("-1") || row.equals("\"-2\"");
            expected.add(right ? (Object) (row.equals("-1") ? -1L : -2L) : (Object) line);
            text.append(row).append(choices.oneOf("\n", "\r\n"));
            line += row.contains("\n") ? 2 : 1;
          }
          choices.note(text.toString());
          List<Object> found = new ArrayList<>();
          for (Object row : (Seq) yona.module.CSV.parse_with(reading, Seq.text(text.toString()))) {
            Tuple outcome = (Tuple) row;
            String key = outcome.get(0).equals(Symbol.of("ok")) ? "a" : "line";
            Dict told = (Dict) outcome.get(1);
            found.add(told.get(key.equals("a") ? Seq.text(key) : Symbol.of(key)));
          }
          assertThat(found).isEqualTo(expected);
        });
  }

  @Test
  void quotesThatNeverEndMeetALimit() {
    AtomicInteger asked = new AtomicInteger();
    Iterator<Object> chunks =
        java.util.stream.Stream.<Object>generate(
                () -> Seq.text((asked.getAndIncrement() == 0 ? "a\n\"" : "") + "x\n".repeat(5000)))
            .iterator();
    Read read = read((Stream) yona.module.CSV.parse_stream(Stream.of(() -> chunks)));
    assertThat(read.rows).hasSize(1);
    assertThat(read.error)
        .isEqualTo(
            "CSV::parse_stream: line 2, column 1: a field longer than the limit of 16777216 bytes"
                + " (:max_field)");
    assertThat(asked.get()).isLessThan(2000);
  }

  private static Dict put(Dict options, String name, Object value) {
    return options.put(Symbol.of(name), value);
  }

  private static Dict format(Choices choices) {
    Dict format = Dict.EMPTY;
    if (choices.yes()) {
      format = put(format, "separator", Char.of(choices.oneOf(';', '\t', '1', ' ')));
    }
    if (choices.yes()) {
      format = put(format, "quote", Char.of('\''));
    }
    return choices.yes() ? put(format, "comment", Char.of('#')) : format;
  }

  private static Seq rows(Choices choices) {
    List<Object> rows = new ArrayList<>();
    for (int n = choices.below(5); n > 0; n--) {
      List<Object> fields = new ArrayList<>();
      for (int m = choices.below(4); m >= 0; m--) {
        fields.add(Seq.text(choices.yes() ? pieces(choices) : "x".repeat(choices.below(9000))));
      }
      rows.add(Calls.seq(fields));
    }
    return Calls.seq(rows);
  }

  private static String pieces(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(12); n > 0; n--) {
      text.append(choices.oneOf(PIECES));
    }
    return text.toString();
  }

  private record Read(List<Object> rows, String error) {}

  private static Read read(Dict options, List<Seq> chunks) {
    return read((Stream) yona.module.CSV.parse_stream_with(options, Stream.of(chunks)));
  }

  private static Read read(Stream stream) {
    return Async.<Read, RuntimeException>blocking(
        () -> {
          List<Object> rows = new ArrayList<>();
          Walk walk = stream.walk();
          try {
            for (Object row = walk.pull(); row != null; row = walk.pull()) {
              rows.add(row);
            }
            return new Read(rows, "");
          } catch (YonaError error) {
            assertThat(error.symbol()).isEqualTo(Symbol.of("csv_error"));
            return new Read(rows, error.getMessage());
          }
        });
  }

  private static List<Seq> cut(Choices choices, byte[] bytes) {
    List<Seq> chunks = new ArrayList<>();
    int longest = choices.oneOf(bytes.length, 1, 3, 20);
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + 1 + choices.below(longest));
      if (choices.below(4) == 1) {
        chunks.add(Seq.EMPTY);
      }
      chunks.add(Seq.bytes(bytes, from, to));
      from = to;
    }
    return chunks;
  }
}
