package yona.library.yaml;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.library.argument.Failure;
import yona.library.text.TextDicts;
import yona.library.text.TextOutput;

/** Writes values as YAML, without recursion: gives the events of each when it is its turn. */
final class YamlWriter {
  private static final ImplicitTuple NO_TAG = new ImplicitTuple(true, true);

  private final String where;
  private final FlowStyle style;
  private final DumpSettings settings;

  /** What is left of the documents, sequences and mappings that are open: values and events. */
  private final List<Iterator<?>> open = new ArrayList<>();

  YamlWriter(int indent, boolean flow, String where) {
    this.where = where;
    this.style = flow ? FlowStyle.FLOW : FlowStyle.BLOCK;
    this.settings =
        DumpSettings.builder()
            .setIndent(indent)
            .setSplitLines(false)
            .setWidth(Integer.MAX_VALUE)
            .build();
  }

  /** A text that is bounded. */
  private static final class Output extends TextOutput implements StreamDataWriter {
    Output(String where) {
      super(where);
    }

    @Override
    public void write(String text) {
      put(text);
    }

    @Override
    public void write(String text, int from, int length) {
      put(text, from, from + length);
    }
  }

  /** The text of documents. */
  Seq text(Iterable<?> documents, boolean several) {
    List<Object> all = new ArrayList<>();
    all.add(new StreamStartEvent());
    for (Object document : documents) {
      all.add(new DocumentStartEvent(several, Optional.empty(), Map.of()));
      all.add(document);
      all.add(new DocumentEndEvent(false));
    }
    all.add(new StreamEndEvent());
    open.add(all.iterator());
    Output out = new Output(where);
    Emitter emitter = new Emitter(settings, out);
    while (hasNext()) {
      emitter.emit(next());
    }
    return out.text();
  }

  private boolean hasNext() {
    while (!open.isEmpty() && !open.getLast().hasNext()) {
      open.removeLast();
    }
    return !open.isEmpty();
  }

  private Event next() {
    Checkpoint.pass();
    Object next = open.getLast().next();
    return next instanceof Event event ? event : begun(next);
  }

  /** The first event of a value. */
  private Event begun(Object value) {
    return switch (value) {
      case Seq text when text.isKnownText() || (!text.isEmpty() && text.isText()) ->
          text(text.asString());
      case Symbol symbol -> text(symbol.name());
      case Char c -> text(c.toString());
      case Unit _ -> plain("null");
      case Boolean truth -> plain(truth ? "true" : "false");
      case Long number -> plain(number.toString());
      case BigInteger number -> plain(number.toString());
      case Byte number -> plain(Integer.toString(number & 0xff));
      case Double number -> plain(decimal(number));
      case Dict dict -> mapping(dict);
      case Seq seq -> sequence(seq.iterator());
      case Tuple tuple -> sequence(Arrays.asList(tuple.toArray()).iterator());
      case Set set -> sequence(sorted(set));
      default ->
          throw Failure.of(
              Failure.NOMATCH, where + ": " + Failure.described(value) + " has no YAML");
    };
  }

  private Event mapping(Dict dict) {
    List<Object> parts = new ArrayList<>(2 * dict.size() + 1);
    for (Tuple entry : TextDicts.entries(dict)) {
      parts.add(entry.get(0));
      parts.add(entry.get(1));
    }
    parts.add(new MappingEndEvent());
    open.add(parts.iterator());
    return new MappingStartEvent(Optional.empty(), Optional.empty(), true, style);
  }

  private Event sequence(Iterator<?> elements) {
    open.add(List.of(new SequenceEndEvent()).iterator());
    open.add(elements);
    return new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style);
  }

  /** In ascending order: the text of equal sets is the same. */
  private static Iterator<Object> sorted(Set set) {
    List<Object> elements = new ArrayList<>(set.size());
    set.forEach(elements::add);
    elements.sort(TotalOrder::compare);
    return elements.iterator();
  }

  private static String decimal(double number) {
    if (Double.isNaN(number)) {
      return ".nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? ".inf" : "-.inf";
    }
    return Double.toString(number);
  }

  private static Event plain(String text) {
    return scalar(text, ScalarStyle.PLAIN);
  }

  private static Event text(String text) {
    ScalarStyle style =
        YamlScalars.needsQuotes(text) || !text.codePoints().allMatch(YamlWriter::isPlain)
            ? ScalarStyle.DOUBLE_QUOTED
            : text.indexOf('\n') >= 0 ? ScalarStyle.LITERAL : ScalarStyle.PLAIN;
    return scalar(text, style);
  }

  /** Whether every reader takes a character as it is. */
  private static boolean isPlain(int c) {
    return c == '\n' || (!Character.isISOControl(c) && c != 0xfeff);
  }

  private static Event scalar(String text, ScalarStyle style) {
    return new ScalarEvent(Optional.empty(), Optional.empty(), NO_TAG, text, style);
  }
}
