package yona.library.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.text.SourceText;
import yona.library.text.TextDicts;

/**
 * Makes values of the events of a text, without recursion. An alias is the very value of its
 * anchor, so that a text cannot ask for more memory than it has itself; what it would be when
 * written out is bounded still, as whoever goes through the value meets all of it.
 */
final class YamlReader {
  static final Symbol YAML_ERROR = Symbol.of("yaml_error");

  private static final long MOST = 64 << 20;
  private static final int DEPTH = 1000;

  /** How many values a document may have, those of aliases counted wherever these stand. */
  private static final long VALUES = 10_000_000;

  /**
   * How much the library reads at a time. It then copies what it has of a scalar: with its own
   * 1,024 characters one of 10 MB takes 69 s, with these 0.7 s.
   */
  private static final int BUFFER = 4 << 20;

  private static final String CORE = "tag:yaml.org,2002:";

  private final String where;
  private final Iterator<Event> events;
  private final List<Level> open = new ArrayList<>();
  private final Map<Anchor, Anchored> anchors = new HashMap<>();

  /** Where the last event ends, for errors of which the library tells no place. */
  private Optional<Mark> before = Optional.empty();

  /** What an anchor stands for; without a value before that has ended. */
  private record Anchored(@Nullable Object value, long size) {}

  /** A sequence or mapping that has not ended. */
  private static final class Level {
    final Optional<Anchor> anchor;
    final @Nullable SeqBuilder elements;
    final Dict.@Nullable Builder entries;
    @Nullable Object key;
    long size = 1;

    Level(Optional<Anchor> anchor, boolean isMapping) {
      this.anchor = anchor;
      this.elements = isMapping ? null : Seq.builder();
      this.entries = isMapping ? TextDicts.builder() : null;
    }
  }

  YamlReader(Object source, String where) {
    this.where = where;
    String text = SourceText.of(source, MOST, YAML_ERROR, where);
    checkCharacters(text);
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            .setBufferSize(Math.clamp(text.length(), 1, BUFFER))
            .build();
    this.events = new ParserImpl(settings, new StreamReader(settings, text));
  }

  /** The library's own error of these tells no line. */
  private void checkCharacters(String text) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      int c = text.codePointAt(i);
      if (!StreamReader.isPrintable(c)) {
        int column = text.codePointCount(lineStart, i) + 1;
        throw Failure.of(
            YAML_ERROR,
            where
                + ": line %d, column %d: expected a character of YAML, found U+%04X"
                    .formatted(line, column, c));
      }
      i += Character.charCount(c) - 1;
      if (c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1))) {
        line++;
        lineStart = i + 1;
      }
    }
  }

  /** The only document; that of a text without one is {@code ()}. */
  Object document() {
    Object value = next();
    if (value == null) {
      return Unit.UNIT;
    }
    Event further = nextStart();
    if (further != null) {
      throw fault(further.getStartMark(), "expected the end of the text, found another document");
    }
    return value;
  }

  /** The next document; null at the end. */
  @Nullable Object next() {
    if (nextStart() == null) {
      return null;
    }
    anchors.clear();
    while (true) {
      Checkpoint.pass();
      Event event = event();
      Object value = value(event);
      if (value != null && open.isEmpty()) {
        return value;
      }
    }
  }

  private @Nullable Event nextStart() {
    while (hasNext()) {
      Event event = event();
      if (event instanceof DocumentStartEvent) {
        return event;
      }
    }
    return null;
  }

  private boolean hasNext() {
    try {
      return events.hasNext();
    } catch (YamlEngineException e) {
      throw refused(e);
    }
  }

  private Event event() {
    try {
      Event event = events.next();
      before = event.getEndMark();
      return event;
    } catch (YamlEngineException e) {
      throw refused(e);
    }
  }

  /** Takes an event; the value that ends with it, if one does. */
  private @Nullable Object value(Event event) {
    return switch (event) {
      case ScalarEvent scalar -> ended(scalar, scalar(scalar), scalar.getAnchor(), 1);
      case AliasEvent alias -> alias(alias);
      case MappingStartEvent mapping -> open(mapping, mapping.getTag(), "map");
      case SequenceStartEvent sequence -> open(sequence, sequence.getTag(), "seq");
      case MappingEndEvent _, SequenceEndEvent _ -> close(event);
      default -> null;
    };
  }

  private @Nullable Object open(NodeEvent event, Optional<String> tag, String expected) {
    if (tag.isPresent() && !tag.get().equals(CORE + expected) && !tag.get().equals("!")) {
      throw fault(
          event.getStartMark(),
          "expected no tag but !!" + expected + ", found " + shown(tag.get()));
    }
    if (open.size() == DEPTH) {
      throw fault(event.getStartMark(), "nested deeper than the limit of " + DEPTH + " levels");
    }
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor, new Anchored(null, 0)));
    open.add(new Level(event.getAnchor(), event instanceof MappingStartEvent));
    return null;
  }

  private Object close(Event event) {
    Level level = open.removeLast();
    Object value = level.entries != null ? level.entries.build() : level.elements.build();
    return ended(event, value, level.anchor, level.size);
  }

  private Object alias(AliasEvent event) {
    Anchored anchored = anchors.get(event.getAlias());
    String name = Failure.shown(Seq.text(event.getAlias().getValue()));
    if (anchored == null) {
      throw fault(event.getStartMark(), "expected the name of an anchor before, found " + name);
    }
    if (anchored.value == null) {
      throw fault(event.getStartMark(), "the alias " + name + " stands inside of what it names");
    }
    return ended(event, anchored.value, Optional.empty(), anchored.size);
  }

  /** Puts a value where it belongs. */
  private Object ended(Event event, Object value, Optional<Anchor> anchor, long size) {
    anchor.ifPresent(name -> anchors.put(name, new Anchored(value, size)));
    if (open.isEmpty()) {
      return value;
    }
    Level level = open.getLast();
    level.size += size;
    if (level.size > VALUES) {
      throw fault(
          event.getStartMark(),
          "more values than the limit of " + VALUES + ", those of aliases too");
    }
    if (level.elements != null) {
      level.elements.add(value);
    } else if (level.key == null) {
      if (level.entries.get(value) != null) {
        throw fault(
            event.getStartMark(),
            "expected a key that is not there yet, found " + Failure.shown(value) + " again");
      }
      level.key = value;
    } else {
      level.entries.put(level.key, value);
      level.key = null;
    }
    return value;
  }

  private Object scalar(ScalarEvent event) {
    String text = event.getValue();
    Optional<String> tag = event.getTag();
    if (tag.isEmpty()) {
      if (!event.isPlain()) {
        return Seq.text(text);
      }
      if (YamlScalars.isTooLong(text)) {
        throw fault(
            event.getStartMark(),
            "a number longer than the limit of " + YamlScalars.DIGITS + " characters");
      }
      return YamlScalars.value(text);
    }
    Object value =
        switch (tag.get()) {
          case "!", CORE + "str" -> Seq.text(text);
          case CORE + "null" -> YamlScalars.isNull(text) ? Unit.UNIT : null;
          case CORE + "bool" -> YamlScalars.truth(text);
          case CORE + "int" -> YamlScalars.integer(text);
          case CORE + "float" -> YamlScalars.decimal(text);
          default ->
              throw fault(
                  event.getStartMark(),
                  "expected a tag of the core schema, found " + shown(tag.get()));
        };
    if (value == null) {
      throw fault(
          event.getStartMark(),
          "expected what the tag " + shown(tag.get()) + " says, found " + shown(text));
    }
    return value;
  }

  private static String shown(String text) {
    return Failure.shown(Seq.text(text));
  }

  // Errors

  private YonaError refused(YamlEngineException e) {
    if (e instanceof MarkedYamlEngineException marked) {
      return fault(marked.getProblemMark().or(marked::getContextMark), YamlMessage.of(marked));
    }
    String message =
        e instanceof YamlVersionException version
            ? "expected version 1 of YAML, found "
                + version.getSpecVersion().getMajor()
                + "."
                + version.getSpecVersion().getMinor()
            : String.valueOf(e.getMessage());
    return fault(before, message);
  }

  private YonaError fault(Optional<Mark> mark, String message) {
    String place =
        mark.map(m -> "line " + (m.getLine() + 1) + ", column " + (m.getColumn() + 1) + ": ")
            .orElse("");
    return Failure.of(YAML_ERROR, Failure.line(where + ": " + place + message));
  }
}
