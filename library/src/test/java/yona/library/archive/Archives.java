package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import yona.async.Async;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.stream.Stream;
import yona.property.Choices;

/** What the tests of archives share. */
public final class Archives {
  private Archives() {}

  /** An entry as it was read, with its content. */
  public record Read(
      String name,
      String kind,
      long size,
      String mode,
      long modified,
      String target,
      Seq content) {}

  /** What an archive gave until its end, or until an error, whose message is there then. */
  public record Result(List<Read> entries, String error) {}

  /** An entry: its name, and then keys and values. */
  public static Dict entry(String name, Object... more) {
    Dict entry = Dict.EMPTY.put(Symbol.of("name"), Seq.text(name));
    for (int i = 0; i < more.length; i += 2) {
      entry = entry.put(Symbol.of((String) more[i]), value(more[i + 1]));
    }
    return entry;
  }

  private static Object value(Object value) {
    return switch (value) {
      case String text -> Seq.text(text);
      case byte[] bytes -> Seq.bytes(bytes);
      default -> value;
    };
  }

  public static Stream entries(Object... entries) {
    return Stream.of(Arrays.asList(entries));
  }

  public static Symbol symbol(String name) {
    return Symbol.of(name);
  }

  /** The bytes of a stream of chunks. */
  public static byte[] bytes(Object stream) {
    return Async.<byte[], RuntimeException>blocking(() -> joined(stream));
  }

  private static byte[] joined(Object stream) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Walk walk = ((Stream) stream).walk();
    for (Object next = walk.pull(); next != null; next = walk.pull()) {
      all.writeBytes(((Seq) next).toByteArray());
    }
    return all.toByteArray();
  }

  public static Stream chunks(byte[] bytes) {
    return Stream.of(List.of(Seq.bytes(bytes)));
  }

  /** The bytes in chunks of any lengths. */
  public static Stream chunks(byte[] bytes, Choices choices) {
    List<Seq> chunks = new ArrayList<>();
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + 1 + choices.below(choices.yes() ? 8 : 2000));
      chunks.add(Seq.bytes(bytes, from, to));
      from = to;
    }
    return Stream.of(chunks);
  }

  /** Reads all entries with their contents. Nothing but {@code :badarg} may come of it. */
  public static Result read(Callable<Object> archive) {
    try {
      return Async.blocking(() -> walked(archive));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The same of an archive that may tell of contents larger than memory. */
  public static Result readSome(Callable<Object> archive) {
    return read(
        () -> {
          Stream entries = (Stream) archive.call();
          return yona.module.Stream.map(
              yona.library.Calls.suspending(
                  entry ->
                      ((Dict) entry)
                          .put(
                              symbol("content"),
                              yona.module.Stream.take(20L, get((Dict) entry, "content")))),
              entries);
        });
  }

  /** Writes what was read as tar, if all of it was, and compares what that gives. */
  public static void assertWrittenAgain(List<Read> read) {
    List<Dict> entries = new ArrayList<>();
    for (Read each : read) {
      boolean isWhole = each.size() == each.content().length();
      boolean isWritten =
          isWhole
              && !each.kind().equals("device")
              && !each.kind().equals("other")
              && (!each.kind().endsWith("link") || !each.target().isEmpty())
              && each.target().indexOf('\0') < 0
              && each.name().length() < 10_000
              && each.target().length() < 10_000
              && !(each.name().endsWith("/") && !each.kind().equals("folder"));
      if (isWritten) {
        Dict entry =
            entry(each.name(), "kind", symbol(each.kind()), "mode", each.mode())
                .put(symbol("modified"), each.modified())
                .put(symbol("content"), each.content());
        entries.add(
            each.target().isEmpty() ? entry : entry.put(symbol("target"), Seq.text(each.target())));
      }
    }
    byte[] tar = bytes(yona.module.Archive.tar(Stream.of(entries)));
    Result again = read(() -> yona.module.Archive.untar(chunks(tar)));
    assertThat(again.error()).isEmpty();
    assertThat(again.entries()).isEqualTo(entries.stream().map(Archives::expected).toList());
  }

  private static Result walked(Callable<Object> archive) throws Exception {
    List<Read> entries = new ArrayList<>();
    try {
      Walk walk = ((Stream) archive.call()).walk();
      try {
        for (Object next = walk.pull(); next != null; next = walk.pull()) {
          entries.add(read((Dict) next));
        }
      } finally {
        walk.close();
      }
      return new Result(entries, "");
    } catch (YonaError error) {
      assertThat(error.symbol().name()).as(error.getMessage()).isEqualTo("badarg");
      assertThat(error.getMessage()).startsWith("Archive::");
      return new Result(entries, error.getMessage());
    }
  }

  private static Read read(Dict entry) {
    Object size = get(entry, "size");
    Seq content = Seq.bytes(joined(get(entry, "content")));
    Object target = entry.get(Symbol.of("target"));
    return new Read(
        ((Seq) get(entry, "name")).asString(),
        ((Symbol) get(entry, "kind")).name(),
        size == Unit.UNIT ? content.length() : (Long) size,
        ((Seq) get(entry, "mode")).asString(),
        (Long) get(entry, "modified"),
        target == null ? "" : ((Seq) target).asString(),
        content);
  }

  public static Object get(Dict entry, String key) {
    return Objects.requireNonNull(entry.get(Symbol.of(key)));
  }

  /** Any entries, no two of one name. */
  public static List<Dict> some(Choices choices, boolean zip) {
    List<Dict> entries = new ArrayList<>();
    for (int n = choices.below(6); n > 0; n--) {
      String name =
          choices.oneOf("a", "é", "b/c.txt", "x".repeat(99), "y/".repeat(80) + "z", "😀 ", "-")
              + entries.size();
      Dict entry =
          entry(name)
              .put(symbol("mode"), Seq.text(choices.oneOf("rw-r-----", "rwxrwxrwx", "---------")))
              .put(symbol("modified"), time(choices, zip));
      entries.add(
          switch (choices.below(4)) {
            case 0 -> entry.put(symbol("kind"), symbol("folder"));
            case 1 ->
                entry
                    .put(symbol("kind"), symbol("link"))
                    .put(symbol("target"), Seq.text(choices.oneOf("a", "../é", "t".repeat(150))));
            default -> withContent(entry, choices);
          });
    }
    return entries;
  }

  private static long time(Choices choices, boolean zip) {
    long seconds = choices.oneOf(0L, 1L, 1_700_000_001L, (long) choices.below(2_000_000_000));
    return zip ? seconds * 1000 : seconds * 1000 + choices.oneOf(0, 0, 1, 120, 999);
  }

  private static Dict withContent(Dict entry, Choices choices) {
    byte[] content = new byte[choices.oneOf(0, 1, 511, 512, 513, 3000, 70_000)];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) ((i * choices.oneOf(0, 1, 7)) >> 3);
    }
    return switch (choices.below(3)) {
      case 0 -> entry.put(symbol("content"), Seq.bytes(content));
      default ->
          entry
              .put(symbol("content"), chunks(content, choices))
              .put(symbol("size"), (long) content.length);
    };
  }

  /** What reading an entry that was written gives. */
  public static Read expected(Dict entry) {
    Object kind = entry.get(symbol("kind"));
    Object content = entry.get(symbol("content"));
    byte[] bytes =
        content == null
            ? new byte[0]
            : content instanceof Seq seq ? seq.toByteArray() : bytes(content);
    Object target = entry.get(symbol("target"));
    return new Read(
        ((Seq) get(entry, "name")).asString(),
        kind == null ? "file" : ((Symbol) kind).name(),
        bytes.length,
        ((Seq) get(entry, "mode")).asString(),
        (Long) get(entry, "modified"),
        target == null ? "" : ((Seq) target).asString(),
        Seq.bytes(bytes));
  }
}
